/**
 * The last question before keys are sent or removed: shows the keys that were found and their segment, and asks whether to send
 * them directly or as a change request.
 */
import * as vscode from 'vscode';
import { bodyLimitOf } from '../../api/network/baseUrl.ts';
import { countBatches } from '../../domain/keys/keyPlan.ts';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import { back, type Answer, type Option } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import { formatNumber, keysWords } from '../words/requestWords.ts';
import { inPlace } from '../words/placeWords.ts';
import type { SegmentTarget } from '../window/target.ts';
import { askWay } from '../changes/askWay.ts';
import { doubtOptions, firstKeys, titleWithDoubts } from '../ask/askDoubts.ts';
import { callsWords, requestLabel } from './messages.ts';
import { activationSentence, readContents, type SegmentState } from './segmentState.ts';
import { applyChoice } from './source/findKeys.ts';
import { countWords, lineWords, unusableWords } from './source/foundWords.ts';
import type { FoundKeys } from './source/source.ts';
import { sourceOptions, type SourceChoice } from './source/sourceOptions.ts';

const { t } = vscode.l10n;

export interface KeysQuestion {
  readonly kind: 'upload' | 'removal';
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
  /** Undefined = the segment is not active in the environment yet. */
  readonly state: SegmentState | undefined;
  readonly serviceFacts: ServiceFacts;
  readonly texts: ReadOnlyText;
  /** True if the user wants a change request. The change request is then offered first. */
  readonly isRequestFirst: boolean;
  readonly canGoBack: boolean;
}

/**
 * The user's answer: to send the keys directly or as a change request. `found`: the keys, read in a different format if the
 * user chose one. `state`: includes the keys of the segment if the user asked to read them.
 */
export interface KeysWay extends Pick<KeysQuestion, 'found' | 'state'> {
  readonly way: 'direct' | 'request';
}

export async function confirmKeys(asked: KeysQuestion): Promise<Answer<KeysWay>> {
  const { kind, connected, target, texts, found, state, serviceFacts } = asked;
  const title = inPlace(target.name, target);
  const count = countWords(found);
  const labels = { upload: t('Upload {0}', count), removal: t('Remove {0}', count) };
  const calls = countBatches(found.keys, bodyLimitOf(connected.origin));
  const from = t('From {0}', found.origin);
  const facts = await contentsSentence(asked);
  const words = { description: firstKeys(found.keys), detail: [callsWords(calls), from].filter(Boolean).join('. ') };
  for (;;) {
    const answer = await askWay<'read' | SourceChoice>({
      ...asked,
      title: titleWithDoubts(title, found.doubts),
      placeholder: t('{0}: nothing was sent yet', found.source.description),
      warnings: [unusableWords(found), ...remarks(asked)],
      facts,
      direct: { ...words, label: labels[kind], icon: kind === 'upload' ? 'cloud-upload' : 'trash' },
      request: { ...words, detail: from, label: requestLabel(calls) },
      requiresApprovals: serviceFacts.requiresApprovals(connected.origin, target.environment.id) === true,
      optionsAbove: doubtOptions(found.doubts, (line) => lineWords(found.source, line)),
      optionsBelow: [...(isLarge(asked) ? [readOption()] : []), ...sourceOptions(found)],
    });
    if (answer === undefined || answer === back) return answer;
    if (answer === 'read') {
      const keys = await readContents(connected, target);
      if (keys && state) return confirmKeys({ ...asked, state: { ...state, count: keys.size, keys } });
    } else if (answer === 'direct' || answer === 'request') return { way: answer, state, found };
    else {
      const again = await applyChoice(texts, found, answer);
      if (again) return confirmKeys({ ...asked, found: again });
    }
  }
}

const isLarge = ({ state }: KeysQuestion): boolean => state !== undefined && !state.keys;

/** Returns warnings that the change can't be resumed or undone later. */
function remarks(asked: KeysQuestion): readonly string[] {
  return [
    asked.found.source.fileUri === undefined ? t('Once this window is closed, this change can’t be resumed or undone') : '',
    isLarge(asked) ? t('This change can’t be undone unless you first choose “{0}”', readLabel()) : '',
  ];
}

const readLabel = (): string => t('Show which of these keys the segment contains');

const readOption = (): Option<'read'> => ({
  label: readLabel(),
  icon: new vscode.ThemeIcon('diff'),
  value: 'read',
});

async function contentsSentence({ kind, connected, state, found: { keys }, target }: KeysQuestion): Promise<string> {
  if (!state) return activationSentence(connected, target);
  const count = keysWords(state.count);
  if (!state.keys) return t('The segment contains {0} now', count);
  const { keys: contained } = state;
  const there = keys.filter((key) => contained.has(key)).length;
  const all = formatNumber(keys.length);
  if (kind === 'removal')
    return t('The segment contains {0} now; to be removed: {1} of the {2} listed keys', count, formatNumber(there), all);
  return t('The segment contains {0} now; new: {1} of the {2} listed keys', count, formatNumber(keys.length - there), all);
}
