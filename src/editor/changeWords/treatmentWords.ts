/** A treatment, and what changes in one, in words. */
import * as vscode from 'vscode';
import type { Treatment } from '../../api/model.ts';
import { diffTreatment, type TreatmentEdit } from '../../domain/definitions/treatmentDiff.ts';
import type { Detail } from '../../webview/protocol.ts';
import { asJson, fieldDetail } from './fieldWords.ts';
import { listed } from './matcherWords.ts';
import { valueDetails } from './ruleWords.ts';

const { t } = vscode.l10n;

/** Longer texts are shown where the whole treatment is, and not twice. */
const MAX_TEXT = 80;

export function treatmentLines(treatment: Treatment): readonly string[] {
  const { description, configurations, keys, segments } = treatment;
  const lines = [
    description ?? '',
    configurations ? t('configuration {0}', configurations) : '',
    keys && keys.length > 0 ? t('always for the keys {0}', listed(keys)) : '',
    segments && segments.length > 0 ? t('always for the segments {0}', listed(segments)) : '',
    ...diffTreatment({ name: treatment.name }, treatment).otherFields.map(({ field, after }) => `${field}: ${asJson(after)}`),
  ].filter((line) => line !== '');
  return lines.length > 0 ? lines : [t('no description')];
}

/** One line for each thing in a treatment that came, went or changed. */
export function treatmentDetails(edit: TreatmentEdit): readonly Detail[] {
  const { description, configurations, keys, segments, otherFields } = edit;
  const details: Detail[] = [];
  if (description) details.push(textDetail(t('description'), description));
  if (configurations) details.push(textDetail(t('configuration'), configurations));
  if (keys) details.push(...valueDetails(t('individual keys'), keys));
  if (segments) details.push(...valueDetails(t('individual segments'), segments));
  return [...details, ...otherFields.map(fieldDetail)];
}

function textDetail(label: string, { before, after }: { readonly before: string; readonly after: string }): Detail {
  if (before.length > MAX_TEXT || after.length > MAX_TEXT) return { change: 'edited', text: t('{0} changed', label) };
  if (before === '') return { change: 'added', text: t('{0} added: {1}', label, after) };
  if (after === '') return { change: 'removed', text: t('{0} removed: {1}', label, before) };
  return { change: 'edited', text: `${label}: ${before} → ${after}` };
}
