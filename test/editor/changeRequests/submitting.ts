/** Submitting a change request as a person does: a window over the real sandbox, and what it is about. */
import type { FlagTarget } from '../../../src/editor/window/target.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { ServiceFacts } from '../../../src/operations/learned/serviceFacts.ts';
import type { Store } from '../../../src/operations/learned/store.ts';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { useService, type KeyName, type Service } from '../../operations/service.ts';
import { testServices, type TestServices } from '../services.ts';

/** At a question: what stands in its box is left there. */
export const keep = { keep: true } as const;

export function createStore(): Store {
  const values = new Map<string, unknown>();
  return {
    get: <T>(key: string) => values.get(key) as T | undefined,
    update: async (key, value) => void values.set(key, structuredClone(value)),
  };
}

const ALL_KEYS: readonly KeyName[] = ['submitter-key', 'release-key'];

export interface Window {
  readonly deps: TestServices;
  readonly memory: Store;
  readonly workspaceMemory: Store;
  /** The texts that were shown. */
  readonly opened: readonly { readonly name: string; readonly text: string }[];
  readonly serviceFacts: ServiceFacts;
  readonly connected: Connected;
}

export interface Submitting {
  readonly service: Service;
  /** With the memory of another one, it is that one after a reload. */
  openWindow(memory?: Store, workspaceMemory?: Store, keyName?: KeyName): Window;
  flagIn(environment: string, name: string): { readonly target: FlagTarget };
  /** The id of the request that is open on a flag. */
  openRequest(environment: string, name: string): Promise<string | null | undefined>;
  /** How often a change request was sent. */
  posts(): number;
}

/** A service for the tests of one file, and windows on it in which change requests are submitted. */
export function useSubmitting(options?: SandboxOptions): Submitting {
  const service = useService(options);

  function openWindow(memory = createStore(), workspaceMemory = createStore(), keyName: KeyName = 'submitter-key'): Window {
    const client = service.as(keyName);
    const connected = {
      connectionId: 'c',
      connectionName: 'Sandbox',
      origin: client.origin,
      isSandbox: true,
      isReadOnly: false,
      email: undefined,
      keyName,
      keyNames: [keyName, ...ALL_KEYS.filter((name) => name !== keyName)],
      client,
    };
    const opened: { readonly name: string; readonly text: string }[] = [];
    const texts = { open: async (name: string, text: string) => void opened.push({ name, text }), keep: async () => undefined };
    const withKey = async (name: KeyName) => ({ ...connected, keyName: name, client: service.as(name) });
    const connections = { inUse: async () => connected, orAsk: async () => connected, withKey };
    const services = testServices({ connections, memory, workspaceMemory, texts });
    const { serviceFacts } = services;
    return { deps: services, memory, workspaceMemory, opened, serviceFacts, connected };
  }

  const flagIn: Submitting['flagIn'] = (environment, name) => ({
    target: {
      kind: 'flag',
      workspace: { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false },
      environment: service.environment(environment),
      name,
    },
  });
  const openRequest = async (environment: string, name: string): Promise<string | null | undefined> =>
    (await service.as('submitter-key').readDefinition(service.workspace('Storefront'), name, service.environment(environment).id))
      .openChangeRequestId;
  const posts = (): number => service.count('POST', /^\/changeRequests\//);
  return { service, openWindow, flagIn, openRequest, posts };
}
