/** Tests what the editor gets for the text of a definition: hovers, outline, completions, and the names in its environment. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { providers, Typed } from './fakeEditor.ts';
import { openWindow, type Window } from './window.ts';
import type { Connections } from '../../../src/editor/window/connected.ts';

const { createKnownNames } = await import('../../../src/editor/definitions/knownNames.ts');

const service = useService();

let window: Window;

afterEach(() => window.dispose());

async function open(flag = 'checkout-redesign'): Promise<Typed> {
  window = await openWindow(service);
  const uri = window.uri(flag, 'production');
  return new Typed(uri, await window.read(uri));
}

const ask = async <T>(name: string, method: string, ...args: readonly unknown[]): Promise<T> =>
  (await providers.get(name)![method]!(...(args as never[]))) as T;

const hover = async (document: Typed, at: string, plus = 1): Promise<string> => {
  const found = await ask<{ contents: readonly { value: string }[] } | undefined>(
    'hover',
    'provideHover',
    document,
    document.getText().indexOf(at) + plus,
  );
  return found?.contents.map(({ value }) => value).join('\n') ?? '';
};

describe('the hover in a definition', () => {
  it('describes a segment with its data in the service', async () => {
    assert.match(await hover(await open(), 'beta-accounts'), /beta-accounts/);
  });

  it('describes a matcher type, also an incomplete one, and a time in UTC', async () => {
    const document = await open();
    const typed = document.getText();
    assert.match(await hover(document, 'IN_SEGMENT'), /^key is in the segment “beta-accounts”$/);
    document.type(typed.replace(/rules:/, 'rules:\n  - condition: {matchers: [{type: BETWEEN_SEMVER}, {type: ON_DATE, attribute: a, date: 0}]}'));
    assert.equal(await hover(document, 'BETWEEN_SEMVER'), '');
    assert.match(await hover(document, 'date: 0', 6), /^1970-01-01 00:00 UTC\n/);
  }); // prettier-ignore
});

describe('the outline of a definition', () => {
  interface Symbol {
    readonly name: string;
    readonly detail: string;
    readonly children: readonly Symbol[];
  }

  it('has its treatments and rules in words', async () => {
    const symbols = await ask<readonly Symbol[]>('symbols', 'provideDocumentSymbols', await open());
    const rules = symbols.find(({ name }) => name === 'Rules');
    assert.equal(rules?.children[0]?.name, 'Rule 1: key is in the segment “beta-accounts”');
    assert.match(rules.children[0].detail, /^on/);
    assert.deepEqual(symbols.map(({ name }) => name).toSorted(), ['Default rule', 'Rules', 'Treatments']);
  });
});

describe('a completion in a definition', () => {
  interface Item {
    readonly label: { readonly label: string; readonly description?: string };
    readonly insertText: string | { readonly value: string };
    readonly filterText: string;
    readonly sortText: string;
    readonly command?: { readonly command: string };
  }
  const offered = async (document: Typed, offset: number): Promise<readonly Item[]> =>
    ask<readonly Item[]>('completion', 'provideCompletionItems', document, offset);

  it('is found by its shown label', async () => {
    const document = await open();
    const at = document.getText().indexOf('defaultRule:\n  - ') + 'defaultRule:\n  - '.length;
    const half = (await offered(document, at)).find(({ label }) => label.label === '50/50 rollout');
    assert.equal(half?.filterText, '50/50 rollout');
  });

  it('includes the segments of the workspace, and whether they are active here', async () => {
    const document = await open();
    const at = document.getText().indexOf('string: beta') + 'string: '.length;
    const items = await offered(document, at);
    const beta = items.find(({ label }) => label.label === 'beta-accounts');
    assert.match(beta?.label.description ?? '', /segment of type account/);
  });
});

describe('names in an environment', () => {
  afterEach(() => window.dispose());

  interface Position {
    readonly offset: number;
    readonly limit: number;
  }

  const page = <T>(all: readonly T[], { offset, limit }: Position) => ({
    objects: all.slice(offset, offset + limit),
    offset,
    limit,
    totalCount: all.length,
  });

  describe('the known names of an environment', () => {
    it('include thousands of segments; no segment counts as inactive if not all active ones were listed', async () => {
      window = await openWindow(service);
      const all = Array.from({ length: 3000 }, (_, number) => ({ name: `s${number}` }));
      const client = {
        listSegments: async (_: string, at: Position) => page(all, at),
        listActiveSegments: async (_: string, __: string, at: Position) => ({ ...page(all.slice(1000), at), totalCount: 3000 }),
        listFlags: async () => undefined,
        listRolloutStatuses: async () => [],
      };
      const connections = { inUse: async () => ({ connectionId: 'c1', client }) } as unknown as Connections;
      const { segments } = await createKnownNames(connections).of(window.place('checkout-redesign'));
      assert.deepEqual([segments?.isComplete, segments?.items.length], [true, 3000]);
      const isActive = (name: string) => segments?.items.find((one) => one.name === name)?.isActive;
      assert.deepEqual([isActive('s0'), isActive('s2999')], [undefined, true]);
    });

    it('do not delay completions that come from the text itself', async () => {
      window = await openWindow(service);
      const uri = window.uri('checkout-redesign');
      const document = new Typed(uri, await window.read(uri));
      let answer = (): void => undefined;
      const late = new Promise<void>((resolve) => (answer = resolve));
      service.onCall = async ({ path }) => {
        if (path.startsWith('/segments/')) await late;
        return undefined;
      };
      const at = document.getText().indexOf('defaultTreatment: ') + 'defaultTreatment: '.length;
      const found = (await providers.get('completion')!['provideCompletionItems']!(document as never, at as never)) as {
        readonly items: readonly { readonly label: { readonly label: string } }[];
        readonly isIncomplete: boolean;
      };
      answer();
      assert.deepEqual([found.items.map(({ label }) => label.label).toSorted(), found.isIncomplete], [['off', 'on'], true]);
    });
  });
});
