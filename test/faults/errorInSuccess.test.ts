/** Tests that an error body with a success status is an error, for each call of the client. */
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
    it(`for ${titleOf(call)}`, async (t) => {
      const stage = await openStage();
      t.after(() => stage.close());
      const control = await runControl(stage, call, 'cell-control-x');
      for (const [index, fault] of ERRORS_IN_SUCCESS.entries()) {
        // If the client repeats the call, each attempt gets the error, so the call ends with it.
        const faults = isRepeated(call, fault) ? [fault, fault, fault] : [fault];
        const cell = { name: `cell-${index}-x`, call, faults, isKept: false };
        await assert.doesNotReject(runCell(stage, cell, control), fault.name);
      }
    });
  }
});
