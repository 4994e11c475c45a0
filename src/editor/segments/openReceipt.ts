/** Open Receipt…: shows what a change did, where, when and with which API key, as a read-only text that contains no key. */
import * as vscode from 'vscode';
import type { KeyChange } from '../../operations/keys/keyChange.ts';
import { withOwnMark } from '../words/ownText.ts';
import { labelText } from '../words/escape.ts';
import { productionWords } from '../words/placeWords.ts';
import { formatNumber, formatTime } from '../words/requestWords.ts';
import { segmentFrom } from '../window/target.ts';
import { tellRefusal } from '../window/notifications.ts';
import { changeFrom, journalOf, withDecisions } from './changes.ts';
import { chooseChange } from './chooseChange.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { changeTitle, progressSentence, unexpectedCountSentence } from './messages.ts';

const { t } = vscode.l10n;

/** Opens a receipt. The argument may name a change (from the button of a message) or a segment (from a node of the tree). */
export async function openReceipt(deps: SegmentsContext, [argument]: readonly unknown[]): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const named = changeFrom(argument);
  const segment = segmentFrom(argument);
  const changes = (await journalOf(deps.changes).list()).filter(
    ({ id, target }) =>
      (named === undefined || id === named) &&
      (!segment || (target.environment.id === segment.environment.id && target.name === segment.name)),
  );
  const [only] = changes;
  if (!only)
    return tellRefusal(
      t('There is no receipt. No keys were uploaded or removed with this editor, or the upload or removal was too long ago.'),
    );
  const question = { title: t('Open Receipt') };
  const change = changes.length === 1 ? only : await chooseChange(changes, connected, question);
  if (!change) return;
  const now = await withDecisions(deps, connected, change);
  await deps.texts.open(receiptName(now), withOwnMark(receiptText(now)));
}

/** Returns the title of the document. It is a valid file name on every system. */
function receiptName(change: KeyChange): string {
  const at = new Date(change.startedAt).toISOString().slice(0, 16).replace('T', ' ').replace(':', '.');
  return `${t('Receipt')} – ${change.target.name.replaceAll(/[\\/:*?"<>|]/g, '_')} – ${at}.txt`;
}

function receiptText(change: KeyChange): string {
  const { target, connection, source, parts, before, countAfter, startedAt, endedAt } = change;
  const { environment, trafficType } = target;
  const apiKeys = [...new Set(parts.flatMap(({ state, keyName }) => (state === 'waiting' ? [] : (keyName ?? []))))];
  const count = (keys: number | undefined): string => (keys === undefined ? '–' : formatNumber(keys));
  const facts: readonly (readonly [label: string, fact: string])[] = [
    [t('State'), progressSentence(change)],
    [t('Segment'), `${target.name}${trafficType === '' ? '' : ` (${trafficType})`}`],
    [t('Workspace'), target.workspace.name],
    [t('Environment'), [environment.name, ...productionWords(environment)].join(' · ')],
    [t('From'), source.description],
    [t('Time'), [startedAt, ...(endedAt === undefined ? [] : [endedAt])].map((time) => formatTime(time)).join(' – ')],
    [t('Connection'), `${connection.name}, ${connection.origin}`],
    [t('API key'), apiKeys.join(', ') || connection.keyName],
    [t('Title'), change.way === 'request' ? change.title : ''],
    [t('Comment'), change.comment],
    ['', ''],
    [t('Change requests'), parts.flatMap(({ requestId }) => requestId ?? []).join(', ')],
    [t('Keys in the segment'), `${count(before?.count)} → ${count(countAfter)}`],
    ['', unexpectedCountSentence(change)],
    [t('Fingerprint of the keys'), change.keysHash],
  ];
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  const lines = facts
    .filter(([label, fact]) => fact !== '' || label === '')
    .map(([label, fact]) => `${label.padEnd(width)}${labelText(fact).trim()}`.trimEnd());
  const heading = changeTitle(change);
  return [heading, '='.repeat(heading.length), '', ...lines, ''].join('\n');
}
