/** The last step before keys are sent: what was found, where it goes, and whether it goes directly or as a change request. */
import * as vscode from 'vscode';
import { MAX_KEYS_PER_REQUEST, MAX_KEYS_PER_SEGMENT, planUpload } from '../../domain/keys/keyPlan.ts';
import type { Learnt } from '../../operations/learnt.ts';
import { askChoice, back, type Answer, type Option } from '../ask.ts';
import type { Connected } from '../connected.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';
import { formatNumber, keysWords } from '../requestWords.ts';
import type { SegmentTarget } from '../target.ts';
import { doubtOptions, firstKeys, type LookChoice } from './doubtWords.ts';
import { readAs, type FoundKeys } from './source/findKeys.ts';
import { lookOptions } from './source/lookOptions.ts';
import { openReport } from './source/openReport.ts';
import { readHeld, readState } from './work/held.ts';
import { orLocked, review, reviewOptions } from './work/locked.ts';
import { notKeptSentence } from './work/sourceWords.ts';

const { t } = vscode.l10n;

/** The way the keys go; `held` is what the segment holds already: which keys or how many, undefined if it is not active here yet. */
export interface UploadWay {
  readonly way: 'direct' | 'request';
  readonly held: number | ReadonlySet<string> | undefined;
  /** Read in another form, if the user chose one. */
  readonly found: FoundKeys;
}

export interface UploadQuestion {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
  readonly learnt: Learnt;
  readonly texts: ReadOnlyText;
  /** A change request is wanted: it is offered first. */
  readonly isRequestFirst: boolean;
  readonly canGoBack: boolean;
}

export async function confirmUpload(question: UploadQuestion): Promise<Answer<UploadWay>> {
  const { connected, target, learnt, texts, isRequestFirst, canGoBack } = question;
  let { found } = question;
  const { environment, workspace, name } = target;
  const isGated = learnt.isGated(connected.origin, environment.id) === true;
  const title = t('{0} in {1} / {2}', name, workspace.name, environment.name);
  const state = await readState(connected, target);
  let held: UploadWay['held'] = state?.count;

  for (;;) {
    const answer: Answer<Choice> = await askChoice<Choice>({
      title,
      canGoBack,
      placeholder: orLocked(state?.openRequestId, heldSentence(held, found, target)),
      options: [
        ...reviewOptions(state?.openRequestId, target),
        ...options(found, held, isGated, isRequestFirst, environment.name),
      ],
    });
    if (answer === undefined || answer === back) return answer;
    if (answer === 'review') {
      await review(state?.openRequestId);
      return undefined;
    }
    if (answer === 'report') {
      await openReport(texts, found);
      continue;
    }
    if (answer === 'readAs' || answer === 'separated') {
      found = (await readAs(found, title, answer)) ?? found;
      continue;
    }
    if (answer === 'read') {
      held = (await readHeld(connected, target)) ?? held;
      continue;
    }
    return { way: answer, held, found };
  }
}

type Choice = 'review' | 'direct' | 'request' | LookChoice | 'read';

function heldSentence(held: UploadWay['held'], { keys }: FoundKeys, { name, environment }: SegmentTarget): string {
  if (held === undefined) return t('{0} is not active in {1} yet', name, environment.name);
  if (typeof held === 'number') {
    const fit = Math.max(0, MAX_KEYS_PER_SEGMENT - held);
    return keys.length <= fit
      ? t('It holds {0} now', keysWords(held))
      : t('It holds {0} now: at most {1} more fit. How many of these are new is read first', keysWords(held), formatNumber(fit));
  }
  const plan = planUpload(keys, held);
  if (!plan.ok && plan.refusal.code === 'tooManyForSegment') {
    return t(
      'It holds {0} now; {1} of the {2} are new, and at most {3} more fit',
      keysWords(held.size),
      formatNumber(plan.refusal.adding),
      formatNumber(keys.length),
      formatNumber(Math.max(0, MAX_KEYS_PER_SEGMENT - held.size)),
    );
  }
  const isNew = plan.ok ? plan.adding : keys.filter((key) => !held.has(key)).length;
  return t('It holds {0} now; {1} of the {2} are new', keysWords(held.size), formatNumber(isNew), formatNumber(keys.length));
}

function options(
  found: FoundKeys,
  held: UploadWay['held'],
  isGated: boolean,
  isRequestFirst: boolean,
  environment: string,
): readonly Option<Choice>[] {
  const count = keysWords(found.keys.length);
  // The warning first: the end of a long line is cut off.
  const from = [notKeptSentence(found.source.kept.kind), t('From {0}', found.origin)].filter(Boolean).join('. ');
  const upload: Option<Choice> = {
    label: held === undefined ? t('Activate it and upload {0}', count) : t('Upload {0}', count),
    detail: isGated ? t('{0} asked for an approval last time', environment) : from,
    icon: new vscode.ThemeIcon('cloud-upload'),
    description: firstKeys(found.keys),
    value: 'direct',
  };
  const parts = Math.ceil(found.keys.length / MAX_KEYS_PER_REQUEST);
  const propose: Option<Choice> = {
    label: proposeLabel(count, held === undefined, parts),
    detail: from,
    icon: new vscode.ThemeIcon('git-pull-request'),
    description: firstKeys(found.keys),
    value: 'request',
  };
  const read: Option<Choice> = {
    label: t('See how many are new'),
    description: t('reads the segment’s {0}', keysWords(Number(held))),
    detail: t('Then this upload can be undone later: keys that were there before stay'),
    icon: new vscode.ThemeIcon('diff'),
    value: 'read',
  };
  const sent = isGated || isRequestFirst ? [propose, upload] : [upload, propose];
  const ways = [...doubtOptions(found), ...sent];
  return typeof held === 'number' && held > 0 ? [...ways, read, ...lookOptions(found)] : [...ways, ...lookOptions(found)];
}

function proposeLabel(count: string, isInactive: boolean, parts: number): string {
  if (parts > 1) {
    return isInactive
      ? t('Activate it and submit {0} as {1} change requests, one after the other…', count, parts)
      : t('Submit {0} as {1} change requests, one after the other…', count, parts);
  }
  return isInactive ? t('Activate it and submit {0} as a change request…', count) : t('Submit {0} as a change request…', count);
}
