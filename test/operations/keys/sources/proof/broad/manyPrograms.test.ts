/** 20,000 files of real programs with `--all`. */
import { it } from 'node:test';
import * as fc from 'fast-check';
import { runs } from '../../../../../properties/runs.ts';
import { checkOracle, checkSent, file } from '../sent.ts';

it('in very many program-written files, each key is sent or its line is reported', async () => {
  await fc.assert(fc.asyncProperty(file, checkSent), runs(1000));
});

it('in very many program-written files, the reader finds the same keys as a second, simple reader', async () => {
  await fc.assert(fc.asyncProperty(file, checkOracle), runs(1000));
});
