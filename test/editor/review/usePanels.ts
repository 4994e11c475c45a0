/** Panels of reviews and comparisons on the real service, with two connections and a page that the test controls. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { rememberIdentity, rememberSubmission } from '../../../src/operations/learned/keyRecords.ts';
import type { Connected, Connections } from '../../../src/editor/window/connected.ts';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import type { ReviewContext } from '../../../src/editor/review/reviewContext.ts';
import type { ReviewView, ToWebview } from '../../../src/webview/protocol.ts';
import { useService, type KeyName, type Service } from '../../operations/service.ts';
import { fakePanel, made, type FakePanel } from '../fakePanel.ts';
import { Memento } from '../fakeContext.ts';
import { testServices, type TestServices } from '../services.ts';

const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');

/** Returns true if a message of this type with this property was posted. */
export const has =
  <Type extends ToWebview['type']>(type: Type, is: (message: Extract<ToWebview, { type: Type }>) => boolean = () => true) =>
  (posted: readonly ToWebview[]): boolean =>
    posted.some((message) => message.type === type && is(message as Extract<ToWebview, { type: Type }>));
/** Waits long enough for a call that should not happen. */
export const aWhile = (): Promise<void> => setTimeout(100);
/** Waits until the expected calls have arrived, on any machine. The assertion after it checks for unexpected ones. */
export async function until(isThere: () => boolean): Promise<void> {
  for (let rests = 0; rests < 100 && !isThere(); rests += 1) await setTimeout(50);
}
/** Waits for the sizes of the segments, which arrive last. */
export const untilSized = (page: FakePanel): Promise<void> =>
  page.until(() => page.view().forWhom?.lines.some(({ text }) => / keys\)/.test(text)) === true);
export const MINUTE = 60_000;
/** A banner offers to show what changed. */
export const isStale = ({ view }: { readonly view: ReviewView }): boolean =>
  view.notices.some(({ steps }) => steps.some(({ id }) => id === 'showChanges'));
export const isIdle = (posted: readonly ToWebview[]): boolean => {
  const last = posted.findLast(({ type }) => type === 'busy');
  return last?.type === 'busy' && last.message === undefined;
};

const NAMES = new Map([
  ['shop', 'Shop'],
  ['lab', 'Lab'],
]);

/** The parts with which a test opens panels. Everything except the service is reset before each test. */
export interface Panels {
  readonly service: Service;
  readonly connections: Connections;
  /** The listeners of the connections. */
  readonly changed: ReadonlySet<() => unknown>;
  /** The ID of the connection in use. Tests may change it and the next one. */
  inUse: string;
  isDown: boolean;
  deps: ReviewContext & TestServices;
  connectedAs(connectionId: string): Connected;
  requestId(title: RegExp): Promise<string>;
  /** Opens a panel that is closed after the test. */
  panel(): FakePanel;
  /** Opens the review of the request with this title, and waits until it is complete. */
  openReview(title: RegExp): Promise<FakePanel>;
}

/** For the tests of one file. */
export function usePanels(options?: SandboxOptions, keyName: KeyName = 'submitter-key'): Panels {
  const service = useService(options);
  const changed = new Set<() => unknown>();
  let open: FakePanel[] = [];

  const connections = {
    async inUse() {
      if (panels.isDown) throw new Error('The sandbox did not start.');
      return panels.connectedAs(panels.inUse);
    },
    orAsk: async () => panels.connectedAs(panels.inUse),
    chosen: () => ({ id: panels.inUse, name: NAMES.get(panels.inUse) ?? '' }),
    nameOf: (id: string) => NAMES.get(id),
    async switchTo(id: string) {
      panels.inUse = id;
      for (const listener of changed) listener();
    },
    tryAgain: () => false,
    onDidChange(listener: () => unknown) {
      changed.add(listener);
      return { dispose: () => void changed.delete(listener) };
    },
  } as unknown as Connections;

  const panels: Panels = {
    service,
    connections,
    changed,
    inUse: 'shop',
    isDown: false,
    deps: {} as never,
    connectedAs(connectionId) {
      const client = service.as(keyName);
      const connectionName = NAMES.get(connectionId) ?? '';
      const keys = { keyName, keyNames: ['submitter-key', 'release-key'], email: undefined };
      return { connectionId, connectionName, origin: client.origin, isSandbox: false, isReadOnly: false, ...keys, client };
    },
    async requestId(title) {
      const { data } = await service.as('submitter-key').listChangeRequests({});
      return data.find((request) => title.test(request.title ?? ''))?.id ?? assert.fail(String(title));
    },
    panel() {
      const page = fakePanel();
      open.push(page);
      return page;
    },
    async openReview(title) {
      const page = panels.panel();
      attachReview(panels.deps, page.panel, await panels.requestId(title));
      page.say({ type: 'ready' });
      await page.until((posted) => has('keys')(posted) && isIdle(posted));
      return page;
    },
  };

  beforeEach(async () => {
    panels.inUse = 'shop';
    panels.isDown = false;
    made.length = 0;
    const store = new Memento();
    panels.deps = {
      ...testServices({ connections, memory: store }),
      panels: new Set(),
      typedKeys: new Map(),
      queue: { ids: [] },
    } as never;
    // Their identities are known, as after a submission with each.
    for (const keyName of panels.connectedAs('shop').keyNames) {
      const key = { ...panels.connectedAs('shop'), keyName };
      await rememberSubmission(store, key, `of ${keyName}`);
      await rememberIdentity(store, key, keyName);
    }
  });
  afterEach(() => {
    mock.restoreAll();
    mock.timers.reset();
    for (const page of [...open, ...made]) page.close();
    open = [];
  });
  return panels;
}
