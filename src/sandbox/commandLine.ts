/** The sandbox's command line, read; and what it prints when it is ready. */
import { parseArgs } from 'node:util';
import { isVocabulary, type Sandbox, type SandboxOptions } from './server.ts';

export const USAGE = `Serves a sandbox of the Admin API on 127.0.0.1 until it is ended.

  --port N              the port (0, the default: any that is free)
  --vocabulary WORD     the word for a flag in paths and bodies (flag, the default; split as on the live service)
  --endpoints WHICH     all (the default), or documented: only what the API's document has
  --json                print one line of JSON when ready
  --help                print this`;

export type CommandLine =
  | { readonly action: 'help' }
  | { readonly action: 'wrong'; readonly sentence: string }
  | { readonly action: 'serve'; readonly options: SandboxOptions; readonly isJson: boolean };

const OPTIONS = {
  port: { type: 'string' },
  vocabulary: { type: 'string' },
  endpoints: { type: 'string' },
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
  const { port = '0', vocabulary = 'flag', endpoints = 'all' } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return wrong('--port must be a whole number from 0 to 65535.');
  if (!isVocabulary(vocabulary))
    return wrong('--vocabulary must be one word of letters and digits that the API does not use already.');
  if (endpoints !== 'all' && endpoints !== 'documented') return wrong('--endpoints must be all or documented.');
  return { action: 'serve', options: { port: Number(port), vocabulary, endpoints }, isJson: values.json ?? false };
}

/** The ready line: one line of JSON. */
export function readyLine({ baseUrl, vocabulary, keys, environments }: Sandbox): string {
  return JSON.stringify({ baseUrl, vocabulary, keys, environments });
}

const CHANGE_CONTROL = {
  off: 'changes are made directly',
  'submitters-choose': 'submitters choose who approves',
  restricted: 'the environment says who approves',
} as const;

/** The same for people to read. */
export function readyText({ baseUrl, vocabulary, keys, environments }: Sandbox): string {
  const widest = Math.max(...keys.map(({ name }) => name.length));
  const lines = [`The sandbox serves at ${baseUrl} (its word for a flag: ${vocabulary}). Ctrl-C ends it.`, '', 'API keys:'];
  for (const { name, role, key } of keys) lines.push(`  ${name.padEnd(widest)}  ${role.padEnd(9)}  ${key}`);
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
