/** The last step before keys are removed: how many of them the segment holds, and whether it is done directly or as a change request. */
import * as vscode from 'vscode';
import { MAX_KEYS_PER_REQUEST } from '../../domain/keys/keyPlan.ts';
import { askChoice, back, type Answer, type Option } from '../ask.ts';
import { formatNumber, keysWords } from '../requestWords.ts';
import { doubtOptions, firstKeys, type LookChoice } from './doubtWords.ts';
import type { UploadQuestion } from './confirmUpload.ts';
import { readAs, type FoundKeys } from './source/findKeys.ts';
import { lookOptions } from './source/lookOptions.ts';
import { openReport } from './source/openReport.ts';
import { readHeld, type Held } from './work/held.ts';
import { orLocked, review, reviewOptions } from './work/locked.ts';
import { notKeptSentence } from './work/sourceWords.ts';

const { t } = vscode.l10n;

export interface RemovalWay {
  readonly way: 'direct' | 'request';
  readonly held: number | ReadonlySet<string>;
  readonly found: FoundKeys;
}

type Choice = 'review' | 'direct' | 'request' | LookChoice | 'read';

/** `state` is what the segment holds, and what locks it. */
export async function confirmRemoval(question: UploadQuestion, state: Held): Promise<Answer<RemovalWay>> {
  const { connected, target, learnt, texts, isRequestFirst, canGoBack } = question;
  const { environment, workspace, name } = target;
  const isGated = learnt.isGated(connected.origin, environment.id) === true;
  const title = t('Remove from {0} in {1} / {2}', name, workspace.name, environment.name);
  let { found } = question;
  const { openRequestId } = state;
  let held: RemovalWay['held'] = state.count;
  for (;;) {
    const answer: Answer<Choice> = await askChoice<Choice>({
      title,
      canGoBack,
      placeholder: orLocked(openRequestId, heldSentence(held, found)),
      options: [...reviewOptions(openRequestId, target), ...options(found, held, isGated, isRequestFirst, environment.name)],
    });
    if (answer === undefined || answer === back) return answer;
    if (answer === 'review') {
      await review(openRequestId);
      return undefined;
    }
    if (answer === 'report') await openReport(texts, found);
    else if (answer === 'readAs' || answer === 'separated') found = (await readAs(found, title, answer)) ?? found;
    else if (answer === 'read') held = (await readHeld(connected, target)) ?? held;
    else return { way: answer, held, found };
  }
}

function heldSentence(held: RemovalWay['held'], { keys }: FoundKeys): string {
  if (typeof held === 'number') return t('It holds {0} now', keysWords(held));
  const there = keys.filter((key) => held.has(key)).length;
  return t(
    'It holds {0} now; {1} of the {2} in the list are among them',
    keysWords(held.size),
    formatNumber(there),
    formatNumber(keys.length),
  );
}

function options(
  found: FoundKeys,
  held: RemovalWay['held'],
  isGated: boolean,
  isRequestFirst: boolean,
  environment: string,
): readonly Option<Choice>[] {
  const count = keysWords(found.keys.length);
  const from = [notKeptSentence(found.source.kept.kind), t('Listed in {0}', found.origin)].filter(Boolean).join('. ');
  const parts = Math.ceil(found.keys.length / MAX_KEYS_PER_REQUEST);
  const remove: Option<Choice> = {
    label: t('Remove {0}…', count),
    detail: isGated ? t('{0} asked for an approval last time', environment) : from,
    icon: new vscode.ThemeIcon('trash'),
    description: firstKeys(found.keys),
    value: 'direct',
  };
  const propose: Option<Choice> = {
    label:
      parts > 1
        ? t('Submit the removal of {0} as {1} change requests, one after the other…', count, parts)
        : t('Submit the removal of {0} as a change request…', count),
    detail: from,
    icon: new vscode.ThemeIcon('git-pull-request'),
    description: firstKeys(found.keys),
    value: 'request',
  };
  const read: Option<Choice> = {
    label: t('See which of them it holds'),
    description: t('reads the segment’s {0}', keysWords(Number(held))),
    detail: t('Then this removal can be undone later: only keys that were there come back'),
    icon: new vscode.ThemeIcon('diff'),
    value: 'read',
  };
  const sent = isGated || isRequestFirst ? [propose, remove] : [remove, propose];
  const ways = [...doubtOptions(found), ...sent];
  return typeof held === 'number' ? [...ways, read, ...lookOptions(found)] : [...ways, ...lookOptions(found)];
}
