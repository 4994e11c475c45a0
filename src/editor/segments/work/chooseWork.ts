/** Which work, and whether to go on with it. */
import * as vscode from 'vscode';
import { goesByRequest, keysDone, type KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { askChoice, type Answer, type Option } from '../../ask.ts';
import type { Connected } from '../../connected.ts';
import { ageInWords, formatNumber, keysWords } from '../../requestWords.ts';
import { strangerTo } from './belongs.ts';
import { nameOf, placeOf, progressSentence } from './workWords.ts';

const { t } = vscode.l10n;

/** Undefined = the user walked away. Those of other connections come last. */
export async function chooseWork(
  works: readonly KeyWork[],
  connected: Connected,
  { title = t('Resume Upload'), placeholder = t('Which one was left half way?') } = {},
): Promise<KeyWork | undefined> {
  const own = works.filter((work) => !strangerTo(work, connected));
  const others = works.filter((work) => strangerTo(work, connected));
  const answer = await askChoice<KeyWork>({
    title,
    isFirstActive: true,
    placeholder,
    options: [
      ...own.map((work) => optionFor(work)),
      ...(others.length > 0 ? [{ separator: t('other connections') }] : []),
      ...others.map((work) => optionFor(work, work.connection.name)),
    ],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

function optionFor(work: KeyWork, connection?: string): Option<KeyWork> {
  const at = ageInWords(work.endedAt ?? work.startedAt);
  return {
    label: nameOf(work),
    description: [connection, placeOf(work.target)].filter(Boolean).join(' · '),
    detail: `${progressSentence(work)} · ${at}`,
    icon: new vscode.ThemeIcon(goesByRequest(work) ? 'git-pull-request' : 'cloud-upload'),
    value: work,
  };
}

/** `again`: a part that was declined is submitted once more. */
type WhatNext = 'resume' | 'again' | 'switch' | 'discard';

const isMoreThanDeclined = ({ parts }: KeyWork): boolean =>
  parts.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'open');

/** `refusal` is why it can't be resumed here. */
export async function confirmResume(work: KeyWork, refusal: string | undefined, canGoBack: boolean): Promise<Answer<WhatNext>> {
  const declined = work.parts.findIndex(({ state }) => state === 'declined');
  const again: Option<WhatNext> = {
    label: t('Submit part {0} of {1} again…', declined + 1, work.parts.length),
    detail: t('Its change request was not published'),
    icon: new vscode.ThemeIcon('git-pull-request'),
    value: 'again',
  };
  const resume: Option<WhatNext> = {
    label: resumeLabel(work),
    detail: t('From {0}', work.source.description),
    icon: new vscode.ThemeIcon('debug-continue'),
    isActive: declined < 0,
    value: 'resume',
  };
  const elsewhere: Option<WhatNext> = {
    label: t('Switch Connection…'),
    detail: refusal ?? '',
    icon: new vscode.ThemeIcon('arrow-swap'),
    value: 'switch',
  };
  const discard: Option<WhatNext> = {
    label: t('Discard it'),
    detail: t('It is no longer offered. What was done of it stays'),
    icon: new vscode.ThemeIcon('trash'),
    value: 'discard',
  };
  const ways = declined < 0 ? [resume] : isMoreThanDeclined(work) ? [again, resume] : [again];
  return askChoice<WhatNext>({
    title: t('{0} in {1}', nameOf(work), placeOf(work.target)),
    canGoBack,
    placeholder: progressSentence(work),
    options: [...(refusal === undefined ? ways : [elsewhere]), discard],
  });
}

function resumeLabel(work: KeyWork): string {
  const left = work.keyCount - keysDone(work);
  const rest = formatNumber(left);
  const next = work.parts.findIndex(({ state }) => state === 'waiting' || state === 'sending') + 1;
  if (goesByRequest(work)) {
    if (next === 0) return t('See what became of it');
    return work.parts.length === 1
      ? t('Submit {0} as a change request…', keysWords(left))
      : t('Go on with part {0} of {1}…', next, work.parts.length);
  }
  switch (work.kind) {
    case 'upload':
      return left === 1 ? t('Send the key that is left') : t('Send the other {0} keys', rest);
    case 'removal':
      return left === 1 ? t('Remove the key that is left') : t('Remove the other {0} keys', rest);
    case 'equal':
      return t('Compare again, and make them equal…');
    case 'undo':
      return t('Plan the undo again…');
    default:
      return work.kind satisfies never;
  }
}
