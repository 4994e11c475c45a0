/** Tests that every key in a file of a real program is sent, or that a doubt or a problem names its line. */
import { it } from 'node:test';
import * as fc from 'fast-check';
import { FIXED, runs } from '../../../../properties/runs.ts';
import { checkOracle, checkSent, file } from './sent.ts';

it('each key is sent or its line is reported, in files as programs write them', async () => {
  await fc.assert(fc.asyncProperty(file, checkSent), runs(500, FIXED));
});

it('the reader finds the same keys as a second, simple reader, in files as programs write them', async () => {
  await fc.assert(fc.asyncProperty(file, checkOracle), runs(500, FIXED));
});
