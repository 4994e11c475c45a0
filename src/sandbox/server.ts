/**
 * The sandbox's server. Listens only on 127.0.0.1, creates its API keys at the start, and when it closes, ends all connections
 * immediately.
 */
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
import type { ChangeControl, NamedItem } from './world/world.ts';

export interface SandboxOptions {
  /** 0, the default, uses any free port. */
  readonly port?: number;
  /**
   * The term for a flag: `flag` by default, or any other word of letters and digits. With `split`, the sandbox also imitates
   * the live service, which accepts more than admin-api.md allows.
   */
  readonly vocabulary?: string;
  /**
   * `documented` serves only the calls and fields of admin-api.md. `all`, the default, also serves those of service-beyond.md.
   */
  readonly endpoints?: 'all' | 'documented';
  /** Faults on request, as `setFaults` accepts them. */
  readonly faults?: readonly (FaultRule | string)[];
  /** The limit of calls in words: `400/min`, or `400/min without headers` (rateLimit.ts). Undefined: no limit. */
  readonly rateLimit?: string;
  /**
   * The size of a generated world, such as `50x50x10000` (generatedWorld.ts), instead of the sample. A generated world can't be
   * saved.
   */
  readonly world?: string;
  /** Where the world is saved. Undefined: every start begins with the sample. */
  readonly state?: StateOptions;
  /**
   * Milliseconds until the headers (10,000) and the whole request (60,000) must have arrived, and until an idle socket is
   * closed (60,000).
   */
  readonly timeouts?: { readonly headers?: number; readonly request?: number; readonly idle?: number };
}

/** An API key of the sandbox. The first `submitter` and the first `approver` have no restrictions. */
export interface SandboxKey {
  readonly name: string;
  readonly key: string;
  readonly role: Role;
}

export interface SandboxEnvironment extends NamedItem {
  readonly workspace: NamedItem;
  readonly production: boolean;
  readonly changeControl: ChangeControl;
}

export interface Sandbox {
  /** `http://127.0.0.1:<port>`. */
  readonly baseUrl: string;
  readonly vocabulary: string;
  readonly keys: readonly SandboxKey[];
  readonly environments: readonly SandboxEnvironment[];
  /**
   * Required for `/sandbox/faults` and `/sandbox/reset` (control.ts), and for nothing else. Created at every start and stored
   * nowhere.
   */
  readonly controlKey: string;
  /** The state file, if it could not be read and the sandbox therefore started with the sample. */
  readonly setAside: SetAside | undefined;
  /**
   * Restores the sample world, but not the API keys and the faults. Resolves when the restored world is saved. If it can't be
   * saved, rejects and restores nothing.
   */
  reset(): Promise<void>;
  /**
   * Replaces all faults. Each is an object of faults.ts or a text of faultText.ts. If a fault is wrong, throws a RangeError and
   * changes nothing.
   */
  setFaults(faults: readonly (FaultRule | string)[]): void;
  /**
   * Ends all connections immediately. Resolves when the last change is saved and a different sandbox can use the state file.
   */
  close(): Promise<void>;
}

/** Words that can't replace `flag`, because other paths and bodies already use them. */
const TAKEN = /^(?:workspace|environment|segment|trafficType|changeRequest|rolloutStatu|operationType|title|comment)$/;

/** True for a word that can replace `flag` in paths and bodies. */
export const isVocabulary = (word: string): boolean => /^[A-Za-z][A-Za-z0-9]{0,49}$/.test(word) && !TAKEN.test(word);

/** Sends an answer with the error body even if node:http could not parse the request. */
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
 * Starts a sandbox with the saved world, or with the sample. Rejects if the port is in use, with `stateUnusable` if the state
 * file can't be used, and with a RangeError for an unusable word, fault, limit or size.
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
    imitatesLive: vocabulary === 'split' && !isDocumentedOnly,
    now: () => Date.now(),
  };
  const saving = state ? saveWorld(service, state.write) : savingNothing;
  let isClosed = false;
  const reset = async (): Promise<void> => {
    // After `close`, the state file may already belong to a different sandbox.
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
      // handleRequest.ts checks the Host header instead of node:http, so that a request without it gets an error body.
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
