/** The view model of the review panel: everything it shows, in finished words. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { submitterOf, waitsForPerson } from '../../domain/changeRequests/decisions.ts';
import { diffDefinitions } from '../../domain/definitions/definitionDiff.ts';
import { definitionAfter, findingsOf, isKnownOperation, keysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { summarise, summariseKeys } from '../../domain/definitions/summary.ts';
import type { KnownEnvironment } from '../../operations/learnt.ts';
import type { KeyList, ReviewView, TimelineEntry } from '../../webview/protocol.ts';
import { ageInWords, formatNumber, formatTime, objectName, operationSentence, statusLook, titleOf } from '../requestWords.ts';
import { actionsFor } from './actions.ts';
import { definitionSections } from '../changeWords/diffWords.ts';
import type { Shown } from './reviewPanel.ts';
import { findingSentence, summarySentence, type Said } from '../changeWords/summaryWords.ts';
import { panelWords } from './panelWords.ts';

const { t } = vscode.l10n;

/** Where the object of a request lives, as far as it is known. */
export interface Place {
  readonly workspaceName: string | undefined;
  readonly environment: KnownEnvironment | undefined;
}

/** "beta-accounts · production". */
export function panelTitle({ reviewed, place }: Shown): string {
  return `${objectName(reviewed.request)} · ${place.environment?.name ?? t('environment unknown')}`;
}

export function reviewView(shown: Shown): ReviewView {
  const { request } = shown.reviewed;
  const { label, tone } = statusLook(request.status);
  const isOpen = request.status === 'REQUESTED';
  return {
    id: request.id,
    heading: titleOf(request),
    subheading: operationSentence(request),
    object: request.segment ? 'segment' : 'flag',
    status: { label, tone },
    summary: isOpen ? summaryOf(shown) : [],
    notices: noticesOf(shown),
    facts: factsOf(shown),
    sections: isOpen ? sectionsOf(shown) : [],
    timeline: request.comments.map((entry, index) => timelineEntry(entry, index, request)),
    actions: actionsFor(shown),
    words: panelWords(),
  };
}

/** The keys of a segment request, by what would become of them. The panel shows how many there are. */
export function keyLists({ reviewed }: Shown): readonly KeyList[] {
  const { request } = reviewed;
  if (!request.segment) return [];
  if (request.status !== 'REQUESTED') {
    return [{ id: 'unchanged', title: t('Keys of the request'), change: 'same', keys: request.segment.keys }];
  }
  const { added, removed, unchanged, isKnown } = keysEffect(request, heldKeys(reviewed));
  const lists: readonly KeyList[] = [
    { id: 'added', title: isKnown ? t('Keys that would be added') : t('Keys to add'), change: 'added', keys: added },
    { id: 'removed', title: isKnown ? t('Keys that would be removed') : t('Keys to remove'), change: 'removed', keys: removed },
    { id: 'unchanged', title: t('Keys that change nothing'), change: 'same', keys: unchanged },
  ];
  return lists.filter(({ keys }) => keys.length > 0);
}

function heldKeys({ live }: Shown['reviewed']): ReadonlySet<string> | undefined {
  return live.kind === 'keys' ? new Set(live.keys) : undefined;
}

function summaryOf({ reviewed }: Shown): readonly Said[] {
  const { request, live } = reviewed;
  if (!isKnownOperation(request)) return [];
  const said = request.segment
    ? summariseKeys(keysEffect(request, heldKeys(reviewed)))
    : live.kind === 'definition'
      ? summarise(diffDefinitions(live.definition, definitionAfter(request, live.definition)))
      : [];
  // A rollout status is set beside the definition; where it is all there is, "nothing" would be wrong.
  return said.filter(({ code }) => code !== 'nothing' || !request.rolloutStatus).map(summarySentence);
}

function noticesOf({ connected, reviewed, place }: Shown): readonly Said[] {
  const { request, live } = reviewed;
  const notices: Said[] = [];
  if (request.status !== 'REQUESTED') return notices;
  if (waitsForPerson(request, connected.email)) {
    const text = t(
      'It waits for you ({0}). You approve it in the service’s own pages, where you are signed in.',
      connected.email ?? '',
    );
    notices.push({ text, tone: 'info' });
  }
  if (!place.environment) {
    notices.push({
      text: t('Which environment this changes is not known, so what is there now can’t be shown. It is treated as production.'),
      tone: 'warning',
    });
  } else if (place.environment.isProduction) {
    notices.push({ text: t('This changes a production environment: {0}.', place.environment.name), tone: 'warning' });
  }
  if (place.environment && live.kind === 'unknown') {
    const text = t('What is there now could not be read, so this shows only what the request asks for, not what would change.');
    notices.push({ text, tone: 'warning' });
  }
  const definition = live.kind === 'definition' ? live.definition : undefined;
  if (live.kind === 'definition' || !isKnownOperation(request))
    notices.push(...findingsOf(request, definition).map(findingSentence));
  return notices;
}

function factsOf(shown: Shown): ReviewView['facts'] {
  const { workspaceName, environment } = shown.place;
  const { request } = shown.reviewed;
  const submitter = submitterOf(request);
  return [
    { label: t('Workspace'), value: workspaceName ?? request.workspace?.id ?? t('unknown') },
    { label: t('Environment'), value: environment?.name ?? t('unknown') },
    ...reasonFacts(request),
    ...keyCountFacts(shown),
    ...rolloutStatusFacts(request),
    {
      label: t('Submitted by'),
      value: submitter
        ? t('{0}, {1}', submitter.name, ageInWords(submitter.timestamp))
        : t('unknown: the request has no comment'),
    },
    { label: t('Approvers'), value: request.approvers.length > 0 ? request.approvers.join(', ') : t('none named') },
  ];
}

function sectionsOf({ reviewed }: Shown): ReviewView['sections'] {
  const { request, live } = reviewed;
  if (live.kind !== 'definition') return [];
  const after = definitionAfter(request, live.definition);
  return definitionSections(diffDefinitions(live.definition, after));
}

/** Why it is wanted: the submitter's comment, which is also the first of the history. */
function reasonFacts({ comments: [first] }: ChangeRequest): ReviewView['facts'] {
  return first?.role === 'SUBMITTER' && first.comment ? [{ label: t('Reason'), value: first.comment }] : [];
}

/** The rollout status that comes with the change, by its name where the service gives it. */
function rolloutStatusFacts({ rolloutStatus }: ChangeRequest): ReviewView['facts'] {
  if (!rolloutStatus) return [];
  const { id, name } = rolloutStatus;
  return [{ label: t('Rollout status'), value: typeof name === 'string' ? name : id }];
}

/** How many keys the segment holds now and would hold: what the summary's numbers come to. */
function keyCountFacts({ reviewed }: Shown): ReviewView['facts'] {
  const { request, live } = reviewed;
  if (live.kind !== 'keys' || request.status !== 'REQUESTED') return [];
  const { added, removed, isKnown } = keysEffect(request, heldKeys(reviewed));
  if (!isKnown) return [];
  const after = live.count + added.length - removed.length;
  return [
    { label: t('Keys in the segment'), value: t('{0} now, {1} afterwards', formatNumber(live.count), formatNumber(after)) },
  ];
}

/** Each change of status with a comment adds an entry, so the first tells of the submission and the last of the decision. */
function timelineEntry(
  { comment, user, role, timestamp }: ChangeRequest['comments'][number],
  index: number,
  { comments, status }: ChangeRequest,
): TimelineEntry {
  const isDecision = index > 0 && index === comments.length - 1 && status !== 'REQUESTED';
  const submitted = index === 0 && role === 'SUBMITTER' ? t('submitted it') : t('commented');
  return {
    who: user ?? t('unknown'),
    what: isDecision ? decisionWord(status) : submitted,
    when: timestamp ? formatTime(timestamp) : '',
    comment: comment ?? '',
  };
}

function decisionWord(status: string): string {
  switch (status) {
    case 'PUBLISHED':
    case 'APPROVED':
      return t('approved it');
    case 'WITHDRAWN':
      return t('withdrew it');
    case 'REJECTED':
      return t('rejected it');
    default:
      return statusLook(status).label;
  }
}
