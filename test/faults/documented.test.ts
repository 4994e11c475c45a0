/**
 * The matrix on a service that is exactly as admin-api.md: the calls that it has and whose effect it has a call to see. So no
 * createFlag and no saveIdentities: nothing in the document reads a flag or an identity.
 */
import type { Method } from './call.ts';
import { CALLS } from './calls.ts';
import { describeMatrix } from './describeMatrix.ts';
import { describeOperations } from './describeOperations.ts';
import { OPERATIONS } from './operations.ts';

const METHODS: ReadonlySet<Method> = new Set<Method>([
  'listWorkspaces',
  'listEnvironments',
  'listRolloutStatuses',
  'listSegments',
  'createSegment',
  'activateSegment',
  'uploadKeys',
  'readKeys',
  'removeKeys',
  'deleteSegment',
  'readDefinition',
  'submitChangeRequest',
  'listChangeRequests',
  'readChangeRequest',
  'decideChangeRequest',
]);
const BEYOND = ['closeRequest (rejected)', 'deactivateSegment', 'switchFlag', 'saveIdentities'];

describeMatrix(
  'every documented call',
  CALLS.filter(({ method, variant }) => METHODS.has(method) && variant !== 'REJECTED'),
  'documented',
);
describeOperations(
  'every operation on a service as documented',
  OPERATIONS.filter(({ title }) => !BEYOND.includes(title)).map((operation) =>
    // The document's definition does not say what is open on it.
    operation.title === 'submitRequest (of a flag)' ? { ...operation, isUnprovable: true } : operation,
  ),
  'documented',
);
