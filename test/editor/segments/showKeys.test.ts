/** Tests Show Keys: the list of the keys of a segment, the lens above it, and when it is out of date. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { SegmentKeys } from '../../../src/api/model.ts';
import type { ChangedPlace } from '../../../src/editor/window/events.ts';
import type { SegmentsContext } from '../../../src/editor/segments/segmentsContext.ts';
import { closeDocument, lenses } from '../fakeDocuments.ts';
import { pressNext, progresses, shown } from '../fakeVscode.ts';
import { testServices } from '../services.ts';
import { lastMessage, openWindow, service, textUri, type Window } from './window.ts';

const { showKeys } = await import('../../../src/editor/segments/showKeys.ts');
const { formatTime } = await import('../../../src/editor/words/requestWords.ts');

const target = {
  kind: 'segment',
  workspace: { id: 'w1', name: 'Storefront', requiresTitleAndComments: false },
  environment: { id: 'e1', name: 'staging', isProduction: false },
  name: 'beta',
  trafficType: 'account',
};

/** The texts of the document, newest last, and the names of the opened ones. */
const texts: string[] = [];
const names: string[] = [];
const text = (): string => texts.at(-1) ?? '';

const keysUpTo = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `acct-${index}`);
const pageOf = (all: readonly string[], offset: number, count = all.length): SegmentKeys => ({
  keys: all.slice(offset, offset + 1000).map((key) => ({ key })),
  count,
  offset,
  limit: 1000,
  openChangeRequestId: null,
});

/** Shows keys of a service that answers with these pages. `inUse` returns the ID of the connection in use. */
async function show(pageAt: (offset: number) => SegmentKeys | Promise<SegmentKeys>, inUse = (): string => 'c1'): Promise<void> {
  const keep = async (name: string, content: string) => {
    texts.push(content);
    return textUri(name);
  };
  const open = async (name: string, content: string) => {
    names.push(name);
    return keep(name, content);
  };
  const readKeys = async (_: string, __: string, { offset }: { readonly offset: number }) => pageAt(offset);
  const orAsk = async () => ({ connectionId: inUse(), connectionName: 'Sandbox', client: { readKeys } });
  const onDidChange = () => ({ dispose: () => undefined });
  const connections = { orAsk, nameOf: () => 'Sandbox', chosen: () => ({ name: 'Other' }), onDidChange };
  const deps = { ...testServices({ connections, texts: { open, keep } }), changes: { shown: new Set() } };
  await showKeys(deps as unknown as SegmentsContext, [{ target }]);
}

beforeEach(() => {
  texts.length = names.length = shown.length = progresses.length = 0;
});

describe('Show Keys', () => {
  it('shows the first page at once, says how many keys are missing after a failure, and continues with the API key that is then in use', async () => {
    const asked: number[] = [];
    pressNext('Go On…');
    await show((offset) => {
      asked.push(offset);
      if (asked.length === 2) throw new Error('gone');
      return pageOf(keysUpTo(3000), offset);
    });
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.deepEqual(
      [asked, names],
      [
        [0, 999, 999, 1998, 2997],
        ['beta – Storefront, staging.txt', 'beta – Storefront, staging.txt'],
      ],
    );
    assert.match(texts[0] ?? '', /^(?:acct-\d+\n){1000}\n# 1,000 of 3,000 keys\n$/);
    assert.match(texts[1] ?? '', /acct-999\n\n# 1,000 of 3,000 keys were read\. Run “Show Keys” again to read them all\.\n$/);
    assert.equal(progresses[1]?.said.at(-1), '3,000 of 3,000 keys');
    const { severity, message, buttons } = shown[0]!;
    assert.match(message, /: gone\. 1,000 of 3,000 keys were read\. Run “Show Keys” again/);
    assert.deepEqual([severity, buttons[0]], ['error', 'Go On…']);
    assert.equal(text(), `${keysUpTo(3000).join('\n')}\n`);
  });

  it('does not continue through a different connection', async () => {
    pressNext('Go On…');
    const connections = ['c1', 'c2'];
    await show(
      (offset) => {
        if (offset > 0) throw new Error('gone');
        return pageOf(keysUpTo(3000), offset);
      },
      () => connections.shift()!,
    );
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.match(lastMessage(), /switch to “Sandbox” first/);
  });

  it('reports if the service returns fewer keys than it counts, or more, or if somebody changes the segment meanwhile', async () => {
    for (const [keys, count] of [
      [40, 100],
      [8, 5],
    ] as const) {
      await show(() => pageOf(keysUpTo(keys), 0, count));
      const sentence = `The service counts ${count} keys but returned ${keys}. If somebody is changing the keys now, try again later.`;
      assert.equal(lastMessage(), sentence);
      assert.ok(text().endsWith(`acct-${keys - 1}\n\n# ${sentence}\n`));
    }
    const all = [...keysUpTo(3500)];
    await show((offset) => {
      const page = pageOf(all, offset);
      all.shift();
      return page;
    });
    const sentence = 'Somebody changed the segment while it was being read, so this list might be wrong. Run “Show Keys” again.';
    assert.equal(lastMessage(), sentence);
    assert.ok(text().endsWith(`\n# ${sentence}\n`));
  });

  it('says that the segment has no keys or is not active, and opens nothing', async () => {
    await show(() => pageOf([], 0));
    assert.equal(lastMessage(), 'beta contains no keys in Storefront / staging.');
    assert.deepEqual(shown.at(-1)?.buttons, ['Upload Keys from Current File…']);
    await show(() => Promise.reject(Object.assign(new Error('not found'), { kind: 'service', status: 404 })));
    assert.match(lastMessage(), /^beta is not active in .*staging, or this API key can’t see it\./);
    assert.deepEqual(texts, []);
  });

  it('keeps the keys that were read if the user cancels, and says above them that they are not all, without a message', async () => {
    await show((offset) => {
      if (offset === 0) return pageOf(keysUpTo(3000), offset);
      progresses[0]?.cancel();
      throw Object.assign(new Error('cancelled'), { name: 'AbortError', code: 'ABORT_ERR' });
    });
    assert.match(text(), /# 1,000 of 3,000 keys were read/);
    assert.deepEqual(shown, []);
    const [state] = lenses.at(-1)!.provideCodeLenses({ uri: textUri(names.at(-1)!) });
    assert.match(state!.command.title, /^\$\(warning\).*, only 1,000 of 3,000 keys$/);
  });
});

describe('a list of keys', () => {
  const uriOf = ({ target: { name, workspace, environment } }: Window) =>
    textUri(`${name} – ${workspace.name}, ${environment.name}.txt`);

  /** The lens above the list, and the arguments of its command. */
  function above(window: Window): readonly (readonly [title: string, argument: unknown])[] {
    const all = lenses.at(-1)?.provideCodeLenses({ uri: uriOf(window) }) ?? [];
    return all.map(({ command }) => [command.title.replaceAll('\u00A0', ' '), command.arguments?.[0]]);
  }
  const isOutdated = (window: Window): boolean => above(window)[0]![0].startsWith('$(warning)');

  function open(t: TestContext): Window {
    const window = openWindow(t);
    t.after(() => window.changes.lenses?.dispose());
    return window;
  }

  /** A window with the keys of a segment, the time before they were read, and the number of changes that the editor was told. */
  async function shownIn(t: TestContext) {
    t.mock.timers.enable({ apis: ['Date'], now: new Date(2026, 10, 26, 15, 4) });
    const window = open(t);
    const time = formatTime(Date.now());
    await showKeys(window, [window]);
    t.mock.timers.setTime(new Date(2026, 10, 26, 16, 30).getTime());
    const told = { times: 0 };
    lenses.at(-1)!.onDidChangeCodeLenses(() => (told.times += 1));
    return { window, time, told };
  }

  it('is outdated once its own segment was changed, is read again with its own connection, and is forgotten when it is closed', async (t) => {
    const { window, time, told } = await shownIn(t);
    const { environment, workspace, name } = window.target;
    const own: ChangedPlace = { object: 'segment', workspaceId: workspace.id, environmentId: environment.id, name };
    const fire = (place: ChangedPlace, connection = 'c1', isChanged = true): void =>
      window.events.fire({ kind: 'object', connection, place, isChanged });
    const others = [{ object: 'flag' }, { workspaceId: 'w2' }, { environmentId: 'e2' }, { name: 'another' }] as const;
    for (const other of others) fire({ ...own, ...other });
    fire(own, 'c2');
    fire(own, 'c1', false);
    assert.equal(isOutdated(window), false);
    told.times = 0;
    fire({ object: 'segment', workspaceId: workspace.id, name });
    assert.equal(told.times, 1, 'the editor is told');
    const [state, step] = above(window);
    const warning = `$(warning) Last read: ${time}. This window has changed the segment since then`;
    assert.deepEqual([state?.[0], step], [warning, ['Read Again', { target: window.target }]]);
    await showKeys(window, [step?.[1]]);
    assert.deepEqual(above(window)[0]?.[0], `$(history) Last read: ${formatTime(Date.now())}`);
    assert.equal(window.changes.shown.size, 1);
    told.times = 0;
    window.switchTo('c2');
    assert.deepEqual([told.times, above(window)[1]], [1, ['Switch Connection…', undefined]]);
    closeDocument(uriOf(window));
    assert.deepEqual([above(window), window.changes.shown.size], [[], 0]);
    await showKeys(window, [{ target: { ...window.target, name: 'no-such-segment' } }]);
    assert.equal(window.changes.shown.size, 0);
  });

  it('may lack changes that are made while it is read', async (t) => {
    const window = open(t);
    const { workspace, name } = window.target;
    const place = { object: 'segment', workspaceId: workspace.id, name } as const;
    service.onCall = ({ path }) => {
      if (/\/keys/.test(path)) window.events.fire({ kind: 'object', connection: 'c1', place, isChanged: true });
      return undefined;
    };
    await showKeys(window, [window]);
    assert.equal(isOutdated(window), true);
  });
});
