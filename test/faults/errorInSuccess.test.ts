/** An error body in an answer whose status says success is an error, in every call of the client. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { titleOf } from './call.ts';
import { CALLS } from './calls.ts';
import { runCell, runControl } from './cell.ts';
import { isRepeated } from './ending.ts';
import { ERRORS_IN_SUCCESS } from './faults.ts';
import { openStage } from './stage.ts';

describe('an error body in an answer of success is an error', () => {
  for (const call of CALLS) {
    it(`of ${titleOf(call)}`, async (t) => {
      const stage = await openStage();
      t.after(() => stage.close());
      const control = await runControl(stage, call, 'cell-control-x');
      for (const [index, fault] of ERRORS_IN_SUCCESS.entries()) {
        // If the client tries again, the error is there in each attempt, so that it is what the call ends with.
        const faults = isRepeated(call, fault) ? [fault, fault, fault] : [fault];
        const cell = { name: `cell-${index}-x`, call, faults, isKept: false };
        await assert.doesNotReject(runCell(stage, cell, control), fault.name);
      }
    });
  }
});
