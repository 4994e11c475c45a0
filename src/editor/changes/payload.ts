/** The payload of a change request as the service expects it, and the flag or segment that it changes. */
import type { NewFlagRequest, NewSegmentRequest } from '../../api/model.ts';

export type Payload = Pick<NewSegmentRequest, 'operationType' | 'segment'> | Pick<NewFlagRequest, 'operationType' | 'flag'>;

export interface ChangedObject {
  readonly kind: 'flag' | 'segment';
  readonly name: string;
  readonly operation: string;
}

export function objectOf(payload: Payload): ChangedObject {
  const operation = payload.operationType;
  return 'segment' in payload
    ? { kind: 'segment', name: payload.segment.name, operation }
    : { kind: 'flag', name: payload.flag.name, operation };
}
