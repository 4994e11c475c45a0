/** Where two changes of a definition touch, in words. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { diffDefinitions } from '../../domain/definitions/definitionDiff.ts';
import type { Merge, MergePlace } from '../../domain/definitions/document/merging.ts';
import { summarise } from '../../domain/definitions/summary.ts';
import { summarySentence } from '../changeWords/summaryWords.ts';

const { t } = vscode.l10n;

/** The three versions of a definition: what a draft began with, what is live now, and what the draft says. */
export interface Versions {
  readonly base: FlagDefinition | undefined;
  readonly live: FlagDefinition | undefined;
  readonly mine: FlagDefinition;
}

/** What of somebody else's changes goes where `mine` is sent as it is. */
export function undoneWords(merge: Merge, { base, live, mine }: Versions): string {
  // What differs from the merge is theirs alone; where both changed something, all of theirs is told.
  const [before, after] = merge.ok ? [merge.definition, mine] : [base, live];
  const items = summarise(diffDefinitions(unkilled(before), unkilled(after)));
  const undone = items.filter(({ code }) => code !== 'nothing').map((item) => summarySentence(item).text);
  return undone.length === 0 ? t('It says already what somebody else changed') : t('This would undo: {0}', undone.join(' '));
}

/** Whether a flag is killed is no part of what a draft says. */
const unkilled = (definition: FlagDefinition | undefined): FlagDefinition | undefined =>
  definition && { ...definition, killed: false };

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
