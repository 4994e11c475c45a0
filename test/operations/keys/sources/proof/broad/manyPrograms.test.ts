/** 20,000 files of real programs with `--all`. */
import { it } from 'node:test';
import * as fc from 'fast-check';
import { runs } from '../../../../../properties/runs.ts';
import { checkOracle, checkSent, file } from '../sent.ts';

it('each key is sent or its line is reported, in thousands of files as programs write them', async () => {
  await fc.assert(fc.asyncProperty(file, checkSent), runs(1000));
});

it('the reader finds the same keys as a second, simple reader, in thousands of files as programs write them', async () => {
  await fc.assert(fc.asyncProperty(file, checkOracle), runs(1000));
});
