/**
 * Writes values: shares of the traffic, and fields of a definition. A field is written as JSON, unless there are better words
 * for it.
 */
import * as vscode from 'vscode';
import type { Bucket } from '../../api/model.ts';
import type { BucketChange } from '../../domain/definitions/bucketDiff.ts';
import type { FieldChange } from '../../domain/definitions/sameValue.ts';
import type { Detail } from '../../webview/protocol.ts';
import { formatter } from './displayLanguage.ts';
import { nameOf } from './quotes.ts';
import { formatPercent } from './requestWords.ts';

const { t } = vscode.l10n;

/** The words for a missing value. */
export const notSet = (): string => t('not set');

export const asJson = (value: unknown): string => (value === undefined ? notSet() : JSON.stringify(value));

export function fieldDetail({ field, before, after }: FieldChange): Detail {
  if (before === undefined) return { change: 'added', text: `${field}: ${asJson(after)}` };
  if (after === undefined) return { change: 'removed', text: `${field}: ${asJson(before)}` };
  return { change: 'edited', text: `${field}: ${asJson(before)} → ${asJson(after)}` };
}

/** The maximum number of characters of a value in a sentence. Longer values are shown only in the rows of the review. */
const MAX_VALUE = 40;

/** Returns the name of a changed field of a definition. If the old and the new value are short, adds both. */
export function fieldChange(change: FieldChange): string {
  const name = fieldName(change.field);
  const lines = fieldLines(change);
  const text = (side: 'before' | 'after'): string => (change[side] === undefined ? notSet() : lines[side].join(', '));
  const [from, to] = [text('before'), text('after')];
  if (from.length > MAX_VALUE || to.length > MAX_VALUE) return name;
  return change.before === undefined ? t('{0}: {1}', name, to) : `${name} ${from} → ${to}`;
}

/** Returns the name of a field of a definition. Some fields have words of their own (service-beyond.md, Fuller shapes). */
export function fieldName(field: string): string {
  switch (field) {
    case 'flagSets':
      return t('Flag sets');
    case 'baselineTreatment':
      return t('Baseline treatment');
    case 'impressionsDisabled':
      return t('Impressions disabled');
    default:
      return field;
  }
}

/**
 * Returns both values of a changed field of a definition, with one line for each flag set. Empty if a value is undefined. If two
 * flag sets with different ids have the same name, the values are written as JSON, which shows the difference.
 */
export function fieldLines({ field, before, after }: FieldChange): Readonly<Record<'before' | 'after', readonly string[]>> {
  const own = { before: linesOf(field, before), after: linesOf(field, after) };
  if (own.before.join() !== own.after.join()) return own;
  return { before: [before].flat().map(asJson), after: [after].flat().map(asJson) };
}

function linesOf(field: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (field === 'flagSets' && Array.isArray(value)) return value.map((set) => nameOf(flagSetName(set)));
  if (field === 'baselineTreatment' && typeof value === 'string') return [nameOf(value)];
  return [asJson(value)];
}

/** Returns the name of a flag set. The service sends `{id, type, name?}` (service-beyond.md) or just the name. */
function flagSetName(set: unknown): string {
  const { name, id } = { ...(set as { readonly name?: unknown; readonly id?: unknown } | null) };
  const word = [set, name, id].find((one) => typeof one === 'string');
  return typeof word === 'string' ? word : asJson(set);
}

/** Returns for example "on 80%, off 20%". */
export function bucketsText(buckets: readonly Bucket[]): string {
  return buckets.map(({ treatment, size }) => `${nameOf(treatment)} ${formatPercent(size)}`).join(', ');
}

/** Returns for example "on 50% → 80%". If a treatment is missing on one side, its share there is 0%. */
export function shareText({ treatment, before = 0, after = 0 }: BucketChange): string {
  const [was, will] = [formatPercent(before), formatPercent(after)];
  return was === will ? `${nameOf(treatment)} ${will}` : `${nameOf(treatment)} ${was} → ${will}`;
}

/** Returns one line for each share that changes, and one for a changed order of the shares. */
export function shareDetails(shares: readonly BucketChange[], order: readonly Bucket[] | undefined): readonly Detail[] {
  return [
    ...shares
      .filter(({ before, after }) => before !== after)
      .map((share): Detail => ({ change: 'edited', text: shareWithDelta(share) })),
    ...(order ? [{ change: 'moved', text: orderText(order) } as const] : []),
  ];
}

export const orderText = (order: readonly Bucket[]): string => t('in a different order: {0}', bucketsText(order));

/** Returns for example "on 50% → 80% (+30)". The number in parentheses is in percentage points. */
function shareWithDelta(share: BucketChange): string {
  const { before = 0, after = 0 } = share;
  if (before === after) return shareText(share);
  return `${shareText(share)} (${formatter('delta').format(after - before)})`;
}
