/** The last question before keys are sent or removed: what was found, where it goes, and whether directly or as a change request. */
import * as vscode from 'vscode';
import { MAX_KEYS_PER_REQUEST, MAX_KEYS_PER_SEGMENT, planUpload } from '../../domain/keys/keyPlan.ts';
import type { ServiceFacts } from '../../operations/serviceFacts.ts';
import { askChoice, askText, back, type Answer, type Option } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import type { ReadOnlyText } from '../texts/readOnlyText.ts';
import { formatNumber, keysWords } from '../formats/requestWords.ts';
import type { SegmentTarget } from '../service/target.ts';
import { doubtOptions, firstKeys, type LookChoice } from './doubtWords.ts';
import { orLocked, readAllHeld, review, reviewOptions, type Held } from './heldNow.ts';
import { noUndoSentence, notKeptSentence } from './messages.ts';
import { readAs } from './source/findKeys.ts';
import type { FoundKeys } from './source/source.ts';
import { lookOptions, openReport } from './source/report.ts';

const { t } = vscode.l10n;

export interface KeysQuestion {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
  /** Undefined = the segment is not active there yet. */
  readonly held: Held | undefined;
  readonly serviceFacts: ServiceFacts;
  readonly texts: ReadOnlyText;
  /** A change request is wanted: it is offered first. */
  readonly isRequestFirst: boolean;
  readonly canGoBack: boolean;
}

/** The way the keys go. `found`: read in another form, if the user chose one. `held`: with the keys, if the user had them read. */
export interface KeysWay extends Pick<KeysQuestion, 'found' | 'held'> {
  readonly way: 'direct' | 'request';
}

type Way = Pick<Option<KeysWay['way']>, 'label'>;

/** What differs between sending and removing. */
interface Words {
  readonly title: string;
  readonly placeholder: (asked: KeysQuestion) => string;
  readonly direct: (asked: KeysQuestion) => Way & { readonly icon: string };
  readonly request: (asked: KeysQuestion, parts: number) => Way;
  readonly from: (found: FoundKeys) => string;
  readonly look: { readonly label: string; readonly detail: string };
}

export const confirmUpload = (question: KeysQuestion): Promise<Answer<KeysWay>> =>
  confirmKeys(question, {
    title: t('{0} in {1} / {2}', ...placeOf(question)),
    placeholder: uploadPlaceholder,
    direct: ({ found, held }) => {
      const count = keysWords(found.keys.length);
      return { label: held ? t('Upload {0}', count) : t('Activate it and upload {0}', count), icon: 'cloud-upload' };
    },
    request: ({ found, held }, parts) => ({ label: proposeLabel(keysWords(found.keys.length), !held, parts) }),
    from: ({ origin }) => t('From {0}', origin),
    look: {
      label: t('See how many are new'),
      detail: t('Then this upload can be undone later: keys that were there before stay'),
    },
  });

export const confirmRemoval = (question: KeysQuestion): Promise<Answer<KeysWay>> =>
  confirmKeys(question, {
    title: t('Remove from {0} in {1} / {2}', ...placeOf(question)),
    placeholder: removalPlaceholder,
    direct: ({ found }) => ({ label: t('Remove {0}…', keysWords(found.keys.length)), icon: 'trash' }),
    request: ({ found }, parts) => {
      const count = keysWords(found.keys.length);
      return {
        label:
          parts > 1
            ? t('Submit the removal of {0} as {1} change requests, one after the other…', count, parts)
            : t('Submit the removal of {0} as a change request…', count),
      };
    },
    from: ({ origin }) => t('Listed in {0}', origin),
    look: {
      label: t('See which of them it holds'),
      detail: t('Then this removal can be undone later: only keys that were there come back'),
    },
  });

const placeOf = ({ target: { name, workspace, environment } }: KeysQuestion): [string, string, string] => [
  name,
  workspace.name,
  environment.name,
];

async function confirmKeys(asked: KeysQuestion, words: Words): Promise<Answer<KeysWay>> {
  const { connected, target, texts, canGoBack, found, held } = asked;
  const { title } = words;
  for (;;) {
    const answer: Answer<KeysWay['way'] | 'review' | 'read' | LookChoice> = await askChoice<
      KeysWay['way'] | 'review' | 'read' | LookChoice
    >({
      title,
      canGoBack,
      placeholder: orLocked(held, words.placeholder(asked)),
      options: [...reviewOptions(held, target), ...doubtOptions(found), ...ways(asked, words), ...lookOptions(found)],
    });
    if (answer === undefined || answer === back) return answer;
    if (answer === 'review') {
      await review(held);
      return undefined;
    }
    if (answer === 'report') await openReport(texts, found);
    else if (answer === 'readAs' || answer === 'separated') {
      const again = await readAs(found, title, answer);
      if (again) return confirmKeys({ ...asked, found: again }, words);
    } else if (answer === 'read') {
      const keys = await readAllHeld(connected, target);
      if (keys && held) return confirmKeys({ ...asked, held: { ...held, count: keys.size, keys } }, words);
    } else return { way: answer, held, found };
  }
}

function ways(asked: KeysQuestion, words: Words): readonly Option<KeysWay['way'] | 'read'>[] {
  const { connected, target, found, held, serviceFacts, isRequestFirst } = asked;
  const isGated = serviceFacts.isGated(connected.origin, target.environment.id) === true;
  const isLarge = held !== undefined && !held.keys;
  const description = firstKeys(found.keys);
  // The warnings first: the end of a long line is cut off.
  const warnings = [notKeptSentence(found.source.kept.kind), isLarge ? noUndoSentence(words.look.label) : ''];
  const said = (...more: readonly string[]): string => [...warnings, ...more].filter(Boolean).join('. ');
  const { label, icon } = words.direct(asked);
  const gated = t('{0} asked for an approval last time', target.environment.name);
  const direct: Option<'direct'> = {
    label,
    detail: isGated ? said(gated) : said(words.from(found)),
    icon: new vscode.ThemeIcon(icon),
    description,
    value: 'direct',
  };
  const request: Option<'request'> = {
    ...words.request(asked, Math.ceil(found.keys.length / MAX_KEYS_PER_REQUEST)),
    detail: said(words.from(found)),
    icon: new vscode.ThemeIcon('git-pull-request'),
    description,
    value: 'request',
  };
  const sent = isGated || isRequestFirst ? [request, direct] : [direct, request];
  if (!isLarge) return sent;
  const read: Option<'read'> = {
    ...words.look,
    description: t('reads the segment’s {0}', keysWords(held.count)),
    icon: new vscode.ThemeIcon('diff'),
    value: 'read',
  };
  return [...sent, read];
}

function uploadPlaceholder({ held, found: { keys }, target: { name, environment } }: KeysQuestion): string {
  if (!held) return t('{0} is not active in {1} yet', name, environment.name);
  const holds = keysWords(held.count);
  const fit = formatNumber(Math.max(0, MAX_KEYS_PER_SEGMENT - held.count));
  if (!held.keys) {
    return keys.length <= MAX_KEYS_PER_SEGMENT - held.count
      ? t('It holds {0} now', holds)
      : t('It holds {0} now: at most {1} more fit. How many of these are new is read first', holds, fit);
  }
  const { keys: heldKeys } = held;
  const isNew = formatNumber(keys.filter((key) => !heldKeys.has(key)).length);
  const all = formatNumber(keys.length);
  const plan = planUpload(keys, heldKeys);
  return !plan.ok && plan.refusal.code === 'tooManyForSegment'
    ? t('It holds {0} now; {1} of the {2} are new, and at most {3} more fit', holds, isNew, all, fit)
    : t('It holds {0} now; {1} of the {2} are new', holds, isNew, all);
}

function removalPlaceholder({ held, found: { keys } }: KeysQuestion): string {
  const holds = keysWords(held?.count ?? 0);
  const heldKeys = held?.keys;
  if (!heldKeys) return t('It holds {0} now', holds);
  const there = formatNumber(keys.filter((key) => heldKeys.has(key)).length);
  return t('It holds {0} now; {1} of the {2} in the list are among them', holds, there, formatNumber(keys.length));
}

function proposeLabel(count: string, isInactive: boolean, parts: number): string {
  if (parts > 1) {
    return isInactive
      ? t('Activate it and submit {0} as {1} change requests, one after the other…', count, parts)
      : t('Submit {0} as {1} change requests, one after the other…', count, parts);
  }
  return isInactive ? t('Activate it and submit {0} as a change request…', count) : t('Submit {0} as a change request…', count);
}

/** Why keys are removed: the service keeps it in the segment's audit log. Undefined = the user walked away. */
export async function askRemovalComment(title: string, segment: string, suggestion: string): Promise<string | undefined> {
  const answer = await askText({
    title,
    prompt: t('Why are they removed? The comment goes into the audit log of {0}', segment),
    value: suggestion,
    validate: (text) => (text.trim() === '' ? t('Write a word or two: the comment is kept in the audit log.') : undefined),
  });
  return typeof answer === 'string' ? answer.trim() : undefined;
}
