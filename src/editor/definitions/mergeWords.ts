/** Where two changes of a definition touch, in words. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { diffDefinitions } from '../../domain/definitions/definitionDiff.ts';
import type { HalfMerge } from '../../domain/definitions/document/mergeHalf.ts';
import type { Merge, MergeConflict, MergePlace } from '../../domain/definitions/document/merging.ts';
import { summarise } from '../../domain/definitions/summary.ts';
import { summarySentence } from '../changeWords/summaryWords.ts';

const { t } = vscode.l10n;

/** What of somebody else's changes goes where `mine` is sent as it is. */
export function undoneWords(merge: Merge, half: HalfMerge | undefined, live: FlagDefinition, mine: FlagDefinition): string {
  const together = merge.ok ? merge.definition : half?.definition;
  // What differs from the merge is theirs alone; where both changed something, theirs goes as well.
  const theirs = together ?? live;
  const items = summarise(diffDefinitions({ ...theirs, killed: false }, { ...mine, killed: false }));
  const undone = items.filter(({ code }) => code !== 'nothing').map((item) => summarySentence(item).text);
  const both = merge.ok || !half ? [] : merge.conflicts.map(conflictWords);
  const all = [...new Set([...both, ...undone])];
  return all.length === 0 ? t('It says already what somebody else changed') : t('This would undo: {0}', all.join(' '));
}

function conflictWords({ place, live, mine }: MergeConflict): string {
  // Where one rule is in conflict, all of them are sent as mine has them.
  if (place.code === 'rule' || place.code === 'ruleOrder' || place.code === 'rulesAdded') return t('their changes of the rules.');
  if (place.code === 'treatment' || place.code === 'treatments') return t('their changes of the treatments.');
  const isShort = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
  return isShort(live) && isShort(mine) && String(live).length + String(mine).length < 80
    ? t('{0} {1} → {2}.', placeWords(place), live, mine)
    : t('their change of {0}.', placeWords(place));
}

export function placeWords(place: MergePlace): string {
  switch (place.code) {
    case 'definition':
      return t('the definition as a whole: it was removed, or added');
    case 'treatments':
      return t('the treatments');
    case 'treatment':
      return place.field === undefined
        ? t('the treatment {0}', place.name)
        : t('the treatment {0}: {1}', place.name, place.field);
    case 'rule':
      return ruleWords(place.rule + 1, place.part);
    case 'ruleOrder':
      return t('the order of the rules');
    case 'rulesAdded':
      return place.after === undefined
        ? t('new rules at the top: which of them comes first?')
        : t('new rules below rule {0}: which of them comes first?', place.after + 1);
    case 'defaultRule':
      return t('the default rule');
    case 'defaultTreatment':
      return t('the default treatment');
    case 'trafficAllocation':
      return t('the traffic allocation');
    case 'field':
      return t('the field {0}', place.field);
    default:
      return place satisfies never;
  }
}

/** Rules are counted from 1 here. */
function ruleWords(rule: number, part: Extract<MergePlace, { code: 'rule' }>['part']): string {
  switch (part) {
    case undefined:
      return t('rule {0}: removed on one side, changed on the other', rule);
    case 'condition':
      return t('rule {0}: its condition', rule);
    case 'buckets':
      return t('rule {0}: its shares', rule);
    case 'otherFields':
      return t('rule {0}: other fields of it', rule);
    default:
      return part satisfies never;
  }
}
