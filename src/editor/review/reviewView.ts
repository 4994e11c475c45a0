/** Creates the view of a review: everything that the page shows, as finished sentences. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { isFinal, submissionEntryOf, submitterOf } from '../../domain/changeRequests/decisions.ts';
import {
  definitionAfter,
  isKnownOperation,
  undocumentedSegmentOf,
  type UndocumentedSegment,
} from '../../domain/changeRequests/requestEffect.ts';
import type { ForWhomView, Notice, ReviewView, ReviewWords, Section, SummaryLine } from '../../webview/protocol.ts';
import { forWhom, type ForWhom } from '../words/audienceWords.ts';
import { changeLines, diffOfRequest, keyLines, rolloutStatusName } from '../words/changeLines.ts';
import { segmentLines } from '../words/segmentUseWords.ts';
import { definitionSections } from '../words/diffWords.ts';
import {
  agingText,
  formatNumber,
  kindWords,
  operationSentence,
  statusStyle,
  submittedSentence,
  wholeTitle,
} from '../words/requestWords.ts';
import { environmentOfWorkspace } from '../words/placeWords.ts';
import { timelineOf } from './history.ts';
import { changesBetween } from './changedSinceOpened.ts';
import { decisionsFor, toolsFor } from './reviewActions.ts';
import { archivedNotices, noticesOf } from './reviewNotices.ts';
import { keysEffectOf } from './reviewKeys.ts';
import { baseOf, type ReviewState } from './reviewState.ts';

const { t } = vscode.l10n;

/** Returns the view of a review. `foundChange`: a sentence that something has changed since the review was read. */
export function reviewView(state: ReviewState, foundChange?: string): Omit<ReviewView, 'id' | 'restore'> {
  const { reviewed, previous } = state;
  const { request } = reviewed;
  const { label, tone } = statusStyle(request.status);
  const changes = previous && changesBetween(previous.reviewed, previous.readAt, reviewed);
  const { actions, note } = decisionsFor(state, foundChange !== undefined);
  const found = forWhomIn(state);
  return {
    heading: wholeTitle(request),
    subheading: operationSentence(request),
    byline: submittedSentence(request),
    bylineAging: agingText(submitterOf(request)?.timestamp ?? Number.NaN, (age) => submittedSentence(request, () => age)),
    reason: submissionEntryOf(request)?.comment ?? '',
    object: request.segment || undocumentedSegmentOf(request) ? 'segment' : 'flag',
    place: placeOf(state),
    status: { label, tone },
    forWhom: found && forWhomView(found),
    summary: summaryLines(state),
    notices: [
      ...archivedNotices(state),
      ...(foundChange === undefined ? [] : [staleNotice(foundChange)]),
      ...(changes ? [changes.notice] : []),
      ...noticesOf(state),
    ],
    facts: factsOf(state),
    sections: [...(changes?.sections ?? []), ...sectionsOf(state)],
    timeline: timelineOf(request),
    actions: [...actions, ...toolsFor(state)],
    note,
    words: wordsOf(request),
  };
}

function placeOf({ place: { environment, workspaceName } }: ReviewState): NonNullable<ReviewView['place']> {
  const label = environmentOfWorkspace(environment, workspaceName);
  return { label, tone: environment?.isProduction ? 'danger' : 'neutral' };
}

function wordsOf(request: ChangeRequest): ReviewWords {
  const isOver = isFinal(request);
  return {
    ...fixedWords(),
    summary: isOver ? t('The change') : t('What would change'),
    before: isOver ? t('Before') : t('Now'),
    after: t('After the change'),
  };
}

/** Returns the labels of the page that are the same for all reviews and comparisons. */
export function fixedWords(): Omit<ReviewWords, 'summary' | 'before' | 'after'> {
  return {
    history: t('History'),
    actions: t('Decisions'),
    tools: t('Tools'),
    nothing: t('nothing'),
    searchKeys: t('Search keys'),
    keysShown: t('{shown} of {all}'),
    unchanged: t('{0} unchanged', '{count}'),
    showAll: t('Show all {count} characters'),
  };
}

/** The maximum number of lines of "For whom" that are visible at first. The others can be unfolded. */
const MAX_SHOWN = 10;

function forWhomView({ changed, exact }: ForWhom): ForWhomView {
  const shown = (lines: ForWhom['changed']): readonly SummaryLine[] => lines.map(({ line: _structure, ...words }) => words);
  const folds = [
    { label: t('{0} more', formatNumber(changed.length - MAX_SHOWN)), lines: shown(changed.slice(MAX_SHOWN)) },
    { label: t('All details ({0} lines)', formatNumber(exact.length)), lines: shown(exact) },
  ];
  return {
    title: t('For whom'),
    lines: shown(changed.slice(0, MAX_SHOWN)),
    folds: folds.filter((fold) => fold.lines.length > 0),
  };
}

/**
 * Returns whom the change affects. Undefined for a decided segment request, because it is not known which flags used the
 * segment then.
 */
export function forWhomIn(state: ReviewState): ForWhom | undefined {
  const { request } = state.reviewed;
  const effect = keysEffectOf(state);
  if (!request.segment || !effect) return forWhom(request, baseOf(state));
  const changed = segmentLines(request.segment.name, effect, state.furtherData?.segmentUsers);
  return changed.length > 0 ? { changed, exact: [] } : undefined;
}

/**
 * Returns what the request would change, or what a published request has changed, in a few sentences. Empty if that is not
 * known.
 */
export function summaryLines(state: ReviewState): readonly SummaryLine[] {
  const { request } = state.reviewed;
  const keys = keysEffectOf(state);
  const base = baseOf(state);
  const { environment } = state.place;
  if (!isKnownOperation(request)) return isFinal(request) ? [] : changeLines(request, base, environment);
  if (!isFinal(request)) return keys ? keyLines(request, keys, base, environment) : changeLines(request, base, environment);
  if (keys) return keys.isKnown ? keyLines(request, keys, base, undefined) : [];
  return base.kind === 'unknown' ? [] : changeLines(request, base, undefined);
}

/** Returns the notice that the content is outdated. The content itself stays, because somebody might be reading it. */
export const staleNotice = (text: string): Notice => ({
  text,
  tone: 'warning',
  steps: [{ id: 'showChanges', label: t('Show What Changed') }],
});

/** Says that the content is outdated. `decided` is the request if its status has changed. */
export const staleText = (decided?: ChangeRequest): string =>
  decided
    ? t('The status of this request is now “{0}”. The page still shows the earlier state.', statusStyle(decided.status).label)
    : t('Something has changed since this page was loaded. The page still shows the earlier state.');

function factsOf(state: ReviewState): ReviewView['facts'] {
  const { workspaceName, environment } = state.place;
  const { workspace, rolloutStatus, approvers } = state.reviewed.request;
  const base = baseOf(state);
  const before = base.kind === 'definition' ? base.status : undefined;
  const statuses = [before, rolloutStatus].flatMap((status) => (status ? [rolloutStatusName(status)] : []));
  return [
    { label: t('Workspace'), value: workspaceName ?? workspace?.id ?? t('unknown') },
    { label: t('Environment'), value: environment?.name ?? t('unknown') },
    ...keyCountFacts(state),
    ...(rolloutStatus
      ? [
          {
            label: t('Rollout status'),
            value: t('{0} (applies to the flag in all environments)', [...new Set(statuses)].join(' → ')),
          },
        ]
      : []),
    { label: t('Approvers'), value: approvers.length > 0 ? approvers.join(', ') : t('none named') },
  ];
}

/**
 * Returns the number of keys in the segment before and after the change. The number after the change is computed from the added
 * and removed keys.
 */
function keyCountFacts(state: ReviewState): ReviewView['facts'] {
  const base = baseOf(state);
  const effect = keysEffectOf(state);
  const { request } = state.reviewed;
  const isDropped = isFinal(request) && request.status !== 'PUBLISHED';
  if (base.kind !== 'keys' || !effect?.isKnown || isDropped) return [];
  const after = base.count + effect.added.length - effect.removed.length;
  return [{ label: t('Keys in the segment'), value: `${formatNumber(base.count)} → ${formatNumber(after)}` }];
}

function sectionsOf(state: ReviewState): readonly Section[] {
  const { request } = state.reviewed;
  const base = baseOf(state);
  const other = undocumentedSegmentOf(request);
  if (other) return [otherSection(other)];
  // For an unknown operation, nothing can be said about the definition, not even what stays unchanged.
  if (!isKnownOperation(request)) return [];
  if (base.kind === 'definition') return definitionSections(diffOfRequest(request, base.definition));
  if (!definitionAfter(request, undefined)) return [];
  return definitionSections(diffOfRequest(request, undefined)).map((section) => ({
    ...section,
    rows: section.rows.map((row) => ({ ...row, changeLabel: t('requested'), before: [], details: [] })),
  }));
}

/** Shows a segment of an undocumented kind as JSON, as requested, because Flag Admin can't read its current state. */
function otherSection({ kind, name, value }: UndocumentedSegment): Section {
  const title = kindWords(kind);
  const after = JSON.stringify(value, null, 2).split('\n');
  const asked = { change: 'edited', changeLabel: t('requested') } as const;
  return { id: kind, title, rows: [{ ...asked, title: name ?? title, details: [], before: [], after, bars: [] }] };
}
