/** Declares tests of calls under each fault. If the client repeats a call, the fault occurs once or in each attempt. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { titleOf, type Call } from './call.ts';
import { runCell, runControl } from './cell.ts';
import { isRepeated, type NamedFault } from './ending.ts';
import type { Seen } from './faultLink.ts';
import { casesOf } from '../properties/runs.ts';
import { FAULTS } from './faults.ts';
import { openFaultSetup, type Endpoints } from './faultSetup.ts';

/** The number of shown failures. More would only take time. */
const ENOUGH = 5;

/** Runs the cell of each column, and reports the number of cells and each failure. */
export async function runColumns<Column>(
  t: TestContext,
  columns: readonly (readonly [index: number, column: Column])[],
  nameOf: (column: Column) => string,
  run: (column: Column, index: number) => Promise<void>,
): Promise<void> {
  const surprises: string[] = [];
  for (const [index, column] of columns) {
    if (surprises.length >= ENOUGH) break;
    await run(column, index).catch((error: unknown) => surprises.push(`${nameOf(column)}: ${String(error)}`));
  }
  t.diagnostic(`${columns.length} cells`);
  assert.deepEqual(surprises, []);
}

/**
 * Each fault in each scope. A fault of a connection has only the scope of everything, because it affects all requests on it.
 */
export const scoped = <Scope extends string>(scopes: readonly Scope[]): readonly (NamedFault & { readonly scope: Scope })[] =>
  FAULTS.flatMap((fault) =>
    scopes.filter((scope) => scope === 'everything' || fault.fault?.at !== 'connection').map((scope) => ({ ...fault, scope })),
  );

export const isWrite = ({ method }: Seen): boolean => method !== 'GET';

interface Column {
  readonly title: string;
  readonly faults: readonly NamedFault[];
  readonly isKept: boolean;
}

/** Only the first attempt can use an existing connection, so a lasting fault shows nothing new. */
const columnsOf = (call: Call): readonly Column[] =>
  FAULTS.flatMap((fault) => [
    { title: `${fault.name}, once`, faults: [fault], isKept: false },
    { title: `${fault.name}, once, on a kept connection`, faults: [fault], isKept: true },
    ...(isRepeated(call, fault) ? [{ title: `${fault.name}, always`, faults: [fault, fault, fault], isKept: false }] : []),
  ]);

/** Returns the number of cells of the calls. */
const cellsOf = (calls: readonly Call[]): number => calls.reduce((sum, call) => sum + columnsOf(call).length, 0);

/** Declares one test for each call. It reports the number of cells and each failure. */
export function describeMatrix(what: string, calls: readonly Call[], endpoints?: Endpoints): void {
  describe(`${what} under every fault: ${calls.length} × ${FAULTS.length}, ${cellsOf(calls)} cells`, { concurrency: 2 }, () => {
    for (const [first, call] of calls.entries()) {
      it(titleOf(call), async (t) => {
        const setup = await openFaultSetup(endpoints);
        t.after(() => setup.close());
        const control = await runControl(setup, call, 'cell-control-x');
        const columns = casesOf(columnsOf(call), first);
        const run = ({ faults, isKept }: Column, index: number) =>
          runCell(setup, { name: `cell-${index}-x`, call, faults, isKept }, control);
        await runColumns(t, columns, ({ title }) => title, run);
      });
    }
  });
}
