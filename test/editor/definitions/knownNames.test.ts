/** What is known of a place where the service has more than is read, or takes long. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Connections } from '../../../src/editor/window/connected.ts';
import { useService } from '../../operations/service.ts';
import { providers, Typed } from './fakeEditor.ts';
import { openWindow, type Window } from './window.ts';

const { createKnownNames } = await import('../../../src/editor/definitions/knownNames.ts');

const service = useService();
let window: Window;
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
