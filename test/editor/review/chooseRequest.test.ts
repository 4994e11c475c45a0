/** Tests Review Change Request… from the palette: page by page, and any request by its ID or a link. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected, Connections } from '../../../src/editor/window/connected.ts';
import type { ReviewContext } from '../../../src/editor/review/reviewContext.ts';
import { panelKey } from '../../../src/editor/review/subject.ts';
import { useService } from '../../operations/service.ts';
import { made } from '../fakePanel.ts';
import { executed } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';

const { openReview } = await import('../../../src/editor/review/openReview.ts');

const service = useService();
const MORE = 'Load more…';
const ID = '73f32061-754e-4c22-8f40-a77b65f9e708';
let deps: ReviewContext;
/** Requests on a page. */
let limit: number;
const opened = (): readonly string[] => [...deps.panels].map(({ key }) => key());
const keyOf = (id: string): string => panelKey({ kind: 'request', id }, { connectionId: 'c', connectionName: 'Shop' });
const pages = (): number => service.count('GET', /^\/changeRequests\?/);

beforeEach(() => {
  limit = 4;
  made.length = 0;
  const plain = service.as('submitter-key');
  const client = {
    ...plain,
    listChangeRequests: (query: object, options?: object) => plain.listChangeRequests({ ...query, limit }, options),
  };
  const connected = { connectionId: 'c', connectionName: 'Shop', origin: plain.origin, client } as unknown as Connected;
  const connections = {
    inUse: async () => connected,
    orAsk: async () => connected,
    chosen: () => ({ id: 'c', name: 'Shop' }),
    onDidChange: () => ({ dispose: () => undefined }),
  } as unknown as Connections;
  deps = { ...testServices({ connections }), panels: new Set(), queue: { ids: [] } } as never;
});

/** A list that the test controls directly. */
function handPick() {
  const { window } = (globalThis as unknown as { fakeVscode: { window: { createQuickPick: unknown } } }).fakeVscode;
  const before = window.createQuickPick;
  let typed: (text: string) => void = () => undefined;
  const hand = {
    items: [] as readonly { readonly label: string }[],
    fills: 0,
    shown: 0,
    type(text: string) {
      pick.value = text;
      typed(text);
    },
    hide: (): void => undefined,
    end: (): void => void (window.createQuickPick = before),
  };
  const nothing = (): object => ({ dispose: () => undefined });
  const pick = {
    value: '',
    set items(given: typeof hand.items) {
      hand.fills += 1;
      hand.items = given;
    },
    get items() {
      return hand.items;
    },
    onDidAccept: nothing,
    onDidTriggerButton: nothing,
    onDidHide: (listener: () => void) => void (hand.hide = listener),
    onDidChangeValue: (listener: typeof typed) => void (typed = listener),
    show: () => (hand.shown += 1),
    dispose: () => undefined,
  };
  window.createQuickPick = () => pick;
  return hand;
}

describe('Review Change Request…', () => {
  it('shows the first page after one call, and the next page on demand', async () => {
    const asked = await answering([undefined], () => openReview(deps, undefined));
    assert.equal(pages(), 1);
    assert.deepEqual([asked[0]?.options.length, asked[0]?.options.at(-1)], [5, MORE]);
    service.seen.length = 0;
    const [first, second, third] = await answering([MORE, MORE, undefined], () => openReview(deps, undefined));
    assert.equal(pages(), 2, 'the first page is known');
    assert.deepEqual([first?.options.length, second?.options.length, third?.options.length], [5, 9, 9]);
    assert.ok(!third?.options.includes(MORE));
    assert.equal(new Set(third?.options).size, 9);
  });

  it('describes each row by its environment and object, as far as they are known', async () => {
    limit = 100;
    const [asked] = await answering([undefined], () => openReview(deps, undefined));
    assert.ok(asked?.options.some((row) => /^New search.* · production.* · new-search$/.test(row)));
    assert.ok(asked?.options.some((row) => /^Remove ended trials · environment unknown.* · trial-accounts$/.test(row)));
  });

  it('opens the chosen request, also one of a later page', async () => {
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const last = data.at(-1);
    await answering([MORE, MORE, last?.title ?? ''], () => openReview(deps, undefined));
    assert.deepEqual(opened(), [keyOf(last?.id ?? '')]);
  });

  it('accepts a typed ID before the list has arrived', async () => {
    let answered = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answered = resolve));
    service.onCall = async ({ path }) => {
      if (path.startsWith('/changeRequests?')) await asked;
      return undefined;
    };
    const pick = handPick();
    const opening = openReview(deps, undefined);
    while (pick.shown === 0) await setTimeout(5);
    pick.type(ID);
    answered();
    while (pick.items.length < 3) await setTimeout(5);
    assert.equal(pick.items[0]?.label, `Open ${ID}`);
    const { fills } = pick;
    pick.type('new search');
    assert.equal(pick.items.length, 5);
    pick.type('new search!');
    assert.equal(pick.fills, fills + 1, 'what is shown is not filled again while nothing is made of what is typed');
    pick.hide();
    await opening;
    pick.end();
  });

  it('opens a pasted link, which may lead to a different service, and does not use only its ID', async () => {
    const link = `vscode://flag-admin.flag-admin/open?origin=https%3A%2F%2Fother.example&kind=changeRequest&id=${ID}`;
    await answering([{ typed: link }], () => openReview(deps, undefined));
    assert.deepEqual(executed.at(-1), ['flagAdmin.link.open', link]);
    assert.deepEqual(opened(), []);
  });

  it('says that no request is open, and still accepts an ID', async () => {
    service.onCall = ({ path }) =>
      path.startsWith('/changeRequests?')
        ? { status: 200, body: { data: [], nextMarker: null, previousMarker: null, limit: 4, count: 0 } }
        : undefined;
    const [asked] = await answering([{ typed: ID }], () => openReview(deps, undefined));
    assert.deepEqual(opened(), [keyOf(ID)]);
    assert.match(asked?.separators.join() ?? '', /No change request is open/);
  });
});
