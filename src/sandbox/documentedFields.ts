/** What the tables of admin-api.md give an object: in the documented-only mode an answer has no other field. */
import type { Service } from './call.ts';

/** Of a definition in a change request: it names no environment. What stands inside of a treatment or rule is as it was sent. */
const REQUESTED_DEFINITION = [
  'name',
  'treatments',
  'defaultTreatment',
  'trafficAllocation',
  'rules',
  'defaultRule',
  'killed',
  'openChangeRequestId',
] as const;

/** Of one that is read: the table has `killed` and `openChangeRequestId` in change requests only. */
const READ_DEFINITION = [
  ...REQUESTED_DEFINITION.filter((field) => field !== 'killed' && field !== 'openChangeRequestId'),
  'id',
  'environment',
  'trafficType',
] as const;

const FIELDS = {
  requestedDefinition: REQUESTED_DEFINITION,
  readDefinition: READ_DEFINITION,
  uploadedSegment: ['name', 'environmentURN', 'description', 'status', 'creationTime', 'lastUpdateTime', 'type'],
  identity: ['key', 'values'],
} as const;

/** `shown` as it is, or in the documented-only mode what the document has of it. */
export function answered(service: Service, kind: keyof typeof FIELDS, shown: Readonly<Record<string, unknown>>): unknown {
  if (!service.isDocumentedOnly) return shown;
  const fields: readonly string[] = FIELDS[kind];
  return Object.fromEntries(Object.entries(shown).filter(([field]) => fields.includes(field)));
}
