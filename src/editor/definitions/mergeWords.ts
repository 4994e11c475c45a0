/** Where two changes of a definition touch, in words. */
import * as vscode from 'vscode';
import type { MergePlace } from '../../domain/definitions/document/merging.ts';

const { t } = vscode.l10n;

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
