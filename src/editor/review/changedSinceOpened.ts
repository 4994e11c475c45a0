/**
 * Describes what changed between two times at which a review was read: in the request, in the live object, or in both. The
 * result is a notice and sections of a diff.
 */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { diffDefinitions, isUnchanged } from '../../domain/definitions/definitionDiff.ts';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { fingerprintOf, type LiveObject, type ReviewedRequest } from '../../operations/changeRequests/readReview.ts';
import type { Notice, Section } from '../../webview/protocol.ts';
import { rolloutStatusName } from '../words/changeLines.ts';
import { definitionSections } from '../words/diffWords.ts';
import { formatTime, keysWords, statusStyle, requestTitle } from '../words/requestWords.ts';
import { notSet } from '../words/valueWords.ts';
import { tellRefusal } from '../window/notifications.ts';
import type { ReviewState } from './reviewState.ts';

const { t } = vscode.l10n;

interface ChangedPart {
  readonly line: string;
  /** The sections of a diff, without unchanged rows. */
  readonly sections: readonly Section[];
}

/** Compares what was read at two times. `readAt` is the earlier time, in epoch milliseconds. */
export function changesBetween(
  earlier: ReviewedRequest,
  readAt: number,
  now: ReviewedRequest,
): { readonly notice: Notice; readonly sections: readonly Section[] } {
  const parts = [
    ...requestParts(earlier.request, now.request),
    ...(isFinal(now.request) ? [] : liveParts(earlier.live, now.live)),
  ];
  const lines =
    parts.length > 0
      ? parts.map(({ line }) => line)
      : [t('Something else in the request changed, such as its title, its approvers or its history.')];
  const text = [t('Changes since this review was last loaded ({0}):', formatTime(readAt)), ...lines].join('\n');
  return { notice: { text, tone: 'warning', steps: [] }, sections: parts.flatMap(({ sections }) => sections) };
}

function requestParts(earlier: ChangeRequest, now: ChangeRequest): readonly ChangedPart[] {
  const [was, is] = [earlier, now].map(({ status }) => statusStyle(status).label);
  return [
    ...(was === is ? [] : [{ line: changedInRequest(`${was} → ${is}`), sections: [] }]),
    ...valueParts(t('Rollout status'), statusName(earlier), statusName(now)),
    ...valueParts(t('Scheduled time'), scheduledTime(earlier), scheduledTime(now)),
    ...definitionParts('request', earlier.flag ?? undefined, now.flag ?? undefined, changedInRequest),
    ...keysParts(earlier.segment?.keys ?? [], now.segment?.keys ?? [], changedInRequest),
  ];
}

const statusName = ({ rolloutStatus }: ChangeRequest): string => (rolloutStatus ? rolloutStatusName(rolloutStatus) : notSet());
const scheduledTime = ({ scheduledFor }: ChangeRequest): string =>
  typeof scheduledFor === 'number' ? formatTime(scheduledFor) : notSet();

const valueParts = (name: string, was: string, is: string): readonly ChangedPart[] =>
  was === is ? [] : [{ line: changedInRequest(t('{0}: {1}', name, `${was} → ${is}`)), sections: [] }];

function liveParts(earlier: LiveObject, now: LiveObject): readonly ChangedPart[] {
  if (earlier.kind === 'definition' && now.kind === 'definition')
    return definitionParts('live', earlier.definition, now.definition, changedAtService);
  if (earlier.kind === 'keys' && now.kind === 'keys') return keysParts(earlier.keys, now.keys, changedAtService);
  if (earlier.kind === now.kind && isMissing(earlier) === isMissing(now)) return [];
  const unread = isMissing(now)
    ? t('The segment is not active in this environment.')
    : t('The current state could not be read this time.');
  return [{ line: now.kind === 'unknown' ? unread : t('The current state can be read now.'), sections: [] }];
}

const isMissing = (live: LiveObject): boolean => live.kind === 'unknown' && live.isMissing === true;

const changedInRequest = (what: string): string => t('Changed in the request: {0}', what);
const changedAtService = (what: string): string => t('Changed in the live version: {0}', what);

type Definition = Parameters<typeof diffDefinitions>[0];

function definitionParts(
  id: string,
  earlier: Definition,
  now: Definition,
  changed: typeof changedInRequest,
): readonly ChangedPart[] {
  const diff = diffDefinitions(earlier, now);
  if (isUnchanged(diff)) return [];
  const sections = definitionSections(diff)
    .map((section) => ({ ...section, rows: section.rows.filter(({ change }) => change !== 'same') }))
    .filter(({ rows }) => rows.length > 0);
  const sides = { before: t('Before'), after: t('Now') };
  const what = sections.map(({ title }) => title).join(', ');
  return [
    {
      line: changed(what),
      sections: sections.map((one) => ({ ...one, id: `changed-${id}-${one.id}`, title: changed(one.title), sides })),
    },
  ];
}

function keysParts(earlier: readonly string[], now: readonly string[], changed: typeof changedInRequest): readonly ChangedPart[] {
  const [had, has] = [new Set(earlier), new Set(now)];
  const added = now.filter((key) => !had.has(key)).length;
  const removed = earlier.filter((key) => !has.has(key)).length;
  const parts = [added && t('{0} added', keysWords(added)), removed && t('{0} removed', keysWords(removed))].filter(Boolean);
  return parts.length > 0 ? [{ line: changed(parts.join(', ')), sections: [] }] : [];
}

/**
 * Tells the user why nothing was decided: the request was already decided, perhaps by the user in a different window, or
 * something changed after the review was read.
 */
export function tellOutdated(request: ChangeRequest): void {
  const title = requestTitle(request);
  const { status } = request;
  tellRefusal(
    isFinal(request)
      ? t(
          'Your decision had no effect: “{0}” has already been decided. Its status is now: {1}.',
          title,
          statusStyle(status).label,
        )
      : t('Nothing was decided: “{0}” has changed since this review was opened. Look at what changed, and decide again.', title),
  );
}

/**
 * True if nothing but the user's own decision changed between `earlier` and `now`. `decided` is the request as the service
 * returned it after the decision.
 */
export function isOwnDecision(decided: ChangeRequest, now: ReviewState, earlier: ReviewState): boolean {
  const { request, fingerprint } = now.reviewed;
  const entries = Math.max(decided.comments.length, earlier.reviewed.request.comments.length + 1);
  if (request.status !== decided.status || request.comments.length > entries) return false;
  // If the request is still open, the object must be unchanged. A published request has changed the object itself.
  return isFinal(request) || fingerprintOf(request, earlier.reviewed.live) === fingerprint;
}
