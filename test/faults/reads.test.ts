/** The part of the matrix whose calls change nothing. */
import { describeMatrix } from './describeMatrix.ts';
import { READS } from './readCalls.ts';

describeMatrix('every read', READS);
