/** `node src/sandbox/cli.ts`: serves a sandbox until the process ends. Writes the address and the API keys to stdout. */
import { parseArgs } from 'node:util';
import { checkedFaults } from './faults/faults.ts';
import { worldSizeIn } from './world/generatedWorld.ts';
import { rateLimitIn } from './rateLimit.ts';
import { isVocabulary, startSandbox, type Sandbox, type SandboxOptions } from './server.ts';

const USAGE = `Serves a sandbox of the Admin API on 127.0.0.1 until it is ended.

  --port N              the port (default: 0, which means any free port)
  --vocabulary WORD     the word for a flag in paths and bodies (default: flag; the live service uses split)
  --endpoints WHICH     all (the default), or documented (only the calls and fields of admin-api.md)
  --world SIZE          a generated world instead of the sample: workspaces x environments x segments, such as 50x50x10000
  --state FILE          save the changed data in FILE, and start with the data in FILE
  --faults FAULTS       simulated faults, such as "latency 300ms on GET; status 503 on PUT *upload once"
  --rate-limit LIMIT    answer 429 above this limit: "400/min" with headers, "400/min without headers" for each API key (also 10/s, 5000/10s)
  --json                print one line of JSON when the sandbox is ready
  --help                print this

To simulate several faults, separate them by ";" or repeat the option. A fault that names no calls affects all calls.
  FAULT [on [METHOD] [PATH]] [after N] [once | N times]     PATH is below /internal/api/v2, * is any characters
With these faults, the service executes the call:
  latency 300ms | cutOff (in the middle of the answer) | hangUp (without an answer)
With these faults, the service does not execute the call:
  rateLimit [retry-after 5 | retry-after-date 5] [org 3] [ip 5] | status 503 | status 502 html | empty (400)
  errorIn200 403 | notJson | otherShape | garbage | tooLarge 65MiB | notHttp | hangUpBefore | hang
To change the faults of a running sandbox, call PUT /sandbox/faults with the control key.`;

const OPTIONS = {
  port: { type: 'string' },
  vocabulary: { type: 'string' },
  endpoints: { type: 'string' },
  faults: { type: 'string', multiple: true },
  'rate-limit': { type: 'string' },
  world: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** A wrong argument. The message is a sentence for the user. */
class UsageError extends Error {}

function must(isRight: boolean, sentence: string): void {
  if (!isRight) throw new UsageError(sentence);
}

/** Parses the arguments. Returns undefined if they ask for help. */
function readCommandLine(): { readonly options: SandboxOptions; readonly isJson: boolean } | undefined {
  let values;
  try {
    ({ values } = parseArgs({ options: OPTIONS }));
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ', 1)[0]}.`);
  }
  if (values.help) return undefined;
  const rateLimit = values['rate-limit'];
  const { port = '0', vocabulary = 'flag', endpoints = 'all', world, state, json: isJson = false } = values;
  must(/^\d{1,5}$/.test(port) && Number(port) <= 65_535, '--port must be a whole number from 0 to 65535.');
  must(isVocabulary(vocabulary), '--vocabulary must be one word of letters and digits that the API does not use already.');
  if (endpoints !== 'all' && endpoints !== 'documented') throw new UsageError('--endpoints must be all or documented.');
  must(world === undefined || state === undefined, 'A generated world can not be saved: use either --world or --state.');
  must(state?.trim() !== '', '--state must name a file.');
  const faults = inRange('--faults', () => checkedFaults(values.faults ?? []));
  if (rateLimit !== undefined) inRange('--rate-limit', () => rateLimitIn(rateLimit));
  if (world !== undefined) inRange('--world', () => worldSizeIn(world));
  return {
    options: {
      port: Number(port),
      vocabulary,
      endpoints,
      faults,
      ...(rateLimit === undefined ? {} : { rateLimit }),
      ...(world === undefined ? {} : { world }),
      ...(state ? { state: { file: state } } : {}),
    },
    isJson,
  };
}

/** Returns the result of `read`. Converts its RangeError into a UsageError that names the option. */
function inRange<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${option}: ${error.message}`) : error;
  }
}

/** Returns the output for programs: the address, the API keys and the environments as one line of JSON. */
const readyLine = ({ baseUrl, vocabulary, keys, environments, controlKey }: Sandbox): string =>
  JSON.stringify({ baseUrl, vocabulary, keys, environments, controlKey });

const CHANGE_CONTROL = {
  off: 'changes are made directly',
  'submitters-choose': 'submitters choose who approves',
  restricted: 'only the approvers of the environment approve',
} as const;

/** Returns the output for people: the address, the API keys and the environments. */
function readyText({ baseUrl, vocabulary, keys, environments, controlKey }: Sandbox): string {
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

async function serve(options: SandboxOptions, isJson: boolean): Promise<void> {
  const sandbox = await startSandbox(options);
  if (sandbox.setAside) {
    const { file, reason } = sandbox.setAside;
    process.stderr.write(
      `The state could not be read (${reason}); the file is now ${file}, and the sandbox starts with the sample.\n`,
    );
  }
  const end = () => void sandbox.close();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  // Also ends the sandbox if stdout is a pipe and its reader closes it.
  process.stdout.on('error', end);
  process.stdout.write(`${isJson ? readyLine(sandbox) : readyText(sandbox)}\n`);
}

try {
  const asked = readCommandLine();
  if (asked) await serve(asked.options, asked.isJson);
  else process.stdout.write(`${USAGE}\n`);
} catch (error) {
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(isUsage ? `${message}\n\n${USAGE}\n` : `The sandbox could not be started: ${message}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
