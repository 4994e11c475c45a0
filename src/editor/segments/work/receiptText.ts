/** The receipt of a work as a text: what, where, when, by whom, and what the service counted. */
import * as vscode from 'vscode';
import type { KeyWork, PartState } from '../../../operations/keyWork/keyWork.ts';
import type { KeyReceipt } from '../../../operations/keyWork/receipt.ts';
import { formatNumber, formatTime } from '../../requestWords.ts';
import { surpriseSentence } from './doneWords.ts';
import { nameOf } from './workWords.ts';

const { t } = vscode.l10n;

/** The title of its document; a file can have this name on every system. */
export function receiptName(work: KeyWork): string {
  const at = new Date(work.startedAt).toISOString().slice(0, 16).replace('T', ' ').replace(':', '.');
  return `${t('Receipt')} – ${work.target.name.replaceAll(/[\\/:*?"<>|]/g, '_')} – ${at}.txt`;
}

export function receiptText(receipt: KeyReceipt, work: KeyWork): string {
  const { keys } = receipt;
  const facts: readonly (readonly [label: string, fact: string])[] = [
    [t('State'), stateWord(receipt)],
    [t('Segment'), `${receipt.segment}${receipt.trafficType === '' ? '' : ` (${receipt.trafficType})`}`],
    [t('Workspace'), receipt.workspace],
    [t('Environment'), receipt.isProduction ? t('{0} (production)', receipt.environment) : receipt.environment],
    [t('From'), receipt.source],
    [t('Left out there'), leftOutFact(receipt)],
    [t('Started'), formatTime(receipt.startedAt)],
    [t('Ended'), receipt.endedAt === undefined ? '' : formatTime(receipt.endedAt)],
    [t('Connection'), `${receipt.connection}, ${receipt.origin}`],
    [receipt.apiKeys.length > 1 ? t('API keys') : t('API key'), receipt.apiKeys.join(', ')],
    [t('Title'), receipt.way === 'request' ? receipt.title : ''],
    [t('Comment'), commentFact(receipt)],
    ['', ''],
    [t('Keys in all'), formatNumber(keys.all)],
    [t('Confirmed, to add'), keys.added > 0 ? formatNumber(keys.added) : ''],
    [t('Confirmed, to remove'), keys.removed > 0 ? formatNumber(keys.removed) : ''],
    [t('On their way'), keys.unconfirmed > 0 ? t('{0}: the service may have them or not', formatNumber(keys.unconfirmed)) : ''],
    [t('Left'), keys.left > 0 ? formatNumber(keys.left) : ''],
    [t('In the segment before'), keys.before === undefined ? '' : t('{0}, by the service’s count', formatNumber(keys.before))],
    [t('In the segment after'), keys.after === undefined ? '' : t('{0}, by the service’s count', formatNumber(keys.after))],
    ['', surpriseSentence(work)],
    [t('Fingerprint of the keys'), keys.hash],
  ];
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  const lines = facts
    .filter(([label, fact]) => fact !== '' || label === '')
    .map(([label, fact]) => `${label.padEnd(width)}${oneLine(fact)}`.trimEnd());
  const heading = nameOf(work);
  return [
    heading,
    '='.repeat(heading.length),
    '',
    ...lines,
    '',
    t('Parts'),
    ...receipt.parts.map((part, index) => partLine(part, index, receipt.apiKeys.length > 1)),
    '',
  ].join('\n');
}

/** Also where there was none of a kind: that nothing is missing is what a receipt is asked for. */
function leftOutFact({ leftOut }: KeyReceipt): string {
  if (!leftOut) return '';
  const { repeated, blank, unusable } = leftOut;
  if (repeated + blank + unusable === 0) return t('nothing');
  return t('{0} repeated, {1} blank, {2} unusable', formatNumber(repeated), formatNumber(blank), formatNumber(unusable));
}

const commentFact = ({ comment, isCommentLost }: KeyReceipt): string =>
  isCommentLost ? t('{0} (not kept by the service: it has no place for the comment of an upload)', comment) : comment;

/** Names and comments are other people's words: none of them makes a line of its own here. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Which API key it was is said where there was more than one. */
function partLine(part: KeyReceipt['parts'][number], index: number, isKeyNamed: boolean): string {
  const { operation, firstKey, keys, state, requestId, apiKey } = part;
  const range = t('keys {0} to {1}', formatNumber(firstKey), formatNumber(firstKey + keys - 1));
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
    case 'declined':
      return t('declined');
    default:
      return state satisfies never;
  }
}

function stateWord({ state, keys }: KeyReceipt): string {
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
      return keys.left === 0 ? t('Done') : t('Done in part');
    default:
      return state satisfies never;
  }
}
