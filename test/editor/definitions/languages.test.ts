/** Tests what the editor gets for the text of a definition: hovers, outline, completions, and the names in its environment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connections } from '../../../src/editor/window/connected.ts';
import { askProvider, type Typed } from './fakeEditor.ts';
import { openWindow, service, window } from './window.ts';

const { createKnownNames } = await import('../../../src/editor/definitions/knownNames.ts');

const open = async (): Promise<Typed> => {
  await openWindow();
  return window.openDocument(window.uri());
};
/** Returns the position behind a text. */
const behind = (document: Typed, text: string): number => document.getText().indexOf(text) + text.length;

describe('the hover in a definition', () => {
  const hover = async (document: Typed, at: string, plus = 1): Promise<string> => {
    const position = document.getText().indexOf(at) + plus;
    const found = await askProvider<{ contents: readonly { value: string }[] } | undefined>(
      'hover',
      'provideHover',
      document,
      position,
    );
    return found?.contents.map(({ value }) => value).join('\n') ?? '';
  };

  it('describes a segment, a matcher type, also an incomplete one, and a time in UTC', async () => {
    const document = await open();
    assert.match(await hover(document, 'beta-accounts'), /^beta-accounts \(segment of type account\)/);
    assert.match(await hover(document, 'IN_SEGMENT'), /^key is in the segment “beta-accounts”$/);
    const matchers = 'matchers: [{type: BETWEEN_SEMVER}, {type: ON_DATE, attribute: a, date: 0}]';
    document.type(document.getText().replace(/rules:/, `rules:\n  - condition: {${matchers}}`));
    assert.equal(await hover(document, 'BETWEEN_SEMVER'), '');
    assert.match(await hover(document, 'date: 0', 6), /^1970-01-01 00:00 UTC\n/);
  });
});

describe('the outline of a definition', () => {
  interface Symbol {
    readonly name: string;
    readonly detail: string;
    readonly children: readonly Symbol[];
  }

  it('has its treatments and rules in words', async () => {
    const symbols = await askProvider<readonly Symbol[]>('symbols', 'provideDocumentSymbols', await open());
    assert.deepEqual(symbols.map(({ name }) => name).toSorted(), ['Default rule', 'Rules', 'Treatments']);
    const rule = symbols.find(({ name }) => name === 'Rules')!.children[0]!;
    assert.equal(rule.name, 'Rule 1: key is in the segment “beta-accounts”');
    assert.match(rule.detail, /^on/);
  });
});

describe('a completion in a definition', () => {
  interface Item {
    readonly label: { readonly label: string; readonly description?: string };
    readonly filterText: string;
  }
  const offered = async <T = readonly Item[]>(document: Typed, text: string): Promise<T> =>
    askProvider<T>('completion', 'provideCompletionItems', document, behind(document, text));

  it('is found by its shown label, and includes the segments of the workspace, with their traffic types', async () => {
    const document = await open();
    const rollouts = await offered(document, 'defaultRule:\n  - ');
    assert.equal(rollouts.find(({ label }) => label.label === '50/50 rollout')?.filterText, '50/50 rollout');
    const segments = await offered(document, 'string: ');
    const beta = segments.find(({ label }) => label.label === 'beta-accounts');
    assert.match(beta?.label.description ?? '', /segment of type account/);
  });

  it('that comes from the text itself does not wait for the names of the service', async () => {
    const document = await open();
    const late = Promise.withResolvers<void>();
    service.onCall = async ({ path }) => {
      if (path.startsWith('/segments/')) await late.promise;
      return undefined;
    };
    const found = await offered<{ readonly items: readonly Item[]; readonly isIncomplete: boolean }>(
      document,
      'defaultTreatment: ',
    );
    late.resolve();
    assert.deepEqual([found.items.map(({ label }) => label.label).toSorted(), found.isIncomplete], [['off', 'on'], true]);
  });
});

it('the known names include thousands of segments; none counts as inactive if not all active ones were listed', async () => {
  await openWindow();
  const all = Array.from({ length: 3000 }, (_, number) => ({ name: `s${number}` }));
  interface Position {
    readonly offset: number;
    readonly limit: number;
  }
  const page = (some: typeof all, { offset, limit }: Position) => {
    const objects = some.slice(offset, offset + limit);
    return { objects, offset, limit, totalCount: 3000 };
  };
  const client = {
    listSegments: async (_: string, at: Position) => page(all, at),
    listActiveSegments: async (_: string, __: string, at: Position) => page(all.slice(1000), at),
    listFlags: async () => undefined,
    listRolloutStatuses: async () => [],
  };
  const connections = { inUse: async () => ({ connectionId: 'c1', client }) } as unknown as Connections;
  const { segments } = await createKnownNames(connections).of(window.place());
  assert.deepEqual([segments?.isComplete, segments?.items.length], [true, 3000]);
  const isActive = (name: string) => segments?.items.find((one) => one.name === name)?.isActive;
  assert.deepEqual([isActive('s0'), isActive('s2999')], [undefined, true]);
});
