/** Why there is no plan for what was asked, in a sentence that says what to do next. */
import * as vscode from 'vscode';
import type { PlanRefusal } from '../../../domain/keys/keyPlan.ts';
import { formatNumber } from '../../requestWords.ts';

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
      if (refusal.count === 1) return t('{0} holds exactly the 1 key of {1}: there is nothing to change.', segment, source);
      return t(
        '{0} holds exactly the {1} keys of {2}: there is nothing to change.',
        segment,
        formatNumber(refusal.count),
        source,
      );
    case 'nothingToUndo':
      return t('It changed nothing in {0}, so there is nothing to undo.', segment);
    case 'heldUnknown':
      if (refusal.unknown === 1) {
        return t(
          'Of 1 key it is not known whether {0} held it before, and undoing must not touch a key that was there already. Nothing was changed. “See how many are new”, before the next upload, makes it possible to undo that one.',
          segment,
        );
      }
      return t(
        'Of {0} keys it is not known whether {1} held them before, and undoing must not touch a key that was there already. Nothing was changed. “See how many are new”, before the next upload, makes it possible to undo that one.',
        formatNumber(refusal.unknown),
        segment,
      );
    default:
      return refusal satisfies never;
  }
}
