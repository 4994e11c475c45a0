/** Whether an open change request is the one that was sent. */
import type { ChangeRequest, NewChangeRequest, NewFlagRequest } from '../api/model.ts';
import { RESPONSE_ONLY_FIELDS } from '../domain/definitions/definitionDiff.ts';
import { fieldOf, meaningful } from '../domain/definitions/sameValue.ts';

/** By operation, object, title, first comment and payload. Not by approvers: the environment may set them. */
export function isSameRequest(sent: NewChangeRequest, open: ChangeRequest): boolean {
  return (
    open.operationType === sent.operationType &&
    open.title === sent.title &&
    (open.comments[0]?.comment ?? '') === (sent.comment ?? '') &&
    ('segment' in sent ? !open.flag && isSameSegment(sent.segment, open.segment) : !open.segment && isSameFlag(sent, open.flag))
  );
}

function isSameSegment(
  sent: { readonly name: string; readonly keys: readonly string[] },
  open: ChangeRequest['segment'],
): boolean {
  if (open?.name !== sent.name) return false;
  const keys = new Set(sent.keys);
  const openKeys = new Set(open.keys);
  return keys.size === openKeys.size && [...keys].every((key) => openKeys.has(key));
}

function isSameFlag({ operationType, flag }: NewFlagRequest, open: ChangeRequest['flag']): boolean {
  if (open?.name !== flag.name) return false;
  // The others send the name only.
  if (operationType !== 'UPDATE' && operationType !== 'CREATE') return true;
  return Object.entries(flag)
    .filter(([field]) => !RESPONSE_ONLY_FIELDS.has(field) && field !== 'killed')
    .every(([field, value]) => isCovered(value, fieldOf(open, field)));
}

/** True if `open` says all that `sent` says; the service may add fields with their defaults. Lists are compared in order. */
function isCovered(sent: unknown, open: unknown): boolean {
  const value = meaningful(sent);
  if (value === undefined) return meaningful(open) === undefined;
  if (Array.isArray(value)) {
    return Array.isArray(open) && open.length === value.length && value.every((item, index) => isCovered(item, open[index]));
  }
  if (typeof value !== 'object') return value === open;
  if (typeof open !== 'object' || open === null) return false;
  return Object.entries(value as object).every(([name, item]) => isCovered(item, fieldOf(open, name)));
}
