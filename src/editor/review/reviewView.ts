/** The view model of a review: everything the panel shows, in finished words. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { isFinal, submitterOf, waitsForPerson } from '../../domain/changeRequests/decisions.ts';
import { definitionAfter, isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import type { Notice, ReviewView, Section, SummaryLine } from '../../webview/protocol.ts';
import { changeLines, keyLines } from '../changeWords/changeLines.ts';
import { definitionSections } from '../changeWords/diffWords.ts';
import { diffOfRequest } from '../changeWords/requestDiff.ts';
import type { Said } from '../changeWords/said.ts';
import { ageInWords, formatNumber, operationSentence, statusLook, titleOf } from '../requestWords.ts';
import { actionsFor } from './actions.ts';
import { panelWords } from './panelWords.ts';
import { keysEffectOf } from './reviewKeys.ts';
import { baseOf, type Shown } from './shown.ts';
import { changesSince } from './since.ts';
import { timelineOf } from './timeline.ts';

const { t } = vscode.l10n;

/** `isStale` = something moved since it was read, and the reader has not asked to see it. */
export function reviewView(shown: Shown, isStale: boolean): Omit<ReviewView, 'id' | 'restore'> {
  const { request } = shown.reviewed;
  const { label, tone } = statusLook(request.status);
  const moved = shown.since && changesSince(shown.since.reviewed, shown.since.readAt, shown.reviewed);
  const notices = [...(isStale ? [staleNotice()] : []), ...(moved ? [moved.notice] : []), ...noticesOf(shown)];
  return {
    heading: titleOf(request),
    subheading: operationSentence(request),
    byline: bylineOf(request),
    reason: reasonOf(request),
    object: request.segment ? 'segment' : 'flag',
    status: { label, tone },
    summary: summaryLines(shown),
    notices,
    facts: factsOf(shown),
    sections: [...(moved?.sections ?? []), ...sectionsOf(shown)],
    timeline: timelineOf(request),
    actions: actionsFor(shown, isStale),
    words: panelWords(request),
  };
}

/** What the request would change, or changed, in a few sentences; none if it can't be said. */
export function summaryLines(shown: Shown): readonly SummaryLine[] {
  const { request } = shown.reviewed;
  const keys = keysEffectOf(shown);
  const base = baseOf(shown);
  if (!isFinal(request)) return changeLines(request, base, shown.place.environment).map(summaryLine);
  if (!isKnownOperation(request)) return [];
  if (keys) return keys.isKnown ? keyLines(request, keys, base, undefined).map(summaryLine) : [];
  return base.kind === 'unknown' ? [] : changeLines(request, base, undefined).map(summaryLine);
}

const summaryLine = ({ text, tone, mark = '' }: Said): SummaryLine => ({ text, tone, mark });
const notice = (text: string, tone: Notice['tone']): Notice => ({ text, tone, steps: [] });

/** What is shown stays as it is, for whoever is reading it. */
function staleNotice(): Notice {
  const text = t('This has changed since it was read. What is shown here is how it was.');
  return { text, tone: 'warning', steps: [{ id: 'showChanges', label: t('Show What Changed') }] };
}

function noticesOf(shown: Shown): readonly Notice[] {
  const { connected, reviewed, place } = shown;
  const { request, live } = reviewed;
  if (isFinal(request)) return decidedNotices(shown);
  const notices: Notice[] = [];
  if (request.status !== 'REQUESTED') {
    const { label } = statusLook(request.status);
    notices.push(
      notice(t('It is in the state “{0}”. What can’t be done here can be done in the service’s own pages.', label), 'info'),
    );
  }
  if (waitsForPerson(request, connected.email)) {
    const where = t(
      'It waits for you ({0}). You approve it in the service’s own pages, where you are signed in.',
      connected.email ?? '',
    );
    notices.push(notice(where, 'info'));
  }
  if (!place.environment) {
    notices.push(
      notice(
        t('Which environment this changes is not known, so what is there now can’t be shown. It is treated as production.'),
        'warning',
      ),
    );
  }
  if (place.environment && !place.provenBy) {
    const { name } = place.environment;
    const text = t(
      'The service does not say that this changes {0}: Flag Admin only remembers it. It is treated as production.',
      name,
    );
    notices.push(notice(text, 'warning'));
  }
  if (place.environment && live.kind === 'unknown') {
    const text = t('What is there now could not be read, so this shows only what the request asks for, not what would change.');
    notices.push(notice(text, 'warning'));
  }
  return notices;
}

/** What a decided request did is known only to a review that saw the object before. */
function decidedNotices(shown: Shown): readonly Notice[] {
  const { request } = shown.reviewed;
  if (baseOf(shown).kind !== 'unknown' || keysEffectOf(shown)?.isKnown || !isKnownOperation(request)) return [];
  const hasMore = (request.segment?.keys.length ?? request.flag?.treatments.length ?? 0) > 0;
  if (!hasMore) return [];
  return [notice(t('What was there before is not known here, so this shows what the request asked for.'), 'info')];
}

function factsOf(shown: Shown): ReviewView['facts'] {
  const { workspaceName, environment } = shown.place;
  const { request } = shown.reviewed;
  return [
    { label: t('Workspace'), value: workspaceName ?? request.workspace?.id ?? t('unknown') },
    { label: t('Environment'), value: environment?.name ?? t('unknown') },
    ...keyCountFacts(shown),
    ...rolloutStatusFacts(request),
    { label: t('Approvers'), value: request.approvers.length > 0 ? request.approvers.join(', ') : t('none named') },
  ];
}

function sectionsOf(shown: Shown): readonly Section[] {
  const { request } = shown.reviewed;
  const base = baseOf(shown);
  // Of what nobody knows, not even that it stays as it is can be said.
  if (!isKnownOperation(request)) return [];
  if (base.kind === 'definition') {
    return definitionSections(diffOfRequest(request, base.definition));
  }
  if (!definitionAfter(request, undefined)) return [];
  return definitionSections(diffOfRequest(request, undefined)).map((section) => ({
    ...section,
    rows: section.rows.map((row) => ({ ...row, changeLabel: t('asked for'), before: [], details: [] })),
  }));
}

function bylineOf(request: ChangeRequest): string {
  const submitter = submitterOf(request);
  return submitter
    ? t('Asked for by {0}, {1}', submitter.name, ageInWords(submitter.timestamp))
    : t('Submitter unknown: the request has no comment');
}

/** Why it is wanted: the submitter's comment, which is also the first of the history. */
function reasonOf({ comments: [first] }: ChangeRequest): string {
  return first?.role === 'SUBMITTER' ? (first.comment ?? '') : '';
}

/** The rollout status that comes with the change, by its name where the service gives it. */
function rolloutStatusFacts({ rolloutStatus }: ChangeRequest): ReviewView['facts'] {
  if (!rolloutStatus) return [];
  const { id, name } = rolloutStatus;
  return [{ label: t('Rollout status'), value: typeof name === 'string' ? name : id }];
}

/** How many keys the segment holds and would hold: what the summary's numbers come to. */
function keyCountFacts(shown: Shown): ReviewView['facts'] {
  const base = baseOf(shown);
  const effect = keysEffectOf(shown);
  const { request } = shown.reviewed;
  if (base.kind !== 'keys' || !effect?.isKnown) return [];
  const [before, after] = [base.count, base.count + effect.added.length - effect.removed.length].map(formatNumber);
  const label = t('Keys in the segment');
  if (!isFinal(request)) return [{ label, value: t('{0} now, {1} afterwards', before!, after!) }];
  return request.status === 'PUBLISHED' ? [{ label, value: t('{0} before, {1} afterwards', before!, after!) }] : [];
}
