/** The sandbox's command line, read; and what it prints when it is ready. */
import { parseArgs } from 'node:util';
import { checkedFaults } from './faultCheck.ts';
import type { FaultRule } from './faults.ts';
import { isVocabulary, type Sandbox, type SandboxOptions } from './server.ts';

export const USAGE = `Serves a sandbox of the Admin API on 127.0.0.1 until it is ended.

  --port N              the port (0, the default: any that is free)
  --vocabulary WORD     the word for a flag in paths and bodies (flag, the default; split as on the live service)
  --endpoints WHICH     all (the default), or documented: only the calls and fields of the API's document
  --state FILE          keep what is changed in FILE, and start with what it holds
  --faults FAULTS       what goes wrong on purpose, such as "latency 300ms on GET; status 503 on PUT *upload once"
  --json                print one line of JSON when ready
  --help                print this

Faults are separated by ";" (or the option is repeated), each with the calls that meet it: all, if none are named.
  FAULT [on [METHOD] [PATH]] [after N] [once | N times]     PATH is below /internal/api/v2, * is any characters
The call is carried out under
  latency 300ms | cutOff (in the middle of the answer) | hangUp (without an answer)
and is not under
  rateLimit [retry-after 5 | retry-after-date 5] [org 3] [ip 5] | status 503 | status 502 html | empty (400)
  notJson | otherShape | garbage | tooLarge 65MiB | notHttp | hangUpBefore | hang
With the control key, PUT /sandbox/faults changes them while the sandbox serves.`;

export type CommandLine =
  | { readonly action: 'help' }
  | { readonly action: 'wrong'; readonly sentence: string }
  | { readonly action: 'serve'; readonly options: SandboxOptions; readonly isJson: boolean };

const OPTIONS = {
  port: { type: 'string' },
  vocabulary: { type: 'string' },
  endpoints: { type: 'string' },
  faults: { type: 'string', multiple: true },
  state: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const wrong = (sentence: string): CommandLine => ({ action: 'wrong', sentence });

/** What the arguments ask for. A wrong one is told in a sentence. */
export function readCommandLine(args: readonly string[]): CommandLine {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }));
  } catch (error) {
    return wrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') + '.' : String(error));
  }
  if (values.help === true) return { action: 'help' };
  const { port = '0', vocabulary = 'flag', endpoints = 'all', state } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return wrong('--port must be a whole number from 0 to 65535.');
  if (!isVocabulary(vocabulary))
    return wrong('--vocabulary must be one word of letters and digits that the API does not use already.');
  if (endpoints !== 'all' && endpoints !== 'documented') return wrong('--endpoints must be all or documented.');
  let faults: readonly FaultRule[];
  try {
    faults = checkedFaults(values.faults ?? []);
  } catch (error) {
    if (error instanceof RangeError) return wrong(`--faults: ${error.message}`);
    throw error;
  }
  if (state?.trim() === '') return wrong('--state must name a file.');
  const kept = state === undefined ? {} : { state: { file: state } };
  return {
    action: 'serve',
    options: { port: Number(port), vocabulary, endpoints, faults, ...kept },
    isJson: values.json ?? false,
  };
}

/** The ready line: one line of JSON. */
export function readyLine({ baseUrl, vocabulary, keys, environments, controlKey }: Sandbox): string {
  return JSON.stringify({ baseUrl, vocabulary, keys, environments, controlKey });
}

const CHANGE_CONTROL = {
  off: 'changes are made directly',
  'submitters-choose': 'submitters choose who approves',
  restricted: 'the environment says who approves',
} as const;

/** The same for people to read. */
export function readyText({ baseUrl, vocabulary, keys, environments, controlKey }: Sandbox): string {
  const widest = Math.max(...keys.map(({ name }) => name.length));
  const lines = [`The sandbox serves at ${baseUrl} (its word for a flag: ${vocabulary}). Ctrl-C ends it.`, '', 'API keys:'];
  for (const { name, role, key } of keys) lines.push(`  ${name.padEnd(widest)}  ${role.padEnd(9)}  ${key}`);
  lines.push('', `Control key, for ${baseUrl}/sandbox/faults and /sandbox/reset: ${controlKey}`);
  let workspace = '';
  for (const environment of environments) {
    if (environment.workspace.name !== workspace) {
      workspace = environment.workspace.name;
      lines.push('', `${workspace} (workspace ${environment.workspace.id}):`);
    }
    const { name, id, production, changeControl } = environment;
    lines.push(`  ${name.padEnd(14)}  ${id}  ${CHANGE_CONTROL[changeControl]}${production ? ', production' : ''}`);
  }
  return lines.join('\n');
}
