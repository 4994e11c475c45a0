/** Submits a change request like a person: a window on the sandbox, and the objects of requests. */
import type { FlagTarget } from '../../../src/editor/window/target.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { ServiceFacts } from '../../../src/operations/learned/serviceFacts.ts';
import type { Store } from '../../../src/operations/learned/store.ts';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { useService, type KeyName, type Service } from '../../operations/service.ts';
import { connectedTo, connectionsOf } from '../connected.ts';
import { Memento } from '../fakeContext.ts';
import { withReplies, type Reply } from '../person.ts';
import { testServices, type TestServices } from '../services.ts';

const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');

const ALL_KEYS: readonly KeyName[] = ['submitter-key', 'release-key'];

export interface Window {
  readonly deps: TestServices;
  readonly memory: Store;
  readonly workspaceMemory: Store;
  /** The shown texts. */
  readonly opened: readonly { readonly name: string; readonly text: string }[];
  readonly serviceFacts: ServiceFacts;
  readonly connected: Connected;
}

export interface Submitting {
  readonly service: Service;
  /** With the memory of another window, it is that window after a reload. */
  openWindow(memory?: Store, workspaceMemory?: Store, keyName?: KeyName): Window;
  flagIn(environment: string, name: string): { readonly target: FlagTarget };
  /** Returns the ID of the open request of a flag. */
  openRequest(environment: string, name: string): Promise<string | null | undefined>;
  /** Runs Submit Change Request… with these answers. Returns the messages. */
  submitting(deps: TestServices, target: unknown, ...answers: readonly Reply[]): Promise<readonly string[]>;
  /** Returns how often a change request was sent. */
  posts(): number;
}

/** A service for the tests of one file, and windows that submit change requests to it. */
export function useSubmitting(options?: SandboxOptions): Submitting {
  const service = useService(options);

  function openWindow(
    memory: Store = new Memento(),
    workspaceMemory: Store = new Memento(),
    keyName: KeyName = 'submitter-key',
  ): Window {
    const keyNames = [keyName, ...ALL_KEYS.filter((name) => name !== keyName)];
    const connected = connectedTo(service, keyName, { connectionId: 'c', connectionName: 'Sandbox', isSandbox: true, keyNames });
    const opened: { readonly name: string; readonly text: string }[] = [];
    const texts = { open: async (name: string, text: string) => void opened.push({ name, text }), keep: async () => undefined };
    const withKey = async (name: string) => ({ ...connected, keyName: name, client: service.as(name as KeyName) });
    const connections = connectionsOf(() => connected, { withKey });
    const deps = testServices({ connections, memory, workspaceMemory, texts });
    return { deps, memory, workspaceMemory, opened, serviceFacts: deps.serviceFacts, connected };
  }

  const flagIn: Submitting['flagIn'] = (environment, name) => ({
    target: {
      kind: 'flag',
      workspace: { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false },
      environment: service.environment(environment),
      name,
    },
  });
  const openRequest: Submitting['openRequest'] = async (environment, name) => {
    const { workspaceId, environmentId } = service.place(environment);
    return (await service.as('submitter-key').readDefinition(workspaceId, name, environmentId)).openChangeRequestId;
  };
  const submitting: Submitting['submitting'] = (deps, target, ...answers) =>
    withReplies(answers, () => submitChangeRequestCommand(deps, target));
  const posts = (): number => service.count('POST', /^\/changeRequests\//);
  return { service, openWindow, flagIn, openRequest, submitting, posts };
}
