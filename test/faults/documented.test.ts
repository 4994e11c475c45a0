/**
 * The matrix on a service that is exactly like admin-api.md: calls whose effect can be read. createFlag and saveIdentities are
 * missing, because no documented call reads a flag or an identity.
 */
import { CALLS } from './calls.ts';
import { describeMatrix } from './describeMatrix.ts';
import { describeOperations } from './describeOperations.ts';
import { OPERATIONS } from './operations.ts';

const METHODS = new Set<string>(
  `listWorkspaces listEnvironments listRolloutStatuses listSegments createSegment activateSegment uploadKeys readKeys removeKeys
  deleteSegment readDefinition submitChangeRequest listChangeRequests readChangeRequest decideChangeRequest`.split(/\s+/),
);
const BEYOND = ['closeRequest (rejected)', 'deactivateSegment', 'switchFlag', 'saveIdentities'];

describeMatrix(
  'every documented call',
  CALLS.filter(({ method, variant }) => METHODS.has(method) && variant !== 'REJECTED'),
  'documented',
);
describeOperations(
  'every operation on a service as documented',
  OPERATIONS.filter(({ title }) => !BEYOND.includes(title)).map((operation) =>
    // The documented definition does not contain its open requests.
    operation.title === 'submitRequest (of a flag)' ? { ...operation, isUnprovable: true } : operation,
  ),
  'documented',
);
