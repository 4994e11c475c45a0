/** Tests Show Keys: the list of the keys of a segment, the lens above it, and when it is out of date. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { SegmentKeys } from '../../../src/api/model.ts';
import type { SegmentsContext } from '../../../src/editor/segments/segmentsContext.ts';
import { log } from '../fakeContext.ts';
import { Uri, closeDocument, lenses } from '../fakeDocuments.ts';
import { pressNext, progresses, shown } from '../fakeVscode.ts';
import { testServices } from '../services.ts';
import type { ChangedPlace } from '../../../src/editor/window/events.ts';
import type { SegmentTarget } from '../../../src/editor/window/target.ts';
import { withReplies } from '../person.ts';
import { lines, openWindow, segmentIn, textUri, type Window } from './window.ts';
import { useUndo } from './undoing.ts';

const { showKeys } = await import('../../../src/editor/segments/showKeys.ts');
const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { formatTime } = await import('../../../src/editor/words/requestWords.ts');

const target = {
  kind: 'segment',
  workspace: { id: 'w1', name: 'Storefront', requiresTitleAndComments: false },
  environment: { id: 'e1', name: 'staging', isProduction: false },
  name: 'beta',
  trafficType: 'account',
};

/** The texts of the document, newest last. */
const texts: string[] = [];

const names: string[] = [];

type ReadKeys = (environment: string, name: string, page: { readonly offset: number }) => Promise<SegmentKeys>;

const pageOf = (all: readonly string[], offset: number, count = all.length): SegmentKeys => ({
  keys: all.slice(offset, offset + 1000).map((key) => ({ key })),
  count,
  offset,
  limit: 1000,
  openChangeRequestId: null,
});

async function show(readKeys: ReadKeys, inUse = (): string => 'c1'): Promise<void> {
  const keep = async (name: string, text: string): Promise<Uri> => {
    texts.push(text);
    return Uri.from({ scheme: 'flag-admin-text', path: `/${name}` });
  };
  const open = async (name: string, text: string): Promise<Uri> => {
    names.push(name);
    return keep(name, text);
  };
  const orAsk = async () => ({ connectionId: inUse(), connectionName: 'Sandbox', client: { readKeys } });
  const onDidChange = () => ({ dispose: () => undefined });
  const connections = { orAsk, nameOf: () => 'Sandbox', chosen: () => ({ name: 'Other' }), onDidChange };
  const deps = { ...testServices({ connections, texts: { open, keep }, log }), changes: { shown: new Set() } };
  await showKeys(deps as unknown as SegmentsContext, [{ target }]);
}

const keysUpTo = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `acct-${index}`);

beforeEach(() => {
  texts.length = 0;
  names.length = 0;
  shown.length = 0;
  progresses.length = 0;
});

describe('Show Keys', () => {
  it('shows 100,000 keys of 101 pages, the first at once', async () => {
    const all = keysUpTo(100_000);
    let calls = 0;
    await show(async (_environment, _name, { offset }) => {
      calls += 1;
      if (calls === 2) assert.equal(texts.length, 1);
      return pageOf(all, offset);
    });
    assert.equal(calls, 101);
    assert.deepEqual(names, ['beta – Storefront, staging.txt']);
    assert.deepEqual(
      texts.map((text) => text.split('\nacct-').length),
      [1000, 100_000],
    );
    assert.match(texts[0] ?? '', /\n\n# 1,000 of 100,000 keys\n$/);
    assert.equal(texts.at(-1), `${all.join('\n')}\n`);
    assert.equal(progresses[0]?.said.at(-1), '100,000 of 100,000 keys');
  });

  it('keeps the keys that were read if the service fails, and says how many are missing', async () => {
    const all = keysUpTo(3000);
    await show(async (_environment, _name, { offset }) => {
      if (offset === 1998) throw new Error('gone');
      return pageOf(all, offset);
    });
    assert.match(texts.at(-1) ?? '', /acct-1998\n\n# 1,999 of 3,000 keys were read\. Run Show Keys again to read them all\.\n$/);
    assert.equal(shown[0]?.severity, 'error');
    assert.match(shown[0]?.message ?? '', /: gone\. 1,999 of 3,000 keys were read\. Run Show Keys again/);
    assert.equal(shown[0]?.buttons[0], 'Go On…');
  });

  it('continues from there with the API key that is then in use', async () => {
    const all = keysUpTo(3000);
    const asked: number[] = [];
    pressNext('Go On…');
    await show(async (_environment, _name, { offset }) => {
      asked.push(offset);
      if (offset === 999 && asked.length === 2) throw new Error('gone');
      return pageOf(all, offset);
    });
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.deepEqual(asked, [0, 999, 999, 1998, 2997]);
    assert.equal(texts.at(-1), `${all.join('\n')}\n`);
  });

  it('does not continue through a different connection', async () => {
    pressNext('Go On…');
    const connections = ['c1', 'c2'];
    await show(
      async (_environment, _name, { offset }) => {
        if (offset > 0) throw new Error('gone');
        return pageOf(keysUpTo(3000), offset);
      },
      () => connections.shift()!,
    );
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.match(shown.at(-1)?.message ?? '', /“Sandbox”: switch to it first/);
  });

  it('reports if the service returns fewer keys than it counts, or more', async () => {
    await show(async () => pageOf(keysUpTo(40), 0, 100));
    assert.match(
      texts.at(-1) ?? '',
      /acct-39\n\n# The service counts 100 keys but gave 40\. If somebody changes them just now, try again\.\n$/,
    );
    assert.equal(shown.at(-1)?.message, 'The service counts 100 keys but gave 40. If somebody changes them just now, try again.');
    await show(async () => pageOf(keysUpTo(8), 0, 5));
    assert.equal(shown.at(-1)?.message, 'The service counts 5 keys but gave 8. If somebody changes them just now, try again.');
  });

  it('does not say that these are all if somebody changes the segment meanwhile', async () => {
    const all = [...keysUpTo(3500)];
    await show(async (_environment, _name, { offset }) => {
      const page = pageOf(all, offset);
      all.shift();
      return page;
    });
    const sentence = 'Somebody changed the segment while it was read, so these may not be its keys. Run Show Keys again.';
    assert.equal(shown.at(-1)?.message, sentence);
    assert.ok(texts.at(-1)?.endsWith(`\n# ${sentence}\n`));
  });

  it('says that the segment has no keys, and opens nothing', async () => {
    await show(async () => pageOf([], 0));
    assert.deepEqual(texts, []);
    assert.equal(shown.at(-1)?.message, 'beta holds no key in Storefront / staging yet.');
    assert.deepEqual(shown.at(-1)?.buttons, ['Upload Keys from Current File…']);
    const missing = Object.assign(new Error('not found'), { kind: 'service', status: 404 });
    await show(() => Promise.reject(missing));
    assert.match(shown.at(-1)?.message ?? '', /^beta is not active in .*staging, or this API key may not see it\./);
  });

  it('keeps the keys that were read if the user cancels, without a message', async () => {
    await show(async (_environment, _name, { offset }) => {
      if (offset === 0) return pageOf(keysUpTo(3000), offset);
      progresses[0]?.cancel();
      throw Object.assign(new Error('cancelled'), { name: 'AbortError', code: 'ABORT_ERR' });
    });
    assert.match(texts.at(-1) ?? '', /# 1,000 of 3,000 keys were read/);
    assert.deepEqual(shown, []);
  });
});

const { service } = useUndo();

const uriOf = ({ name, workspace, environment }: SegmentTarget) =>
  textUri(`${name} – ${workspace.name}, ${environment.name}.txt`);

/** The lens above a list, and the arguments of its command. */
function above(target: SegmentTarget): readonly (readonly [title: string, argument: unknown])[] {
  const shown = lenses.at(-1)?.provideCodeLenses({ uri: uriOf(target) }) ?? [];
  return shown.map(({ command }) => [command.title.replaceAll('\u00A0', ' '), command.arguments?.[0]]);
}

/** A window with the keys of a segment, and the time before they were read. */
async function shownIn(
  t: TestContext,
): Promise<{ readonly window: Window; readonly target: SegmentTarget; readonly time: string }> {
  t.mock.timers.enable({ apis: ['Date'], now: new Date(2026, 10, 26, 15, 4) });
  const window = openWindow(t, service);
  t.after(() => window.changes.lenses?.dispose());
  const target = segmentIn(service, 'development');
  const time = formatTime(Date.now());
  await showKeys(window, [{ target }]);
  t.mock.timers.setTime(new Date(2026, 10, 26, 16, 30).getTime());
  return { window, target, time };
}

const upload = (window: Window, target: SegmentTarget): Promise<readonly string[]> =>
  withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, window.drop('three.txt', lines(3), target)));

describe('a list of keys', () => {
  it('says that this window has changed the segment since, until it is read again', async (t) => {
    const { window, target, time } = await shownIn(t);
    let changes = 0;
    lenses.at(-1)!.onDidChangeCodeLenses(() => (changes += 1));
    await upload(window, target);
    assert.ok(changes > 0, 'the editor is told');
    const warning = `$(warning) Read ${time}. This window has changed the segment since`;
    const [state, step] = above(target);
    assert.deepEqual([state?.[0], step], [warning, ['Read Again', { target }]]);
    assert.doesNotMatch(window.opened.at(-1)!.text, /new-000001/);

    await showKeys(window, [step?.[1]]);
    assert.match(window.opened.at(-1)!.text, /new-000001/);
    assert.deepEqual(above(target)[0]?.[0], `$(history) Read ${formatTime(Date.now())}`);
    assert.equal(window.changes.shown.size, 1);
  });

  it('is marked as outdated only by a change of its own segment, environment, workspace and connection', async (t) => {
    const { window, target } = await shownIn(t);
    const { environment, workspace, name } = target;
    const own: ChangedPlace = { object: 'segment', workspaceId: workspace.id, environmentId: environment.id, name };
    const fire = (place: ChangedPlace, connection = 'c1', isChanged = true): void =>
      window.events.fire({ kind: 'object', connection, place, isChanged });
    const isChanged = (): boolean => above(target)[0]![0].startsWith('$(warning)');
    const others = [{ object: 'flag' }, { workspaceId: 'w2' }, { environmentId: 'e2' }, { name: 'another' }] as const;
    for (const other of others) fire({ ...own, ...other });
    fire(own, 'c2');
    fire(own, 'c1', false);
    assert.equal(isChanged(), false);
    fire({ object: 'segment', workspaceId: workspace.id, name });
    assert.equal(isChanged(), true, 'a change in all environments is one in this');
  });

  it('may lack changes that are made while it is read', async (t) => {
    const window = openWindow(t, service);
    t.after(() => window.changes.lenses?.dispose());
    const target = segmentIn(service, 'development');
    service.onCall = ({ path }) => {
      const place = { object: 'segment', workspaceId: target.workspace.id, name: target.name } as const;
      if (/\/keys/.test(path)) window.events.fire({ kind: 'object', connection: 'c1', place, isChanged: true });
      return undefined;
    };
    await showKeys(window, [{ target }]);
    service.onCall = () => undefined;
    assert.match(above(target)[0]?.[0] ?? '', /This window has changed the segment since$/);
  });

  it('is read again with its own connection only', async (t) => {
    const { window, target, time } = await shownIn(t);
    let changes = 0;
    lenses.at(-1)!.onDidChangeCodeLenses(() => (changes += 1));
    window.switchTo('c2');
    assert.equal(changes, 1);
    assert.deepEqual(above(target), [
      [`$(history) Read ${time}`, undefined],
      ['Switch Connection…', undefined],
    ]);
  });

  it('is forgotten when it is closed, or at once if it never opened', async (t) => {
    const { window, target } = await shownIn(t);
    closeDocument(uriOf(target));
    assert.deepEqual([above(target), window.changes.shown.size], [[], 0]);
    await showKeys(window, [{ target: { ...target, name: 'no-such-segment' } }]);
    assert.equal(window.changes.shown.size, 0);
  });
});
