/** The sentences of key changes: what a change is, how far it came, what is true now, and why it can't go on. */
import * as vscode from 'vscode';
import type { KeyPlan, PlanRefusal } from '../../domain/keys/keyPlan.ts';
import { CHEAP_TO_READ, expectedCount } from '../../operations/keyChanges/heldBefore.ts';
import {
  goesByRequest,
  hasBegun,
  isWhole,
  keysDone,
  keysUnconfirmed,
  type ChangeKind,
  type KeyChange,
} from '../../operations/keyChanges/keyChange.ts';
import type { KeysChanged } from '../../operations/keyChanges/startChange.ts';
import { mayUndo, type UndoObstacle, type UndoPlan } from '../../operations/keyChanges/undo.ts';
import type { Option } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { formatNumber, keysWords } from '../formats/requestWords.ts';
import type { SegmentTarget } from '../service/target.ts';
import { commandStep, type NextStep } from '../messages/notifications.ts';
import type { Source } from './source/source.ts';

const { t } = vscode.l10n;

export const targetOf = ({ target }: Pick<KeyChange, 'target'>): SegmentTarget => ({ kind: 'segment', ...target });

/** "Storefront / production". */
export const placeOf = ({ workspace, environment }: KeyChange['target']): string => `${workspace.name} / ${environment.name}`;

/** "Upload of accounts.csv to beta-accounts". */
export function nameOf({ kind, source, target }: Pick<KeyChange, 'kind' | 'source' | 'target'>): string {
  const sentences: Readonly<Record<ChangeKind, () => string>> = {
    upload: () => t('Upload of {0} to {1}', source.description, target.name),
    removal: () => t('Removal of the keys in {0} from {1}', source.description, target.name),
    equal: () => t('{0} made equal to {1}', target.name, source.description),
    undo: () => t('Undo of the change of {0} by {1}', target.name, source.description),
  };
  return sentences[kind]();
}

/** "40,000 of 100,000 keys are sent". */
export function progressSentence(change: KeyChange): string {
  const [done, all] = [formatNumber(keysDone(change)), formatNumber(change.keyCount)];
  const unconfirmed = keysUnconfirmed(change);
  const sentences: Readonly<Record<ChangeKind, () => string>> = {
    upload: () => t('{0} of {1} keys are sent', done, all),
    removal: () => t('{0} of {1} keys are removed', done, all),
    equal: () => t('{0} of {1} keys are changed', done, all),
    undo: () => t('{0} of {1} keys are changed', done, all),
  };
  const sentence = change.way === 'request' ? t('{0} of {1} keys are published', done, all) : sentences[change.kind]();
  return unconfirmed === 0 ? sentence : t('{0}, and up to {1} more that were on their way', sentence, formatNumber(unconfirmed));
}

/** The title of the progress while it runs. */
export function runningTitle({ kind, target: { name } }: KeyChange): string {
  const sentences: Readonly<Record<ChangeKind, () => string>> = {
    upload: () => t('Uploading keys to {0}', name),
    removal: () => t('Removing keys from {0}', name),
    equal: () => t('Changing the keys of {0}', name),
    undo: () => t('Undoing the change of {0}', name),
  };
  return sentences[kind]();
}

/** What is asked for before production is changed, and as the title of a question for another API key. */
export function actionTitle({ kind, target: { name }, keyCount }: Pick<KeyChange, 'kind' | 'target' | 'keyCount'>): string {
  const count = keysWords(keyCount);
  const sentences: Readonly<Record<ChangeKind, () => string>> = {
    upload: () => t('Upload {0} to {1}', count, name),
    removal: () => t('Remove {0} from {1}', count, name),
    equal: () => t('Change {0} of {1}', count, name),
    undo: () => t('Change {0} of {1} back', count, name),
  };
  return sentences[kind]();
}

export function suggestedTitle(change: Pick<KeyChange, 'kind' | 'keyCount' | 'target' | 'source'>): string {
  const { kind, keyCount, target, source } = change;
  const count = keysWords(keyCount);
  const sentences: Readonly<Record<ChangeKind, () => string>> = {
    upload: () => t('Add {0} to {1}', count, target.name),
    removal: () => t('Remove {0} from {1}', count, target.name),
    equal: () => t('Make {0} equal to {1}', target.name, source.description),
    undo: () => t('Change {0} of {1} back', count, target.name),
  };
  return sentences[kind]();
}

export const suggestedComment = ({ source }: KeyChange): string => t('From {0}.', source.description);

/** What was typed for the whole, or "Add 10,000 keys to beta-accounts (part 2 of 3)" with the part's own count. `index` counts from 0. */
export function partTitle(change: KeyChange, index: number): string {
  const of = change.parts.length;
  if (of === 1) return change.title || suggestedTitle(change);
  const isTyped = change.title !== '' && change.title !== suggestedTitle(change);
  const title = isTyped ? change.title : suggestedTitle({ ...change, keyCount: change.parts[index]!.count });
  return `${title} ${partMark(index, of)}`;
}

/** The title for the parts that follow: as it was typed for this one. A suggestion that stayed is made anew for each. */
export function titleAfter(change: KeyChange, index: number, title: string): string {
  if (title === partTitle(change, index)) return change.title;
  const of = change.parts.length;
  const mark = change.parts.map((_, at) => ` ${partMark(at, of)}`).find((one) => title.endsWith(one));
  return mark === undefined ? title : title.slice(0, -mark.length);
}

const partMark = (index: number, of: number): string => t('(part {0} of {1})', index + 1, of);

/** What is true after a change, by the service's own count, and whether that is what was to be expected. */
export function doneSentence(change: KeyChange): string {
  const { name } = change.target;
  const place = placeOf(change.target);
  const [added, removed] = [keysDone(change, 'add'), keysDone(change, 'remove')];
  const expected = expectedCount(change);
  const isNew = expected && change.held && expected.least === expected.most ? expected.least - change.held.count : added;
  const changed = [
    added > 0 && (change.kind !== 'upload' || isNew === added) ? t('{0} sent', formatNumber(added)) : '',
    change.kind === 'upload' && isNew < added ? t('{0} sent, {1} of them new', formatNumber(added), formatNumber(isNew)) : '',
    removed > 0 ? t('{0} sent to be removed', formatNumber(removed)) : '',
    change.held ? t('{0} before', formatNumber(change.held.count)) : '',
  ]
    .filter(Boolean)
    .join(', ');
  if (change.countAfter === undefined) {
    const all = keysWords(change.keyCount);
    return t('All was sent to {1} in {2} ({0}), but the service did not say how many keys it holds now.', all, name, place);
  }
  const after = keysWords(change.countAfter);
  const now = t('{0} in {1} now holds {2}, by the service’s own count ({3}).', name, place, after, changed);
  return [now, surpriseSentence(change)].filter(Boolean).join(' ');
}

/** Says so where the count is another than this change alone leads to; else ''. */
export function surpriseSentence(change: KeyChange): string {
  const { countAfter, source } = change;
  const expected = expectedCount(change);
  if (!expected || countAfter === undefined || (countAfter >= expected.least && countAfter <= expected.most)) return '';
  const [least, most] = [formatNumber(expected.least), formatNumber(expected.most)];
  if (isUnequal(change)) {
    return t(
      '{0} has {1}, so they are not equal: somebody else changed the segment meanwhile. Compare them again.',
      source.description,
      keysWords(expected.least),
    );
  }
  return expected.least === expected.most
    ? t('{0} were to be expected: somebody else changed the segment meanwhile.', least)
    : t('{0} to {1} were to be expected: somebody else changed the segment meanwhile.', least, most);
}

/** True of a segment that was to be made equal to a list, and holds another number of keys than the list has. */
export function isUnequal(change: KeyChange): boolean {
  const { kind, countAfter } = change;
  return kind === 'equal' && isWhole(change) && countAfter !== undefined && countAfter !== expectedCount(change)?.least;
}

/** Why there is no plan, with what to do next. `segment` and `source` are names: "beta-accounts", "accounts.csv". */
export function planSentence(refusal: PlanRefusal, segment: string, source: string): string {
  switch (refusal.code) {
    case 'noKeys':
      return t('There is no usable key in {0}. Put one key on each line.', source);
    case 'tooManyForSegment': {
      const { held, adding, limit } = refusal;
      const [now, more, most] = [formatNumber(held), formatNumber(adding), formatNumber(limit)];
      return held === 0
        ? t('{0} has {1} keys, and a segment holds at most {2}. Nothing was sent.', source, more, most)
        : t('The segment holds {0} keys already; {1} more would pass the limit of {2}. Nothing was sent.', now, more, most);
    }
    case 'nothingToRemove':
      return refusal.held === 0
        ? t('{0} holds no key here, so there is nothing to remove.', segment)
        : t('{0} holds none of the keys in {1}, so there is nothing to remove.', segment, source);
    case 'alreadyEqual':
      return t('{0} holds exactly what is in {1} ({2}): there is nothing to change.', segment, source, keysWords(refusal.count));
    case 'nothingToUndo':
      return t('It changed nothing in {0}, so there is nothing to undo.', segment);
    case 'heldUnknown':
      return notKnownSentence(segment);
    default:
      return refusal satisfies never;
  }
}

/** "Add 12 keys and remove 3". */
export function planLabel({ adding, removing }: Pick<KeyPlan, 'adding' | 'removing'>): string {
  if (removing === 0) return t('Add {0}', keysWords(adding));
  if (adding === 0) return t('Remove {0}', keysWords(removing));
  return t('Add {0} and remove {1}', keysWords(adding), formatNumber(removing));
}

export const requestOption = ({ batches }: KeyPlan, detail: string): Option<'request'> => ({
  label: batches.length === 1 ? t('Submit it as a change request…') : t('Submit it as {0} change requests…', batches.length),
  detail,
  icon: new vscode.ThemeIcon('git-pull-request'),
  value: 'request',
});

/** Of keys that are in no file: what has to be known before they are sent; '' of a file. */
export function notKeptSentence(kind: Source['kept']['kind']): string {
  switch (kind) {
    case 'file':
      return '';
    case 'clipboard':
      return t('Once this window closes, it can’t be resumed or undone: the clipboard is not kept');
    case 'selection':
      return t('Once this window closes, it can’t be resumed or undone: a selection is not kept');
    case 'unsaved':
      return t('Once this window closes, it can’t be resumed or undone, unless you save the file first');
    case 'files':
      return t('Once this window closes, it can’t be resumed or undone: several files are not kept together');
    default:
      return kind satisfies never;
  }
}

/** On the row of an upload or removal, before it is chosen, where the segment was not read because it is large. */
export const noUndoSentence = (look: string): string => t('It can’t be undone, unless you choose “{0}” first', look);

const notKnownSentence = (segment: string): string =>
  t(
    'Which keys {0} held before is not known: it is read before a change if it holds at most {1}, or where you ask for it. Nothing was undone.',
    segment,
    keysWords(CHEAP_TO_READ),
  );

/** Why there is no plan that undoes a change, and what to do next. */
export function undoRefusal(refusal: Extract<UndoPlan, { ok: false }>['refusal'], { source, target }: KeyChange): string {
  switch (refusal.code) {
    case 'heldNotKnown':
      return notKnownSentence(target.name);
    case 'heldMoved':
      return t(
        'The answer of the service was lost, and which keys of {0} others have changed is not known: nothing was undone. Look at its keys, and remove or add those that you choose.',
        target.name,
      );
    case 'keysChanged': {
      const changed = changedSentence(refusal, source.description);
      return t('{0} So it is not known any more which keys were sent, and nothing was changed.', changed);
    }
    default:
      return planSentence(refusal, target.name, source.description);
  }
}

/** Why a change can't be undone now, and what to do next. */
export function obstacleWords(
  obstacle: UndoObstacle,
  { target: { name, environment } }: KeyChange,
): { readonly sentence: string; readonly steps?: readonly NextStep[] } {
  switch (obstacle.code) {
    case 'isUndone':
      return { sentence: t('It is undone already.') };
    case 'undoDiscarded':
      return {
        sentence: t(
          'An undo of it was begun and then discarded, so the rest can’t be undone. Compare {0} with a list instead.',
          name,
        ),
      };
    case 'unknown':
      return { sentence: t('What was to be undone is no longer known here.') };
    case 'busy':
      return {
        sentence: t(
          'Another window is changing the keys of {0} just now. Nothing was undone from here: try again when it has ended.',
          name,
        ),
      };
    case 'isEqual':
      return {
        sentence: t(
          'What made {0} equal to a list can’t be undone. The file with what was removed, if you saved one, can be uploaded.',
          name,
        ),
      };
    case 'heldNotKnown':
      return { sentence: notKnownSentence(name) };
    case 'changedSince': {
      const { after } = obstacle;
      if (mayUndo(after)) {
        const sentence = t('Keys of {0} in {1} were changed from here after it. Undo that first.', name, environment.name);
        return { sentence, steps: [undoStep(after)] };
      }
      return {
        sentence: t(
          'Keys of {0} in {1} were changed from here after it, and that can’t be undone, so this can’t be either.',
          name,
          environment.name,
        ),
      };
    }
    case 'undoBegun': {
      const { undo } = obstacle;
      const open = undo.parts.find(({ state }) => state === 'open')?.requestId;
      if (open !== undefined && undo.parts.length === 1) {
        const sentence = t('The undo of {0} is a change request that waits for an approval.', name);
        return { sentence, steps: [reviewStep(open)] };
      }
      const sentence = goesByRequest(undo)
        ? t('The undo of {0} was begun as change requests. Go on with that, or discard it.', name)
        : t('The undo of {0} was left half way. Go on with that, or discard it.', name);
      return { sentence, steps: [resumeStep(undo)] };
    }
    default:
      return obstacle satisfies never;
  }
}

/** Why a change can't be resumed with the keys that its source has now. */
export const resumeRefusal = (refusal: KeysChanged, change: KeyChange): string =>
  hasBegun(change) || change.parts.some(({ state }) => state === 'open')
    ? t('{0} Nothing more was sent.', changedSentence(refusal, change.source.description))
    : t('{0} Nothing was sent.', changedSentence(refusal, change.source.description));

function changedSentence({ countThen, countNow }: KeysChanged, source: string): string {
  const [then, now] = [formatNumber(countThen), formatNumber(countNow)];
  return countThen === countNow
    ? t('{0} has changed since: it still has {1} keys, but other ones.', source, now)
    : t('{0} has changed since: it had {1} keys and has {2} now.', source, then, now);
}

/** Of a segment that was to be made equal to a list, and that others have changed since the two were compared. */
export function movedSentence(change: KeyChange): string {
  const { target, source } = change;
  const moved = t(
    'Somebody has changed {0} since it was compared with {1}. Compare them again.',
    target.name,
    source.description,
  );
  return hasBegun(change) ? t('{0} Nothing more was sent.', moved) : t('{0} Nothing was sent.', moved);
}

/** Where a change can be resumed or undone, if not through this connection; undefined if it can. */
export function whyNotHere({ connection }: KeyChange, connected: Connected): string | undefined {
  if (connection.id !== connected.connectionId)
    return t('It goes through the connection “{0}” ({1}): switch to it first', connection.name, connection.origin);
  if (connection.origin !== connected.origin)
    return t(
      'It began at {0}, and “{1}” leads to {2} now: change its base URL back, or discard it',
      connection.origin,
      connected.connectionName,
      connected.origin,
    );
  if (connection.instance !== connected.instance)
    return t('It was done in another sandbox, or in this one before it was reset: here nothing is known of it');
  return undefined;
}

export const showKeysStep = (change: KeyChange): NextStep =>
  commandStep(t('Show Keys'), 'flagAdmin.segment.showKeys', { target: targetOf(change) });

export const receiptStep = ({ id }: KeyChange): NextStep =>
  commandStep(t('Open Receipt'), 'flagAdmin.segment.openReceipt', { change: id });

export const resumeStep = ({ id }: KeyChange): NextStep =>
  commandStep(t('Resume Upload…'), 'flagAdmin.segment.resumeUpload', { change: id });

/** Nothing where it is known that it can't be undone. */
export const undoSteps = (change: KeyChange): readonly NextStep[] =>
  keysDone(change) > 0 && mayUndo(change) ? [undoStep(change)] : [];

export const undoStep = ({ id }: KeyChange): NextStep => commandStep(t('Undo…'), 'flagAdmin.segment.undoLast', { change: id });

export const reviewStep = (requestId: string): NextStep => commandStep(t('Review'), 'flagAdmin.changeRequest.open', requestId);

/** The same file anew: keys that are there already don't count twice. */
export function againSteps(change: KeyChange): readonly NextStep[] {
  const { kind, source } = change;
  if (source.uri === undefined) return [];
  const again = { target: targetOf(change), files: [vscode.Uri.parse(source.uri)] };
  if (kind === 'upload') return [commandStep(t('Upload It Again…'), 'flagAdmin.segment.uploadKeys', again)];
  if (kind === 'removal') return [commandStep(t('Remove Its Keys…'), 'flagAdmin.segment.removeKeys', again)];
  return [commandStep(t('Compare Again…'), 'flagAdmin.segment.compareKeys', again)];
}

/** What is left of a change, as the button that goes on with it. */
export function resumeLabel(change: KeyChange): string {
  const left = change.keyCount - keysDone(change);
  const rest = formatNumber(left);
  const next = change.parts.findIndex(({ state }) => state === 'waiting' || state === 'sending') + 1;
  if (goesByRequest(change)) {
    if (next === 0) return t('See what became of it');
    return change.parts.length === 1
      ? t('Submit {0} as a change request…', keysWords(left))
      : t('Go on with part {0} of {1}…', next, change.parts.length);
  }
  const sentences: Readonly<Record<ChangeKind, () => string>> = {
    upload: () => (left === 1 ? t('Send the key that is left') : t('Send the other {0} keys', rest)),
    removal: () => (left === 1 ? t('Remove the key that is left') : t('Remove the other {0} keys', rest)),
    equal: () => t('Compare again, and make them equal…'),
    undo: () => t('Go on with the undo'),
  };
  return sentences[change.kind]();
}
