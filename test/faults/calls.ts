/** All methods of the client in the matrix. */
import type { Call } from './call.ts';
import { FLAG_CALLS } from './flagCalls.ts';
import { READS } from './readCalls.ts';
import { REQUEST_CALLS } from './requestCalls.ts';
import { IDENTITY_CALLS, SEGMENT_CALLS } from './segmentCalls.ts';

export const CALLS: readonly Call[] = [...READS, ...SEGMENT_CALLS, ...IDENTITY_CALLS, ...FLAG_CALLS, ...REQUEST_CALLS];
