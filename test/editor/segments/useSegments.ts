/** Runs the commands that create, activate, deactivate and delete segments, with the real client and the sandbox. */
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { SegmentsContext } from '../../../src/editor/segments/segmentsContext.ts';
import { useService, type KeyName, type Service } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { testServices, type TestServices } from '../services.ts';
import type { SegmentTarget, WorkspaceRef } from '../../../src/editor/window/target.ts';

export interface Segments {
  readonly service: Service;
  /** The context of a command. The connection may be read-only. */
  deps(isReadOnly?: boolean): SegmentsContext & TestServices;
  storefront(): WorkspaceRef;
  /** The argument of a command for a segment in an environment. */
  inEnvironment(environment: string, name: string): { readonly target: SegmentTarget };
  /** Returns the number of changing calls. */
  wrote(): number;
  /** Returns the number of keys of a segment. Undefined = it is not active there. */
  holds(environment: string, name: string): Promise<number | undefined>;
}

/** A service for the tests of one file, and the context of the segment commands. */
export function useSegments(): Segments {
  const service = useService();
  function deps(isReadOnly = false): SegmentsContext & TestServices {
    const client = service.as('submitter-key');
    const connected = {
      connectionId: 'c1',
      connectionName: 'Sandbox',
      origin: client.origin,
      isSandbox: true,
      isReadOnly,
      email: undefined,
      keyName: 'submitter-key',
      keyNames: ['submitter-key', 'release-key'],
      client,
    } satisfies Connected;
    const connections = {
      orAsk: async () => connected,
      withKey: async (keyName: KeyName) => ({ ...connected, keyName, client: service.as(keyName) }),
    };
    return { ...testServices({ connections }), changes: {} } as never;
  }

  const storefront = (): WorkspaceRef => ({
    id: service.workspace('Storefront'),
    name: 'Storefront',
    requiresTitleAndComments: false,
  });
  const inEnvironment = (environment: string, name: string): { readonly target: SegmentTarget } => ({
    target: {
      kind: 'segment',
      workspace: storefront(),
      environment: service.environment(environment),
      name,
      trafficType: 'user',
    },
  });
  const wrote = (): number => service.seen.filter(({ method }) => method !== 'GET').length;
  const holds = async (environment: string, name: string): Promise<number | undefined> =>
    service
      .as('submitter-key')
      .readKeys(service.environment(environment).id, name, { offset: 0, limit: 1 })
      .then(
        ({ count }) => count,
        () => undefined,
      );
  return { service, deps, storefront, inEnvironment, wrote, holds };
}

/** Returns the latest message. */
export const last = (): string => shown.at(-1)?.message ?? '';
