/** All operations on a service that has all calls. */
import { describeOperations } from './describeOperations.ts';
import { OPERATIONS } from './operations.ts';

describeOperations('every operation', OPERATIONS);
