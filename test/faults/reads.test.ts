/** The part of the matrix with calls that only read. */
import { describeMatrix } from './describeMatrix.ts';
import { READS } from './readCalls.ts';

describeMatrix('every read', READS);
