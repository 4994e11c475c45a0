/** Files of real programs: the keys that are sent are the keys that were written, or a doubt or a problem names the line. */
import { it } from 'node:test';
import * as fc from 'fast-check';
import { FIXED, runs } from '../../../../properties/runs.ts';
import { checkOracle, checkSent, file } from './sent.ts';

it('the keys of a file that a program wrote are sent, or their lines are named', async () => {
  await fc.assert(fc.asyncProperty(file, checkSent), runs(500, FIXED));
});

it('the reader finds in such files what a second, simple reader finds', async () => {
  await fc.assert(fc.asyncProperty(file, checkOracle), runs(500, FIXED));
});
