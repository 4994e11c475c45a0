/**
 * The sentences about changes of keys: the title and progress of a change, the current state, and why a change can't continue.
 */
import * as vscode from 'vscode';
import type { KeyPlan, PlanRefusal } from '../../domain/keys/keyPlan.ts';
import { expectedCounts } from '../../operations/keys/expectedContents.ts';
import {
  hasStarted,
  hasOpenPart,
  isUndoable,
  areAllPartsDone,
  countDoneKeys,
  countKeysInOpenRequests,
  countUnconfirmedKeys,
  type ChangeKind,
  type KeyChange,
} from '../../operations/keys/keyChange.ts';
import type { KeysChanged } from '../../operations/keys/startChange.ts';
import { mayUndo, type UndoObstacle } from '../../operations/keys/undo.ts';
import type { Connected } from '../window/connected.ts';
import { formatNumber, keysWords, openRequestSentence } from '../words/requestWords.ts';
import { reviewStep, type NextStep } from '../words/nextSteps.ts';
import { inPlace, placeLabel } from '../words/placeWords.ts';
import { switchFirstSentence } from '../words/connectionWords.ts';
import { resumeStep, undoSteps } from './steps.ts';

const { t } = vscode.l10n;

/** For a segment that the service does not find (404). A 404 doesn't prove that the segment is not active. */
export const missingSentence = ({ target }: Pick<KeyChange, 'target'>): string =>
  t('{0} is not active in {1}, or this API key can’t see it.', target.name, placeLabel(target));

export const emptySentence = ({ target: { name, workspace, environment } }: Pick<KeyChange, 'target'>): string =>
  t('{0} contains no keys in {1} / {2}.', name, workspace.name, environment.name);

/** Returns "40,000 of 100,000 keys are sent". */
export function progressSentence(change: KeyChange): string {
  const [done, all] = [formatNumber(countDoneKeys(change)), formatNumber(change.keyCount)];
  const unconfirmed = countUnconfirmedKeys(change);
  const isRequest = change.way === 'request';
  const sentence = isRequest ? t('{0} of {1} keys are published', done, all) : t('{0} of {1} keys are sent', done, all);
  if (unconfirmed > 0) return t('{0}; the outcome for up to {1} more is not known', sentence, formatNumber(unconfirmed));
  const open = countKeysInOpenRequests(change);
  return open === 0
    ? sentence
    : t('{0}; the change request for another {1} was open when Flag Admin last read it', sentence, formatNumber(open));
}

export const changesKeptWords = (): string => t('Changes that are already made are kept');

/** Returns the progress after a change was cancelled or failed. */
export const progressKeptSentence = (change: KeyChange): string => `${progressSentence(change)}. ${changesKeptWords()}.`;

/** Shown for a change that a failure has interrupted. */
export const notFinishedSentence = (change: KeyChange): string =>
  `${t('Not finished: {0}.', inPlace(changeTitle(change), change.target))} ${progressKeptSentence(change)}`;

/**
 * Shown for a change that is only partly done: to offer to resume it, or to explain why a different change can't be undone yet.
 */
export const partlyDoneSentence = (change: KeyChange): string =>
  t('“{0}” in {1} is only partly done: {2}.', changeTitle(change), placeLabel(change.target), progressSentence(change));

/** Shown if the keys of a change are in no file, and no longer in the memory of a window. */
export const keysLostSentence = ({ source }: KeyChange): string =>
  t(
    'The keys from {0} were only in the memory of an editor window, and are no longer available. The change can’t be continued or undone.',
    source.description,
  );

/**
 * Returns the title of a change, for lists, for its progress, for the question before production is changed, and for a request.
 */
export function changeTitle({
  kind,
  keyCount,
  target,
  source,
}: Pick<KeyChange, 'kind' | 'keyCount' | 'target' | 'source'>): string {
  const count = keysWords(keyCount);
  const sentences: Readonly<Record<ChangeKind, () => string>> = {
    upload: () => t('Add {0} to {1}', count, target.name),
    removal: () => t('Remove {0} from {1}', count, target.name),
    equal: () => equalTitle(target.name, source.description),
    undo: () => t('Undo the change of {0} in {1}', count, target.name),
  };
  return sentences[kind]();
}

export const activationTitle = (target: KeyChange['target']): string => t('Activate {0}', inPlace(target.name, target));

export const equalTitle = (segment: string, source: string): string => t('Make {0} equal to {1}', segment, source);

/** Returns "Add 10,000 keys to beta-accounts (part 2 of 3)", with the number of keys in the part. `index` counts from 0. */
export function partTitle(change: KeyChange, index: number): string {
  const { length } = change.parts;
  if (length === 1) return changeTitle(change);
  const title = changeTitle({ ...change, keyCount: change.parts[index]!.count });
  return t('{0} (part {1} of {2})', title, index + 1, length);
}

/**
 * Returns a sentence with the number of keys after a change, as the service counts them, and a warning if that number is not as
 * expected.
 */
export function doneSentence(change: KeyChange): string {
  const { kind, before, target, countAfter } = change;
  const { name } = target;
  const place = placeLabel(target);
  if (countAfter === undefined) {
    const all = keysWords(change.keyCount);
    return t(
      'All changes to {1} in {2} were sent ({0}), but the service did not report how many keys the segment contains now.',
      all,
      name,
      place,
    );
  }
  const [added, removed] = [countDoneKeys(change, 'add'), countDoneKeys(change, 'remove')];
  const [expected] = expectedCounts(change);
  const isNew = kind === 'upload' && before && expected !== undefined ? expected - before.count : added;
  const changed = [
    added > 0 && isNew === added ? t('{0} sent', formatNumber(added)) : '',
    isNew < added ? t('{0} sent, {1} of them new', formatNumber(added), formatNumber(isNew)) : '',
    removed > 0 ? t('{0} sent for removal', formatNumber(removed)) : '',
    before ? t('{0} before', formatNumber(before.count)) : '',
  ]
    .filter(Boolean)
    .join(', ');
  const now = t('{0} in {1} now contains {2}, as counted by the service ({3}).', name, place, keysWords(countAfter), changed);
  const surprise = unexpectedCountSentence(change);
  // `surprise` already explains why the change can't be undone.
  const isExplained = surprise !== '' && change.proof === 'changedElsewhere' && isUndoable(change);
  return [now, surprise, isExplained ? t('Therefore, this change can’t be undone.') : noUndoSentence(change)]
    .filter(Boolean)
    .join(' ');
}

/** Returns why an upload or a removal can't be undone. Empty if it can be undone, or if `proof` is absent. */
export function noUndoSentence({ kind, proof, target: { name } }: Pick<KeyChange, 'kind' | 'proof' | 'target'>): string {
  const reason = isUndoable({ kind }) ? proof : undefined;
  switch (reason) {
    case undefined:
    case 'proven':
      return '';
    case 'notRead':
      return t('This can’t be undone: not all keys of {0} were read before the change.', name);
    case 'changedElsewhere':
      return t('This can’t be undone: somebody else or a different window changed {0} at the same time.', name);
    case 'notChecked':
      return t(
        'Undo isn’t offered: Flag Admin could not read all keys of {0} again to check that nobody else had changed them.',
        name,
      );
    default:
      return reason satisfies never;
  }
}

/**
 * Returns a warning if the segment has a different number of keys than expected, or if it should be equal to a list but has
 * other keys. Otherwise empty.
 */
export function unexpectedCountSentence(change: KeyChange): string {
  const [expected] = expectedCounts(change);
  if (expected === undefined || change.countAfter === undefined) return '';
  if (change.countAfter === expected) {
    const isSwapped = change.kind === 'equal' && change.proof === 'changedElsewhere';
    return isSwapped
      ? t('The segment differs from the list, because somebody else or a different window replaced keys at the same time.')
      : '';
  }
  return t(
    'The expected number of keys was {0}. Probably, somebody else or a different window changed the segment at the same time.',
    formatNumber(expected),
  );
}

/** True if a change should make a segment equal to a list, and all of it was sent, but the segment differs from the list. */
export const differsFromList = (change: KeyChange): boolean =>
  change.kind === 'equal' && areAllPartsDone(change) && unexpectedCountSentence(change) !== '';

/** Returns why there is no plan, and what to do next. `segment` and `source` are names: "beta-accounts", "accounts.csv". */
export function noPlanSentence(refusal: PlanRefusal, segment: string, source: string): string {
  switch (refusal.code) {
    case 'noKeys':
      return noKeysSentence(source);
    case 'tooManyForSegment': {
      const { count, adding, limit } = refusal;
      if (count === 0) return tooManySentence(source, limit);
      const [now, more, most] = [formatNumber(count), formatNumber(adding), formatNumber(limit)];
      return t(
        'The segment already contains {0} keys. With {1} more, it would exceed the limit of {2}. Nothing was sent.',
        now,
        more,
        most,
      );
    }
    case 'nothingToRemove':
      return t('{0} contains none of the keys in {1}, so there is nothing to remove.', segment, source);
    case 'alreadyEqual':
      return t(
        '{0} contains exactly the keys in {1} ({2}). There is nothing to change.',
        segment,
        source,
        keysWords(refusal.count),
      );
    case 'nothingToUndo':
      return t('The change had no effect on {0}, so there is nothing to undo.', segment);
    default:
      return refusal satisfies never;
  }
}

export const noKeysSentence = (source: string): string => t('There is no usable key in {0}. Put one key on each line.', source);

/** Shown for a list that has more keys than any segment can contain. */
export const tooManySentence = (source: string, limit: number): string =>
  t('{0} has more than {1} different keys, the limit for a segment. Nothing was sent.', source, formatNumber(limit));

/** Returns "Add 12 keys and remove 3". */
export function planLabel({ adding, removing }: Pick<KeyPlan, 'adding' | 'removing'>): string {
  if (removing === 0) return t('Add {0}', keysWords(adding));
  if (adding === 0) return t('Remove {0}', keysWords(removing));
  return t('Add {0} and remove {1}', keysWords(adding), formatNumber(removing));
}

/** Returns "In 3 API calls". Empty for one call. */
export const callsWords = (calls: number): string => (calls > 1 ? t('In {0} API calls', formatNumber(calls)) : '');

export const requestLabel = (parts: number): string =>
  parts === 1 ? t('Submit as a change request…') : t('Submit as {0} change requests, one after the other…', parts);

/**
 * Shown if a different window, or a different command of this window, is working on the change, or has just continued, undone
 * or discarded it.
 */
export const busySentence = (): string =>
  t(
    'Another command or window is working on this change, or has worked on it in the meantime. This command changed nothing. Check the current state before you try again.',
  );

/** Shown if the service returned fewer or more keys than it counts. */
export const countMismatchSentence = (counted: number, given: number): string =>
  t(
    'The service counts {0} keys but returned {1}. If somebody is changing the keys now, try again later.',
    formatNumber(counted),
    formatNumber(given),
  );

/** Returns why a change can't be undone now, and what to do next. */
export function obstacleWords(
  obstacle: UndoObstacle,
  { kind, target, proof }: KeyChange,
): readonly [sentence: string, ...steps: NextStep[]] {
  const { name, environment } = target;
  switch (obstacle.code) {
    case 'isUndone':
      return [t('This change is already undone, or its undo was started and then discarded.')];
    case 'busy':
      return [busySentence()];
    case 'notKnown':
      return [
        noUndoSentence({ kind, proof, target }) ||
          t('This can’t be undone: the earlier contents of {0} were not recorded.', name),
      ];
    case 'changedSince': {
      const { after } = obstacle;
      const sentence = mayUndo(after)
        ? t(
            'This change can’t be undone: keys of {0} in {1} were changed from this editor after this change. Only the last change can be undone.',
            name,
            environment.name,
          )
        : t(
            'This change can’t be undone: keys of {0} in {1} were changed from this editor after this change. The newer change can’t be undone either.',
            name,
            environment.name,
          );
      return [sentence, ...undoSteps(after)];
    }
    case 'isUnfinished': {
      const { unfinished } = obstacle;
      const open = unfinished.parts.find(({ state }) => state === 'open')?.requestId;
      return open === undefined
        ? [partlyDoneSentence(unfinished), resumeStep(unfinished)]
        : [openRequestSentence(name, environment.name), reviewStep(open)];
    }
    default:
      return obstacle satisfies never;
  }
}

/** Returns why a change can't be resumed or undone: its source has different keys now. */
export function sourceChangedSentence({ countThen, countNow }: KeysChanged, change: KeyChange): string {
  return t(
    '{0} has changed since its keys were read: {1} then, {2} now. Nothing more was sent.',
    change.source.description,
    keysWords(countThen),
    formatNumber(countNow),
  );
}

/** Shown if somebody else has changed the segment since the change was planned. */
export function changedElsewhereSentence(change: KeyChange): string {
  const { name } = change.target;
  return hasStarted(change) || hasOpenPart(change)
    ? t('Somebody has changed {0} since this change was planned. Nothing more was sent.', name)
    : t('Somebody has changed {0} since this change was planned. Nothing was sent.', name);
}

/**
 * Returns why a change can't be resumed or undone through this connection, and what to do. Undefined if nothing prevents it.
 */
export function otherConnectionSentence({ connection }: KeyChange, connected: Connected): string | undefined {
  if (connection.id !== connected.connectionId) return switchFirstSentence(connection.name);
  if (connection.origin !== connected.origin)
    return t(
      'This change was started at {0}, but the connection “{1}” now uses {2}. Change the connection’s base URL back, or discard this change.',
      connection.origin,
      connected.connectionName,
      connected.origin,
    );
  if (connection.instance !== connected.instance)
    return t(
      'This change was made in a different sandbox, or before this sandbox was reset. It can’t be resumed or undone here.',
    );
  return undefined;
}

/** Returns the label of the button that continues a change. */
export function resumeLabel(change: KeyChange): string {
  const { kind, way, parts } = change;
  if (kind === 'equal') return changeTitle(change);
  if (way === 'direct') return t('Send the rest: {0}', keysWords(change.keyCount - countDoneKeys(change)));
  if (parts.length === 1) return requestLabel(1);
  const next = parts.findIndex(({ state }) => state === 'waiting' || state === 'sending') + 1;
  return t('Go on with part {0} of {1}…', next, parts.length);
}
