/**
 * Tests operations with several calls under each fault: on all calls, only on the write, and on the reads after a lost answer. No
 * change request exists twice, and the reported outcome is true.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoSecret, assertUsable, endCell, withoutHang } from './cell.ts';
import { casesOf } from '../properties/runs.ts';
import { isUnknownOutcome } from '../../src/operations/lostAnswer.ts';
import { endingOf } from './ending.ts';
import { isWrite, runColumns, scoped } from './describeMatrix.ts';
import type { NamedFault } from './ending.ts';
import type { Operation, OperationOutcome } from './operations.ts';
import { openFaultSetup, type Endpoints, type FaultSetup } from './faultSetup.ts';
import type { MessageFault, Seen } from './faultLink.ts';
import type { Fault } from './tcpFaultProxy.ts';

const SCOPES = ['everything', 'the write', 'the reads after a lost answer'] as const;
type Scope = (typeof SCOPES)[number];

interface Column extends NamedFault {
  readonly scope: Scope;
}

const COLUMNS: readonly Column[] = scoped(SCOPES);

const LOST_ANSWER: MessageFault = { at: 'answer', how: 'reset', after: () => 0 };

/** Returns what the proxy does. `seen`: the requests so far, including the current one. */
function faultOn(scope: Scope, fault: Fault | undefined, seen: readonly Seen[]): Parameters<FaultSetup['proxy']['set']>[0] {
  if (scope === 'everything' || fault?.at === 'connection') return fault;
  if (scope === 'the write') return (request) => (isWrite(request) ? fault : undefined);
  return (request) => {
    const writes = seen.filter(isWrite).length;
    if (isWrite(request)) return writes === 1 ? LOST_ANSWER : undefined;
    return writes > 0 ? fault : undefined;
  };
}

async function runCell(setup: FaultSetup, operation: Operation, name: string, column: Column): Promise<void> {
  const { place, proxy } = setup;
  const run = await operation.begin(place, name);
  const client = setup.client(operation.as);
  try {
    proxy.seen.length = 0;
    await proxy.set(faultOn(column.scope, column.fault, proxy.seen));
    const told = await withoutHang(run(client)).catch((error: unknown): OperationOutcome =>
      isUnknownOutcome(error) ? { outcome: 'unknown', error: error.cause } : { outcome: 'thrown', error },
    );
    const writes = proxy.seen.filter(isWrite);
    await proxy.set(undefined);
    assertNoSecret(told.error, setup.secrets);
    const isDone = await operation.isDone(place, name, told);
    assertTold(operation, told, isDone, column);
    assert.ok(operation.isRepeated || writes.length <= 1, `it is sent at most once, not ${writes.length} times`);
    await assertUsable(client, place);
  } finally {
    await endCell(proxy, client);
  }
}

/** Asserts that the reported outcome matches the state of the service. */
function assertTold(operation: Operation, told: OperationOutcome, isDone: boolean, { ending, scope }: Column): void {
  const { success, isRepeated, isUnprovable } = operation;
  const where = `${told.outcome}, and it is ${isDone ? '' : 'not '}done: ${String(told.error)}`;
  if (told.outcome === success) return assert.ok(isDone, where);
  const isLost = ending !== 'success' || (isUnprovable && scope === 'the reads after a lost answer');
  assert.ok(['thrown', 'refused', 'unknown', 'stopped'].includes(told.outcome) && isLost, where);
  const failure = endingOf(told.error);
  // If a call is repeated, an earlier attempt may have succeeded.
  if (isRepeated || !isDone) return;
  assert.ok(!/^(?:unsent|redirect|service 4..)$/.test(failure), where);
  if (!isUnprovable) assert.notEqual(scope, 'the write', `whoever can look finds what was done: ${where}`);
}

/** Declares one test for each operation. It reports the number of cells and each failure. */
export function describeOperations(what: string, operations: readonly Operation[], endpoints?: Endpoints): void {
  const cells = operations.length * COLUMNS.length;
  describe(`${what} under every fault: ${cells} cells`, { concurrency: 2 }, () => {
    for (const [first, operation] of operations.entries()) {
      it(operation.title, async (t) => {
        const setup = await openFaultSetup(endpoints);
        t.after(() => setup.close());
        const nameOf = ({ name, scope }: Column): string => `${name}, on ${scope}`;
        const run = (column: Column, index: number) => runCell(setup, operation, `cell-${index}-x`, column);
        await runColumns(t, casesOf(COLUMNS, first), nameOf, run);
      });
    }
  });
}
