/** The notices of a review: what the user should know before a decision. */
import * as vscode from 'vscode';
import { isFinal, waitsForPerson } from '../../domain/changeRequests/decisions.ts';
import { isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import { isArchived } from '../../domain/definitions/archived.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { isStateUnknown } from '../../operations/changeRequests/readReview.ts';
import type { Notice } from '../../webview/protocol.ts';
import { archivedSentence } from '../words/archivedWords.ts';
import { relatedSentences } from '../words/relatedWords.ts';
import { formatTime, scheduleWords, statusStyle } from '../words/requestWords.ts';
import { keysEffectOf } from './reviewKeys.ts';
import { baseOf, type ReviewState } from './reviewState.ts';

const { t } = vscode.l10n;

/** Warns that the flag is archived. Finds this only if this window has read the list of flags. */
export function archivedNotices({ connected, reviewed: { request } }: ReviewState): readonly Notice[] {
  const { flag, workspace } = request;
  const listed = flag && workspace && catalogOf(connected.client).flags(workspace.id).get(flag.name);
  return listed && isArchived(listed) ? [{ text: archivedSentence(listed.name), tone: 'warning', steps: [] }] : [];
}

export function noticesOf(state: ReviewState): readonly Notice[] {
  const { connected, reviewed, place } = state;
  const { request, live } = reviewed;
  const { environment, provenBy } = place;
  const notice = (tone: Notice['tone'], text: string): Notice => ({ text, tone, steps: [] });
  if (isFinal(request)) {
    // True if it is not known what the request changed, because this editor did not read or store the object before the
    // decision.
    const isUnknown = baseOf(state).kind === 'unknown' && !keysEffectOf(state)?.isKnown && isKnownOperation(request);
    const hasMore = (request.segment?.keys.length ?? request.flag?.treatments.length ?? 0) > 0;
    const text = t('Flag Admin does not know the state before the decision, so this review shows only what was requested.');
    return isUnknown && hasMore ? [notice('info', text)] : [];
  }
  const notices: Notice[] = [];
  const schedule = scheduleWords(request);
  if (schedule !== undefined) notices.push(notice('info', schedule));
  else if (request.status !== 'REQUESTED') {
    const { label } = statusStyle(request.status);
    notices.push(
      notice('info', t('The status of this request is “{0}”. For other actions, use the service’s web console.', label)),
    );
  }
  if (waitsForPerson(request, connected.email)) {
    const email = connected.email ?? '';
    notices.push(
      notice('info', t('This request waits for you ({0}). Sign in to the service’s web console to approve it.', email)),
    );
  }
  notices.push(...changedSinceSubmitted(state), ...relatedTo(state).map((text) => notice('info', text)));
  if (!environment) return [...notices, notice('warning', unseenText(undefined))];
  if (!provenBy) notices.push(notice('warning', unprovenText(environment.name)));
  // If the segment is not active, or is of a kind that can't be read, the summary already says so.
  if (isStateUnknown(live) && isKnownOperation(request)) notices.push(notice('warning', unseenText(environment.name)));
  return notices;
}

/** Warns if the live definition changed after the request was submitted. Finds this only if the service reports both times. */
function changedSinceSubmitted({ reviewed: { request, live } }: ReviewState): readonly Notice[] {
  const submittedAt = request.comments[0]?.timestamp;
  const changedAt = live.kind === 'definition' ? live.definition?.['lastUpdateTime'] : undefined;
  if (typeof submittedAt !== 'number' || typeof changedAt !== 'number' || changedAt <= submittedAt) return [];
  const text = t('The live definition was changed after this request was submitted: {0}.', formatTime(changedAt));
  return [{ text, tone: 'warning', steps: [] }];
}

/**
 * Returns sentences about other open requests that are related to this one. Makes no calls: it uses the list that was read
 * last.
 */
function relatedTo({ connected, reviewed, place, furtherData, environmentOf }: ReviewState): readonly string[] {
  const { request, live } = reviewed;
  return relatedSentences(request, {
    open: catalogOf(connected.client).requests().items,
    environmentId: place.environment?.id,
    environmentOf,
    live: live.kind === 'definition' ? live.definition : undefined,
    ...furtherData,
    definitions: furtherData?.segmentUsers?.definitions,
  });
}

const unprovenText = (environment: string): string =>
  t(
    'The service does not confirm that this request affects only {0}. Flag Admin treats the environment as production.',
    environment,
  );

/**
 * Says why the current state of the object is not shown. `environment` is its environment's name, or undefined if that is not
 * known.
 */
export const unseenText = (environment: string | undefined): string =>
  environment === undefined
    ? t(
        'The environment of this request is not known, so the current state can’t be shown. Check that state in the service’s web console first. Flag Admin treats the environment as production.',
      )
    : t(
        'The current state in {0} could not be read, so the review shows only what was requested. Refresh the review first.',
        environment,
      );
