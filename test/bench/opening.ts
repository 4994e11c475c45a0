/**
 * Measures how long clicks take in the real workbench: until the first row of the tree in a new window, and from the tree to a
 * review.
 */
import { inWorkbench } from './inWorkbench.ts';
import { inTurns } from './rounds.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

interface Opening {
  firstRow(kind: 'ours' | 'empty'): Promise<number>;
  panel(kind: 'ours' | 'empty'): Promise<number>;
  close(): Promise<void>;
}

export const measureOpening = (scale: Scale): Promise<readonly Row[]> =>
  inWorkbench('opening', scale, ['opening.mjs', 'startOpening'], async (opening: Opening, rounds) => {
    const panels = await inTurns(
      { ours: async () => opening.panel('ours'), empty: async () => opening.panel('empty') },
      { rounds, warmUps: 2 },
    );
    const rows = await inTurns(
      { ours: async () => opening.firstRow('ours'), empty: async () => opening.firstRow('empty') },
      { rounds, warmUps: 1 },
    );
    const claim = { name: 'opening', unit: 'ms' } as const;
    return [
      compared(
        { ...claim, what: 'from the click on the icon to the first row of the tree', against: 'a tree that asks no service' },
        rows.ours,
        rows.empty,
      ),
      compared(
        { ...claim, what: 'from the click in the tree to the review, with what it reads', against: 'to an empty webview' },
        panels.ours,
        panels.empty,
      ),
    ];
  });
