/** The part of the matrix with calls that change flags, and that submit and decide change requests. */
import { describeMatrix } from './describeMatrix.ts';
import { FLAG_CALLS } from './flagCalls.ts';
import { REQUEST_CALLS } from './requestCalls.ts';

describeMatrix('every change of flags', FLAG_CALLS);
describeMatrix('every change request', REQUEST_CALLS);
