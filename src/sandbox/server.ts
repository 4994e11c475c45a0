/** The sandbox's server: on 127.0.0.1 alone, with API keys made at the start, closed at once. */
import { once } from 'node:events';
import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, type Serving } from './handleRequest.ts';
import { issueApiKeys, newSecret, type Role } from './sandboxKeys.ts';
import { transactionId } from './call.ts';
import { checkedFaults, createFaults, type FaultRule } from './faults/faults.ts';
import { createCallCounter, rateLimitIn } from './rateLimit.ts';
import { errorBody } from './reply.ts';
import { makeGeneratedWorld, worldSizeIn } from './world/generatedWorld.ts';
import { makeSampleWorld, limitedEnvironmentId } from './world/sampleWorld.ts';
import { openStateFile, savingNothing, saveWorld, type SetAside, type StateOptions } from './world/stateFile.ts';
import type { ChangeControl, Named } from './world/world.ts';

export interface SandboxOptions {
  /** 0, the default, takes any that is free. */
  readonly port?: number;
  /** The word for a flag: `flag` by default; `split` as on the live service, and with its leniency. One word of letters and digits. */
  readonly vocabulary?: string;
  /** `documented` serves, and answers with, only what admin-api.md has; `all`, the default, also what service-beyond.md adds. */
  readonly endpoints?: 'all' | 'documented';
  /** What goes wrong on purpose, as `setFaults` takes it. */
  readonly faults?: readonly (FaultRule | string)[];
  /** The calls that are answered, in words: `400/min`, or `400/min without headers` (rateLimit.ts). Any number, if not given. */
  readonly rateLimit?: string;
  /** A generated world of this size instead of the sample, such as `50x50x10000` (generatedWorld.ts). It can't be saved. */
  readonly world?: string;
  /** Where the world is saved; without it, the sample comes back with each start. */
  readonly state?: StateOptions;
  /** Milliseconds until the headers (10,000) and the whole request (60,000) must be there, and until a silent socket is closed (60,000). */
  readonly timeouts?: { readonly headers?: number; readonly request?: number; readonly idle?: number };
}

/** An API key of the sandbox. The first of role `submitter` and the first of role `approver` are without limits. */
export interface SandboxKey {
  readonly name: string;
  readonly key: string;
  readonly role: Role;
}

export interface SandboxEnvironment extends Named {
  readonly workspace: Named;
  readonly production: boolean;
  readonly changeControl: ChangeControl;
}

export interface Sandbox {
  /** `http://127.0.0.1:<port>`. */
  readonly baseUrl: string;
  readonly vocabulary: string;
  readonly keys: readonly SandboxKey[];
  readonly environments: readonly SandboxEnvironment[];
  /** Opens `/sandbox/faults` and `/sandbox/reset` (control.ts) and nothing else. Made anew at every start, stored nowhere. */
  readonly controlKey: string;
  /** A state file that could not be read, so that the sample is there instead. */
  readonly setAside: SetAside | undefined;
  /**
   * Brings the sample world back; the API keys and the faults stay. Resolves when that is saved; rejects, and
   * brings nothing back, where it can't be.
   */
  reset(): Promise<void>;
  /**
   * Puts faults in place of those that were there: each an object of faults.ts, or a text of faultText.ts. Throws a
   * RangeError, and changes nothing, where one is not right.
   */
  setFaults(faults: readonly (FaultRule | string)[]): void;
  /** Ends all connections at once; resolves when the last change is saved and another sandbox may have the state file. */
  close(): Promise<void>;
}

/** Words that other paths and bodies use already. */
const TAKEN = /^(?:workspace|environment|segment|trafficType|changeRequest|rolloutStatu|operationType|title|comment)$/;

/** True of a word that can stand for `flag` in paths and bodies. */
export const isVocabulary = (word: string): boolean => /^[A-Za-z][A-Za-z0-9]{0,49}$/.test(word) && !TAKEN.test(word);

/** What node:http could not parse is answered in the error body too. */
function answerUnparsed(server: Server, serving: Serving): void {
  const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = statuses[error.code ?? ''] ?? 400;
    serving.transactions += 1;
    const body = errorBody(status, STATUS_CODES[status] ?? 'Bad Request', transactionId(serving.transactions));
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8`;
    socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  });
}

/**
 * Starts a sandbox with the world that was saved, or with the sample. Rejects where the port is taken, with `stateUnusable`
 * where the state file can't be used, and with a RangeError on an unusable word, fault or limit.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const vocabulary = options.vocabulary ?? 'flag';
  if (!isVocabulary(vocabulary))
    throw new RangeError(`The sandbox can not use ${JSON.stringify(vocabulary)} as its word for a flag`);
  const isDocumentedOnly = options.endpoints === 'documented';
  const faults = createFaults();
  faults.replace(checkedFaults(options.faults ?? []));
  const calls = createCallCounter(options.rateLimit === undefined ? undefined : rateLimitIn(options.rateLimit));
  const size = options.world === undefined ? undefined : worldSizeIn(options.world);
  if (size && options.state) throw new RangeError('A generated world can not be saved');
  const state = options.state && (await openStateFile(options.state));
  const newWorld = () => (size ? makeGeneratedWorld(size, Date.now()) : makeSampleWorld(Date.now()));
  const world = state?.world ?? newWorld();
  const apiKeys = issueApiKeys(limitedEnvironmentId(world));
  const service = {
    world,
    vocabulary,
    isDocumentedOnly,
    speaksLive: vocabulary === 'split' && !isDocumentedOnly,
    now: () => Date.now(),
  };
  const saving = state ? saveWorld(service, state.write) : savingNothing;
  let isClosed = false;
  const reset = async (): Promise<void> => {
    // The state file may be another sandbox's by now.
    if (isClosed) throw new Error('The sandbox is closed');
    service.world = newWorld();
    await saving.saved();
  };
  const serving: Serving = {
    service,
    apiKeys,
    saved: saving.saved,
    control: { key: newSecret(), faults, reset },
    calls,
    transactions: 0,
  };
  const headersTimeout = options.timeouts?.headers ?? 10_000;
  const server = createServer(
    {
      // The Host header is checked with the others, where its lack has an error body.
      requireHostHeader: false,
      headersTimeout,
      requestTimeout: options.timeouts?.request ?? 60_000,
      keepAliveTimeout: 15_000,
      connectionsCheckingInterval: Math.min(1_000, headersTimeout),
    },
    (request, response) => void answer(request, response, serving),
  );
  server.timeout = options.timeouts?.idle ?? 60_000;
  server.maxConnections = 256;
  answerUnparsed(server, serving);
  try {
    await once(server.listen({ port: options.port ?? 0, host: '127.0.0.1' }), 'listening');
  } catch (error) {
    await state?.close();
    throw error;
  }
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    vocabulary,
    keys: apiKeys.map(({ name, key, role }) => ({ name, key, role })),
    environments: world.workspaces.flatMap((workspace) =>
      workspace.environments.map(({ id, name, production, changeControl }) => ({
        workspace: { id: workspace.id, name: workspace.name },
        id,
        name,
        production,
        changeControl,
      })),
    ),
    controlKey: serving.control.key,
    setAside: state?.setAside,
    reset,
    setFaults(rules) {
      faults.replace(checkedFaults(rules));
    },
    async close() {
      isClosed = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await saving.close();
      await state?.close();
    },
  };
}
