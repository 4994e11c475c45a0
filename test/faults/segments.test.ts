/** The part of the matrix with calls that change segments and identities. */
import { describeMatrix } from './describeMatrix.ts';
import { IDENTITY_CALLS, SEGMENT_CALLS } from './segmentCalls.ts';

describeMatrix('every change of segments', SEGMENT_CALLS);
describeMatrix('every change of identities', IDENTITY_CALLS);
