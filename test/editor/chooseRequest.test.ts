/** Review Change Request… from the palette: one page at a time, and any request by its id or a link. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Connected, Connections } from '../../src/editor/connected.ts';
import type { ReviewDeps } from '../../src/editor/review/index.ts';
import { panelKey } from '../../src/editor/review/subject.ts';
import { useService } from '../operations/service.ts';
import { log, Memento } from './fakeContext.ts';
import { made } from './fakePanel.ts';
import { answering } from './scripted.ts';

const { openReview } = await import('../../src/editor/review/openReview.ts');

const service = useService();
const LINK = 'By its id, or a link to it…';
const MORE = 'Load more…';
const ID = '73f32061-754e-4c22-8f40-a77b65f9e708';
let deps: ReviewDeps;
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
    onDidChange: () => ({ dispose: () => undefined }),
  } as unknown as Connections;
  deps = { connections, memory: new Memento(), log, panels: new Set() } as never;
});

describe('Review Change Request…', () => {
  it('shows the first page after one call, and the next when it is asked for', async () => {
    const asked = await answering([undefined], () => openReview(deps, undefined));
    assert.equal(pages(), 1);
    assert.deepEqual([asked[0]?.options.length, ...(asked[0]?.options.slice(-2) ?? [])], [6, MORE, LINK]);
    service.seen.length = 0;
    const [first, second, third] = await answering([MORE, MORE, undefined], () => openReview(deps, undefined));
    assert.equal(pages(), 3);
    assert.deepEqual([first?.options.length, second?.options.length, third?.options.length], [6, 10, 10]);
    assert.ok(!third?.options.includes(MORE));
    assert.equal(new Set(third?.options).size, 10);
  });

  it('opens what was chosen, also of a later page', async () => {
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const last = data.at(-1);
    await answering([MORE, MORE, last?.title ?? ''], () => openReview(deps, undefined));
    assert.deepEqual(opened(), [keyOf(last?.id ?? '')]);
  });

  it('takes an id or a link where others are chosen from, and in a box of its own', async () => {
    await answering([{ typed: `https://app.example/org/${ID}` }], () => openReview(deps, undefined));
    assert.deepEqual(opened(), [keyOf(ID)]);
    deps.panels.clear();
    await answering([LINK, ` ${ID.toUpperCase()} `], () => openReview(deps, undefined));
    assert.deepEqual(opened(), [keyOf(ID)]);
  });

  it('says that none is open, and still takes an id', async () => {
    service.onCall = ({ path }) =>
      path.startsWith('/changeRequests?')
        ? { status: 200, body: { data: [], nextMarker: null, previousMarker: null, limit: 4, count: 0 } }
        : undefined;
    const [asked] = await answering([LINK, undefined], () => openReview(deps, undefined));
    assert.deepEqual(asked?.options, [LINK]);
    assert.match(asked?.separators.join() ?? '', /No change request is open that this API key may see/);
  });
});
