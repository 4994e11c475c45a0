/** How long a click in the tree takes to its review in the real workbench, beside a click that opens an empty webview. */
import { inWorkbench } from './inWorkbench.ts';
import { inTurns } from './rounds.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

interface Opening {
  measure(kind: 'review' | 'empty'): Promise<number>;
  close(): Promise<void>;
}

export const measureOpening = (scale: Scale): Promise<readonly Row[]> =>
  inWorkbench('opening', scale, ['opening.mjs', 'startOpening'], async (opening: Opening, rounds) => {
    const times = await inTurns(
      { review: async () => opening.measure('review'), empty: async () => opening.measure('empty') },
      { rounds, warmUps: 2 },
    );
    const what = 'from the click in the tree to the review, with what it reads';
    return [
      compared(
        { name: 'opening', what, unit: 'ms', against: 'to an empty webview of another extension' },
        times.review,
        times.empty,
      ),
    ];
  });
