/**
 * Describes a change request: its status, what it asks for, who submitted it, and when. One table has the icon, tone and word
 * for each status.
 */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { submitterOf } from '../../domain/changeRequests/decisions.ts';
import { undocumentedSegmentOf, type UndocumentedSegment } from '../../domain/changeRequests/requestEffect.ts';
import type { Aging, Tone } from '../../webview/protocol.ts';
import { formatter } from './displayLanguage.ts';

const { t } = vscode.l10n;

export interface StatusStyle {
  readonly label: string;
  readonly icon: string;
  readonly tone: Tone;
}

const statusStyles: Readonly<Record<string, () => StatusStyle>> = {
  REQUESTED: () => ({ label: t('Waiting for approval'), icon: 'git-pull-request', tone: 'info' }),
  APPROVED: () => ({ label: t('Approved'), icon: 'check', tone: 'good' }),
  PUBLISHED: () => ({ label: t('Published'), icon: 'pass', tone: 'good' }),
  REJECTED: () => ({ label: t('Rejected'), icon: 'circle-slash', tone: 'danger' }),
  WITHDRAWN: () => ({ label: t('Withdrawn'), icon: 'discard', tone: 'neutral' }),
  SCHEDULE_REQUESTED: () => ({ label: t('Waiting, scheduled'), icon: 'clock', tone: 'info' }),
  SCHEDULED: () => ({ label: t('Scheduled'), icon: 'clock', tone: 'info' }),
};

/** Returns the icon, tone and word of a status. An unknown status is shown as the service sent it. */
export function statusStyle(status: string): StatusStyle {
  return (
    (Object.hasOwn(statusStyles, status) ? statusStyles[status]?.() : undefined) ?? {
      label: status,
      icon: 'question',
      tone: 'neutral',
    }
  );
}

/** Returns the name of the flag or segment that a change request changes, or both names if it contains both. */
export function objectName(request: ChangeRequest): string {
  if (request.flag && request.segment) return t('{0} and {1}', request.flag.name, request.segment.name);
  return request.segment?.name ?? request.flag?.name ?? undocumentedSegmentOf(request)?.name ?? t('unknown object');
}

/** Returns the words for a kind of segment that Flag Admin can't read, such as a large segment. */
export const kindWords = (kind: UndocumentedSegment['kind']): string =>
  kind === 'ruleBasedSegment' ? t('rule-based segment') : t('large segment');

/** Returns what a change request asks for, such as "Add 38 keys to the segment beta-accounts". */
export function operationSentence(request: ChangeRequest): string {
  const { segment, flag, operationType } = request;
  const name = objectName(request);
  const other = undocumentedSegmentOf(request);
  const unknown = t('{0}: {1}', operationType, other ? `${kindWords(other.kind)} ${name}` : name);
  if (segment && !flag) {
    const count = keysWords(segment.keys.length);
    if (operationType === 'CREATE') return t('Add {0} to the segment {1}', count, name);
    return operationType === 'ARCHIVE' ? t('Remove {0} from the segment {1}', count, name) : unknown;
  }
  if (segment || other) return unknown;
  switch (operationType) {
    case 'KILL':
      return t('Kill the flag {0}', name);
    case 'RESTORE':
      return t('Restore the flag {0}', name);
    case 'UPDATE':
      return t('Change the definition of the flag {0}', name);
    case 'CREATE':
      return t('Add a definition of the flag {0}', name);
    case 'ARCHIVE':
      return t('Remove the definition of the flag {0}', name);
    default:
      return unknown;
  }
}

/** Returns the title of a request as its submitter wrote it. If it has none, returns what the request asks for. */
export const wholeTitle = (request: ChangeRequest): string => request.title || operationSentence(request);

/** The maximum number of characters of a title in a row, a sentence, or a dialog. */
const MAX_TITLE = 80;

/**
 * Returns the title for a sentence that quotes it. The title is shortened to one line, and its quotation marks become straight
 * ones, so that they don't end the quotation.
 */
export function requestTitle(request: ChangeRequest): string {
  return shortLine(wholeTitle(request)).replaceAll(/[“”„]/g, '"');
}

/** The number of characters that fit in one line of a row in a quick pick. */
export const MAX_ROW = 70;

/** Returns the text in one line of at most `most` characters. */
export function shortLine(text: string, most = MAX_TITLE): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // The cut must not leave half of a surrogate pair.
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/** Describes a draft that was submitted, with the status of its request. `what` is for example the title of the request. */
export const submittedWords = (status: string, what: string): string => t('{0}: {1}', statusStyle(status).label, what);

/**
 * Returns an age in words, rounded down: "3 hours ago" for 3 hours and 59 minutes. `timestamp` and `now` are in epoch
 * milliseconds.
 */
export function ageInWords(timestamp: number, now = Date.now()): string {
  if (!isMoment(timestamp)) return t('at an unknown time');
  const seconds = Math.trunc((timestamp - now) / 1000);
  const format = formatter('age');
  const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ];
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(seconds, 'second');
}

export function submittedSentence(request: ChangeRequest, ageOf: (timestamp: number) => string = ageInWords): string {
  const submitter = submitterOf(request);
  return submitter
    ? t('Submitted by {0}, {1}', submitter.name, ageOf(submitter.timestamp))
    : t('Submitter unknown: the request has no comment from its submitter');
}

/**
 * Returns a text with an age for a page that updates the age itself. `textWith` returns the text for a given age. Undefined if
 * `timestamp` is not a valid time, or if the text contains the placeholder `{age}` elsewhere, for example in a name.
 */
export const agingText = (timestamp: number, textWith: (age: string) => string): Aging | undefined =>
  isMoment(timestamp) && !textWith('').includes('{age}') ? { template: textWith('{age}'), at: timestamp } : undefined;

export function formatNumber(value: number): string {
  return formatter('number').format(value);
}

/**
 * Returns "1 key" or "8 keys" for the middle of a label or a sentence. Not for sentences in which the German noun needs a
 * different form (grammatical case).
 */
export const keysWords = (count: number): string => (count === 1 ? t('1 key') : t('{0} keys', formatNumber(count)));

/** Formats a percentage. `value` is from 0 to 100. */
export function formatPercent(value: number): string {
  return formatter('percent').format(value);
}

/** Formats a time in the language of the sentences. `timestamp` is in epoch milliseconds. */
export function formatTime(timestamp: number): string {
  if (!isMoment(timestamp)) return t('at an unknown time');
  return formatter('time').format(timestamp);
}

/** Formats a time with its time zone. Used for times in the future. */
export function formatMoment(timestamp: number): string {
  return formatter('moment').format(timestamp);
}

/**
 * Returns when a change will be published. Undefined if the request has no valid time, or a status other than SCHEDULED and
 * SCHEDULE_REQUESTED.
 */
export function scheduleWords({ status, scheduledFor }: Pick<ChangeRequest, 'status' | 'scheduledFor'>): string | undefined {
  if (typeof scheduledFor !== 'number' || !isMoment(scheduledFor)) return undefined;
  if (status === 'SCHEDULED')
    return scheduledFor > Date.now()
      ? t('The change will be published {0}.', formatMoment(scheduledFor))
      : t('The scheduled time ({0}) has passed. Refresh to see whether the change is published.', formatMoment(scheduledFor));
  if (status !== 'SCHEDULE_REQUESTED') return undefined;
  return scheduledFor > Date.now()
    ? t('Once approved, the change will be published {0}.', formatMoment(scheduledFor))
    : t('The scheduled time ({0}) has passed: an approval might publish the change at once.', formatMoment(scheduledFor));
}

/** True for a valid time. Some services send no time, or one that no calendar contains. */
const isMoment = (timestamp: number): boolean => timestamp > 0 && !Number.isNaN(new Date(timestamp).getTime());

export const killedSentence = (name: string, where: string, treatment: string | undefined): string =>
  treatment
    ? t('{0} is killed in {1}: everybody gets its default treatment “{2}”.', name, where, treatment)
    : t('{0} is killed in {1}: everybody gets its default treatment.', name, where);

/** Says that a flag has no definition, or that the API key can't see it: the service gives the same answer for both. */
export const noDefinitionSentence = (flag: string, where: string): string =>
  t('{0} has no definition in {1}, or this API key can’t see it.', flag, where);

/** Says that a flag or segment can't be changed now, because a change request is open. */
export const openRequestSentence = (name: string, place: string): string =>
  t('A change request is open on {0} in {1}. Approve, reject or withdraw it first.', name, place);
