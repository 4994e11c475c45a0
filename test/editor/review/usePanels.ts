/** Panels of reviews and comparisons on the real service, with two connections and a page that the test controls. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { rememberIdentity, rememberSubmission } from '../../../src/operations/learned/keyRecords.ts';
import type { Connected, Connections } from '../../../src/editor/window/connected.ts';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import type { ReviewContext } from '../../../src/editor/review/reviewContext.ts';
import type { Action, ActionId, ReviewView, ToWebview } from '../../../src/webview/protocol.ts';
import { useService, type KeyName, type Service } from '../../operations/service.ts';
import { connectedTo, connectionsOf, reviewContextOf } from '../connected.ts';
import { fakePanel, made, type FakePanel } from '../fakePanel.ts';
import { Memento } from '../fakeContext.ts';
import { answering, type Answer, type Asked } from '../scripted.ts';
import type { TestServices } from '../services.ts';

const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');

type Posted = readonly ToWebview[];
/** Returns true if a message of this type with this property was posted. */
export const has =
  <Type extends ToWebview['type']>(type: Type, is: (message: Extract<ToWebview, { type: Type }>) => boolean = () => true) =>
  (posted: Posted): boolean =>
    posted.some((message) => message.type === type && is(message as Extract<ToWebview, { type: Type }>));
export const isIdle = (posted: Posted): boolean => {
  const last = posted.findLast(({ type }) => type === 'busy');
  return last?.type === 'busy' && last.message === undefined;
};
/** True if a view was posted and nothing is in progress. */
export const isShown = (posted: Posted): boolean => has('view')(posted) && isIdle(posted);
/** A banner offers to show what changed. */
export const isStale = ({ view }: { readonly view: ReviewView }): boolean =>
  view.notices.some(({ steps }) => steps.some(({ id }) => id === 'showChanges'));

/** Waits long enough for a call that should not happen: 100 ms, and on a busy machine until timers are nearly on time again. */
export async function shortPause(): Promise<void> {
  await setTimeout(100);
  for (let turns = 0, late = LATE_MILLISECONDS; turns < 100 && late >= LATE_MILLISECONDS; turns += 1) {
    const start = performance.now();
    await setTimeout(10);
    late = performance.now() - start;
  }
}
/** Milliseconds of a pause of 10 ms on a busy machine. */
const LATE_MILLISECONDS = 30;
/** Waits until the expected calls have arrived, on any machine. The assertion after it checks for unexpected ones. */
export async function until(isThere: () => boolean): Promise<void> {
  for (let rests = 0; rests < 100 && !isThere(); rests += 1) await setTimeout(50);
}
/** Waits for the sizes of the segments, which arrive last. */
export const untilSized = (page: FakePanel): Promise<void> =>
  page.until(() => page.view().forWhom?.lines.some(({ text }) => / keys\)/.test(text)) === true);
export const MINUTE = 60_000;

export const textsOf = (lines: readonly { readonly text: string }[]): readonly string[] => lines.map(({ text }) => text);
/** The button with this ID, if the page has it. */
export const buttonOf = (page: FakePanel, id: ActionId): Action | undefined => page.view().actions.find((one) => one.id === id);

/** Presses a button of the page, and waits until the new view is complete, or for a different condition. */
export async function press(page: FakePanel, id: ActionId, isDone: (posted: Posted) => boolean = isShown): Promise<void> {
  page.posted.length = 0;
  page.say({ type: 'action', id });
  await page.until(isDone);
}

/** Presses a button, and answers its questions. */
export const pressAnswering = (
  ...[answers, ...pressed]: [readonly Answer[], ...Parameters<typeof press>]
): Promise<readonly Asked[]> => answering(answers, () => press(...pressed));

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
  const connections = connectionsOf(() => panels.connectedAs(panels.inUse), {
    async inUse() {
      if (panels.isDown) throw new Error('The sandbox did not start.');
      return panels.connectedAs(panels.inUse);
    },
    nameOf: (id) => NAMES.get(id),
    async switchTo(id) {
      panels.inUse = id;
      for (const listener of changed) listener();
    },
    onDidChange(listener: () => unknown) {
      changed.add(listener);
      return { dispose: () => void changed.delete(listener) };
    },
  });

  const panels: Panels = {
    service,
    connections,
    changed,
    inUse: 'shop',
    isDown: false,
    deps: {} as never,
    connectedAs: (connectionId) => connectedTo(service, keyName, { connectionId, connectionName: NAMES.get(connectionId) ?? '' }),
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
    const memory = new Memento();
    panels.deps = reviewContextOf({ connections, memory });
    // Their identities are known, as after a submission with each.
    for (const name of panels.connectedAs('shop').keyNames) {
      const key = { ...panels.connectedAs('shop'), keyName: name };
      await rememberSubmission(memory, key, `of ${name}`);
      await rememberIdentity(memory, key, name);
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
