/** Describes calls under every fault. Where the client tries again, the fault is there once, or for as long as it tries. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { titleOf, type Call } from './call.ts';
import { runCell, runControl } from './cell.ts';
import { isRepeated } from './ending.ts';
import type { NamedFault } from './ending.ts';
import { casesOf } from '../properties/runs.ts';
import { FAULTS } from './faults.ts';
import { openStage, type Endpoints } from './stage.ts';

/** Surprises that show what is wrong; more would only take their time. */
export const ENOUGH = 5;

interface Column {
  readonly title: string;
  readonly faults: readonly NamedFault[];
  readonly isKept: boolean;
}

/** Only the first attempt can be on a connection that is kept, so there is no more to see in a fault that stays. */
const columnsOf = (call: Call): readonly Column[] =>
  FAULTS.flatMap((fault) => [
    { title: `${fault.name}, once`, faults: [fault], isKept: false },
    { title: `${fault.name}, once, on a kept connection`, faults: [fault], isKept: true },
    ...(isRepeated(call, fault) ? [{ title: `${fault.name}, always`, faults: [fault, fault, fault], isKept: false }] : []),
  ]);

/** How many cells the calls have. */
const cellsOf = (calls: readonly Call[]): number => calls.reduce((sum, call) => sum + columnsOf(call).length, 0);

/** One test for each call, which says how many cells it had and names each surprise. */
export function describeMatrix(what: string, calls: readonly Call[], endpoints?: Endpoints): void {
  describe(`${what} under every fault: ${calls.length} × ${FAULTS.length}, ${cellsOf(calls)} cells`, { concurrency: 2 }, () => {
    for (const [first, call] of calls.entries()) {
      it(titleOf(call), async (t) => {
        const stage = await openStage(endpoints);
        t.after(() => stage.close());
        const control = await runControl(stage, call, 'cell-control-x');
        const surprises: string[] = [];
        const columns = casesOf(columnsOf(call), first);
        for (const [index, { title, faults, isKept }] of columns) {
          if (surprises.length >= ENOUGH) break;
          const cell = { name: `cell-${index}-x`, call, faults, isKept };
          await runCell(stage, cell, control).catch((error: unknown) => surprises.push(`${title}: ${String(error)}`));
        }
        t.diagnostic(`${columns.length} cells`);
        assert.deepEqual(surprises, []);
      });
    }
  });
}
