/** 20,000 files of real programs with `--all`. */
import { it } from 'node:test';
import * as fc from 'fast-check';
import { runs } from '../../../../../properties/runs.ts';
import { checkOracle, checkSent, file } from '../sent.ts';

it('the keys of very many files that programs wrote are sent, or their lines are named', async () => {
  await fc.assert(fc.asyncProperty(file, checkSent), runs(1000));
});

it('the reader finds in very many files what a second, simple reader finds', async () => {
  await fc.assert(fc.asyncProperty(file, checkOracle), runs(1000));
});
