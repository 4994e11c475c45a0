/** Open Receipt…: what a change did, where, when and with which API key, as a read-only text without any key. */
import * as vscode from 'vscode';
import {
  keysDone,
  keysUnconfirmed,
  type KeyChange,
  type KeyPart,
  type PartState,
} from '../../operations/keyChanges/keyChange.ts';
import { marked } from '../texts/ownText.ts';
import { formatNumber, formatTime } from '../formats/requestWords.ts';
import { segmentFrom } from '../service/target.ts';
import { tellRefusal } from '../messages/notifications.ts';
import { changeFrom, chooseChange, journalOf, withDecisions } from './changes.ts';
import type { SegmentsDeps } from './index.ts';
import { nameOf, surpriseSentence } from './messages.ts';

const { t } = vscode.l10n;

/** The argument may name a change, as the button of a message does, or a segment, as its node does. */
export async function openReceipt(deps: SegmentsDeps, [argument]: readonly unknown[]): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const named = changeFrom(argument);
  const segment = segmentFrom(argument);
  const changes = (await (await journalOf(deps.changes)).list()).filter(
    ({ id, target }) =>
      (named === undefined || id === named) &&
      (!segment || (target.environment.id === segment.environment.id && target.name === segment.name)),
  );
  const [only] = changes;
  if (!only) {
    return tellRefusal(
      segment
        ? t('Nothing was uploaded to {0} in {1} or removed from it from here.', segment.name, segment.environment.name)
        : t('There is no receipt: nothing was uploaded or removed from here, or it was long ago.'),
    );
  }
  const question = { title: t('Open Receipt'), placeholder: t('Of which upload or removal?') };
  const change = changes.length === 1 ? only : await chooseChange(changes, connected, question);
  if (!change) return;
  const now = await withDecisions(deps, connected, change);
  await deps.texts.open(receiptName(now), marked(receiptText(now)));
}

/** The title of its document; a file can have this name on every system. */
function receiptName(change: KeyChange): string {
  const at = new Date(change.startedAt).toISOString().slice(0, 16).replace('T', ' ').replace(':', '.');
  return `${t('Receipt')} – ${change.target.name.replaceAll(/[\\/:*?"<>|]/g, '_')} – ${at}.txt`;
}

function receiptText(change: KeyChange): string {
  const { target, connection, source, parts, before, countAfter } = change;
  const { environment, trafficType } = target;
  const [added, removed, unconfirmed] = [keysDone(change, 'add'), keysDone(change, 'remove'), keysUnconfirmed(change)];
  const left = change.keyCount - added - removed - unconfirmed;
  const apiKeys = [...new Set(parts.flatMap((part) => apiKeyOf(part) ?? []))];
  const some = (count: number): string => (count > 0 ? formatNumber(count) : '');
  const counted = (count: number | undefined): string =>
    count === undefined ? '' : t('{0}, by the service’s count', formatNumber(count));
  const facts: readonly (readonly [label: string, fact: string])[] = [
    [t('State'), stateWord(change, left)],
    [t('Segment'), `${target.name}${trafficType === '' ? '' : ` (${trafficType})`}`],
    [t('Workspace'), target.workspace.name],
    [t('Environment'), environment.isProduction ? t('{0} (production)', environment.name) : environment.name],
    [t('From'), source.description],
    [t('Left out there'), leftOutFact(change)],
    [t('Started'), formatTime(change.startedAt)],
    [t('Ended'), change.endedAt === undefined ? '' : formatTime(change.endedAt)],
    [t('Connection'), `${connection.name}, ${connection.origin}`],
    [apiKeys.length > 1 ? t('API keys') : t('API key'), apiKeys.join(', ') || connection.keyName],
    [t('Title'), change.way === 'request' ? change.title : ''],
    [t('Comment'), commentFact(change)],
    ['', ''],
    [t('Keys in all'), formatNumber(change.keyCount)],
    [t('Confirmed, to add'), some(added)],
    [t('Confirmed, to remove'), some(removed)],
    [t('On their way'), unconfirmed > 0 ? t('{0}: the service may have them or not', formatNumber(unconfirmed)) : ''],
    [t('Left'), some(left)],
    [t('In the segment before'), counted(before?.count)],
    [t('In the segment after'), counted(countAfter)],
    ['', surpriseSentence(change)],
    [t('Fingerprint of the keys'), change.keysHash],
  ];
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  const lines = facts
    .filter(([label, fact]) => fact !== '' || label === '')
    .map(([label, fact]) => `${label.padEnd(width)}${oneLine(fact)}`.trimEnd());
  const heading = nameOf(change);
  const partLines = parts.map((part, index) => partLine(part, index, apiKeys.length > 1));
  return [heading, '='.repeat(heading.length), '', ...lines, '', t('Parts'), ...partLines, ''].join('\n');
}

const apiKeyOf = ({ state, keyName }: KeyPart): string | undefined => (state === 'waiting' ? undefined : keyName);

/** Also where there was none of a kind: that nothing is missing is what a receipt is asked for. An undo has no list of its own. */
function leftOutFact({ kind, source: { leftOut } }: KeyChange): string {
  if (!leftOut || kind === 'undo') return '';
  const { repeated, blank, unusable } = leftOut;
  if (repeated + blank + unusable === 0) return t('nothing');
  return t('{0} repeated, {1} blank, {2} unusable', formatNumber(repeated), formatNumber(blank), formatNumber(unusable));
}

const commentFact = ({ comment, isCommentLost }: KeyChange): string =>
  isCommentLost ? t('{0} (not kept by the service: it has no place for the comment of an upload)', comment) : comment;

/** Names and comments are other people's words: none of them makes a line of its own here. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Which API key it was is said where there was more than one. */
function partLine(part: KeyPart, index: number, isKeyNamed: boolean): string {
  const { operation, start, count, state, requestId } = part;
  const apiKey = apiKeyOf(part);
  const range = t('keys {0} to {1}', formatNumber(start + 1), formatNumber(start + count));
  const what = operation === 'add' ? t('to add') : t('to remove');
  const request = requestId === undefined ? '' : t(', change request {0}', requestId);
  const by = isKeyNamed && apiKey !== undefined ? t(', with the API key {0}', oneLine(apiKey)) : '';
  return `  ${formatNumber(index + 1)}. ${range}, ${what}: ${partWord(state)}${request}${by}`;
}

function partWord(state: PartState): string {
  switch (state) {
    case 'waiting':
      return t('not sent');
    case 'sending':
      return t('on its way when it ended');
    case 'sent':
      return t('confirmed');
    case 'open':
      return t('waits for an approval');
    case 'published':
      return t('published');
    default:
      return state satisfies never;
  }
}

function stateWord({ state }: KeyChange, left: number): string {
  switch (state) {
    case 'running':
      return t('Running, or its window was closed');
    case 'waiting':
      return t('Waits for an approval');
    case 'stopped':
      return t('Stopped half way');
    case 'cancelled':
      return t('Cancelled');
    case 'done':
      return left === 0 ? t('Done') : t('Done in part');
    default:
      return state satisfies never;
  }
}
