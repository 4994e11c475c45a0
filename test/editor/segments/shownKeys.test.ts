/** A list that Show Keys shows: when it was read, and whether this window has changed the segment since. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ChangedPlace } from '../../../src/editor/window/events.ts';
import type { SegmentTarget } from '../../../src/editor/window/target.ts';
import { closeDocument, lenses } from '../fakeDocuments.ts';
import { withReplies } from '../person.ts';
import { lines, openWindow, segmentIn, textUri, type Window } from './window.ts';
import { useUndo } from './undoing.ts';

const { showKeys } = await import('../../../src/editor/segments/showKeys.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');
const { formatTime } = await import('../../../src/editor/words/requestWords.ts');

const { service } = useUndo();

const uriOf = ({ name, workspace, environment }: SegmentTarget) =>
  textUri(`${name} – ${workspace.name}, ${environment.name}.txt`);

/** What stands above a list, and what its button is called with. */
function above(target: SegmentTarget): readonly (readonly [title: string, argument: unknown])[] {
  const shown = lenses.at(-1)?.provideCodeLenses({ uri: uriOf(target) }) ?? [];
  return shown.map(({ command }) => [command.title.replaceAll('\u00A0', ' '), command.arguments?.[0]]);
}

/** A window with the keys of a segment in it, and the moment before they were read. */
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
  withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('three.txt', lines(3), target)));

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

  it('is changed by a change of its own segment, environment, workspace and connection alone', async (t) => {
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

  it('may lack what is changed while it is read', async (t) => {
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

  it('is forgotten once it is closed, and one that never opened at once', async (t) => {
    const { window, target } = await shownIn(t);
    closeDocument(uriOf(target));
    assert.deepEqual([above(target), window.changes.shown.size], [[], 0]);
    await showKeys(window, [{ target: { ...target, name: 'no-such-segment' } }]);
    assert.equal(window.changes.shown.size, 0);
  });
});
