/** Fields that have no words of their own: as the JSON they are. */
import type { FieldChange } from '../../domain/definitions/changed.ts';
import type { Detail } from '../../webview/protocol.ts';

/** Undefined = it is not there. */
export const asJson = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value));

export function fieldDetail({ field, before, after }: FieldChange): Detail {
  if (before === undefined) return { change: 'added', text: `${field}: ${asJson(after)}` };
  if (after === undefined) return { change: 'removed', text: `${field}: ${asJson(before)}` };
  return { change: 'edited', text: `${field}: ${asJson(before)} → ${asJson(after)}` };
}
