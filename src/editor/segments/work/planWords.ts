/** Why there is no plan for what was asked, in a sentence that says what to do next. */
import * as vscode from 'vscode';
import type { PlanRefusal } from '../../../domain/keys/keyPlan.ts';
import { formatNumber, keysWords } from '../../requestWords.ts';

const { t } = vscode.l10n;

/** `segment` and `source` are names: "beta-accounts", "accounts.csv". */
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
      return heldUnknown(refusal.unknown, segment, t('See how many are new'));
    default:
      return refusal satisfies never;
  }
}

/** `look` is what finds it out before the next keys are sent. */
export const heldUnknown = (unknown: number, segment: string, look: string): string =>
  t(
    'Whether {0} held {1} before is not known, and undoing must not change what was so already. Nothing was changed. “{2}”, chosen the next time, makes it possible to undo that.',
    segment,
    keysWords(unknown),
    look,
  );
