/** A change request in words: its status, what it asks for, who asked and when. One table gives every status its icon, colour and word. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { submitterOf } from '../../domain/changeRequests/decisions.ts';
import { otherSegmentOf, type OtherSegment } from '../../domain/changeRequests/requestEffect.ts';
import type { Aging, Tone } from '../../webview/protocol.ts';
import { formatter } from './displayLanguage.ts';

const { t } = vscode.l10n;

export interface StatusStyle {
  readonly label: string;
  readonly icon: string;
  readonly colour: string;
  readonly tone: Tone;
}

const looks: Readonly<Record<string, () => StatusStyle>> = {
  REQUESTED: () => ({ label: t('Waiting for approval'), icon: 'git-pull-request', colour: 'charts.yellow', tone: 'info' }),
  APPROVED: () => ({ label: t('Approved'), icon: 'check', colour: 'charts.green', tone: 'good' }),
  PUBLISHED: () => ({ label: t('Published'), icon: 'pass', colour: 'charts.green', tone: 'good' }),
  REJECTED: () => ({ label: t('Rejected'), icon: 'circle-slash', colour: 'charts.red', tone: 'danger' }),
  WITHDRAWN: () => ({ label: t('Withdrawn'), icon: 'discard', colour: 'disabledForeground', tone: 'neutral' }),
  SCHEDULE_REQUESTED: () => ({ label: t('Waiting, scheduled'), icon: 'clock', colour: 'charts.yellow', tone: 'info' }),
  SCHEDULED: () => ({ label: t('Scheduled'), icon: 'clock', colour: 'charts.blue', tone: 'info' }),
};

/** How a status looks; a word that is not known is shown as it came. */
export function statusStyle(status: string): StatusStyle {
  return (
    (Object.hasOwn(looks, status) ? looks[status]?.() : undefined) ?? {
      label: status,
      icon: 'question',
      colour: 'foreground',
      tone: 'neutral',
    }
  );
}

/** The name of the flag or segment that a change request is about; of both, where it carries both. */
export function objectName(request: ChangeRequest): string {
  if (request.flag && request.segment) return t('{0} and {1}', request.flag.name, request.segment.name);
  return request.segment?.name ?? request.flag?.name ?? otherSegmentOf(request)?.name ?? t('unknown object');
}

/** What a kind of segment is called that only the live service has. */
export const kindWords = (kind: OtherSegment['kind']): string =>
  kind === 'ruleBasedSegment' ? t('rule-based segment') : t('large segment');

/** What a change request asks for, in a few words: "Add 38 keys to the segment beta-accounts". */
export function operationSentence(request: ChangeRequest): string {
  const { segment, flag, operationType } = request;
  const name = objectName(request);
  const other = otherSegmentOf(request);
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

/** The title the submitter gave, or what is asked for where there is none. */
export function requestTitle(request: ChangeRequest): string {
  return request.title ? request.title : operationSentence(request);
}

/** Of a draft that was submitted; `what` = the request's title, for example. */
export const submittedWords = (status: string, what: string): string => t('{0}: {1}', statusStyle(status).label, what);

/** How long ago, in words and rounded down: "3 hours ago" until it is 4 hours. Takes epoch milliseconds. */
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
    : t('Submitter unknown: the request has no comment');
}

/**
 * For a page that writes the age itself. `textWith` makes the text of an age. Undefined if `timestamp` is no moment, or a name in the text
 * contains the placeholder.
 */
export const agingText = (timestamp: number, textWith: (age: string) => string): Aging | undefined =>
  isMoment(timestamp) && !textWith('').includes('{age}') ? { template: textWith('{age}'), at: timestamp } : undefined;

export function formatNumber(value: number): string {
  return formatter('number').format(value);
}

/** "1 key", "8 keys": for the middle of a label or a sentence, in no case but those in which German says the same. */
export const keysWords = (count: number): string => (count === 1 ? t('1 key') : t('{0} keys', formatNumber(count)));

/** A percentage, 0 to 100. */
export function formatPercent(value: number): string {
  return formatter('percent').format(value);
}

/** A moment in the user's language. Takes epoch milliseconds. */
export function formatTime(timestamp: number): string {
  if (!isMoment(timestamp)) return t('at an unknown time');
  return formatter('time').format(timestamp);
}

/** The same with its time zone: for what is still to come. */
export function formatMoment(timestamp: number): string {
  return formatter('moment').format(timestamp);
}

/** When a request is to be published; undefined of one that has no time, or whose time does not matter any more. */
export function scheduleWords({ status, scheduledFor }: Pick<ChangeRequest, 'status' | 'scheduledFor'>): string | undefined {
  if (typeof scheduledFor !== 'number' || !isMoment(scheduledFor)) return undefined;
  if (status === 'SCHEDULED') return t('It is published {0}.', formatMoment(scheduledFor));
  if (status !== 'SCHEDULE_REQUESTED') return undefined;
  return scheduledFor > Date.now()
    ? t('Once approved, it is published {0}.', formatMoment(scheduledFor))
    : t('Its time has passed, {0}: an approval may publish it at once.', formatMoment(scheduledFor));
}

/** A service may send no time, or one that no calendar has. */
const isMoment = (timestamp: number): boolean => timestamp > 0 && !Number.isNaN(new Date(timestamp).getTime());

export const killedSentence = (name: string, where: string, treatment: string | undefined): string =>
  treatment
    ? t('{0} is killed in {1}: everybody gets its default treatment “{2}”.', name, where, treatment)
    : t('{0} is killed in {1}: everybody gets its default treatment.', name, where);

/** Why a flag or segment can't be changed now. */
export const openRequestSentence = (name: string, place: string): string =>
  t('A change request is open on {0} in {1}: decide it first, or withdraw it.', name, place);
