/** The diff of a definition as the sections of the panel, in evaluation order: settings, treatments, rules, default rule. */
import * as vscode from 'vscode';
import type { Bucket, Rule, Treatment } from '../../api/model.ts';
import type { DefinitionDiff, RuleChange, TreatmentChange } from '../../domain/definitions/definitionDiff.ts';
import type { Bar, Change, Row, Section } from '../../webview/protocol.ts';
import { ruleLines } from './ruleWords.ts';
import { percent } from './summaryWords.ts';

const { t } = vscode.l10n;

/** Sections that have nothing to show are left out. */
export function definitionSections(diff: DefinitionDiff): readonly Section[] {
  const sections: readonly Section[] = [
    { id: 'settings', title: t('Settings'), rows: settingRows(diff) },
    { id: 'treatments', title: t('Treatments'), rows: diff.treatments.map(treatmentRow) },
    { id: 'rules', title: t('Rules, first match wins'), rows: diff.rules.map(ruleRow) },
    { id: 'defaultRule', title: t('Default rule'), rows: defaultRuleRows(diff) },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function changeLabel(change: Change): string {
  switch (change) {
    case 'added':
      return t('added');
    case 'removed':
      return t('removed');
    case 'edited':
      return t('changed');
    case 'moved':
      return t('moved');
    case 'same':
      return t('unchanged');
    default:
      return change satisfies never;
  }
}

function row(change: Change, title: string, before: readonly string[], after: readonly string[], bars: readonly Bar[] = []): Row {
  return { change, changeLabel: changeLabel(change), title, details: [], before, after, bars };
}

function settingRows({ killed, defaultTreatment, trafficAllocation, otherFields }: DefinitionDiff): readonly Row[] {
  const rows: Row[] = [];
  if (killed) rows.push(row('edited', t('Killed'), [yesNo(killed.before)], [yesNo(killed.after)]));
  if (defaultTreatment) {
    rows.push(row('edited', t('Default treatment'), [defaultTreatment.before ?? '–'], [defaultTreatment.after ?? '–']));
  }
  if (trafficAllocation) {
    rows.push(row('edited', t('Traffic allocation'), [percent(trafficAllocation.before)], [percent(trafficAllocation.after)]));
  }
  for (const { field, before, after } of otherFields) rows.push(row('edited', field, [asJson(before)], [asJson(after)]));
  return rows;
}

function treatmentRow(change: TreatmentChange): Row {
  switch (change.change) {
    case 'added':
      return row('added', change.treatment.name, [], treatmentLines(change.treatment));
    case 'removed':
      return row('removed', change.treatment.name, treatmentLines(change.treatment), []);
    case 'same':
      return row('same', change.treatment.name, treatmentLines(change.treatment), treatmentLines(change.treatment));
    case 'edited':
      return row('edited', change.after.name, treatmentLines(change.before), treatmentLines(change.after));
    default:
      return change satisfies never;
  }
}

function treatmentLines({ description, configurations, keys, segments }: Treatment): readonly string[] {
  const lines = [
    description ?? '',
    configurations ? t('configuration {0}', configurations) : '',
    keys && keys.length > 0 ? t('always for the keys {0}', keys.join(', ')) : '',
    segments && segments.length > 0 ? t('always for the segments {0}', segments.join(', ')) : '',
  ].filter((line) => line !== '');
  return lines.length > 0 ? lines : [t('no description')];
}

/** Rules are numbered as people count them, from 1. */
function ruleRow(change: RuleChange): Row {
  switch (change.change) {
    case 'added':
      return row('added', t('Rule {0}', change.index + 1), [], ruleLines(change.rule), bars(undefined, change.rule));
    case 'removed':
      return row('removed', t('Rule {0} before', change.index + 1), ruleLines(change.rule), [], bars(change.rule, undefined));
    case 'moved':
      return {
        ...row('moved', t('Rule {0}', change.to + 1), ruleLines(change.rule), ruleLines(change.rule)),
        changeLabel: t('moved from {0} to {1}', change.from + 1, change.to + 1),
      };
    case 'edited':
      return {
        ...row(
          'edited',
          t('Rule {0}', change.to + 1),
          ruleLines(change.before),
          ruleLines(change.after),
          bars(change.before, change.after),
        ),
        ...(change.isMoved ? { changeLabel: t('changed, and moved from {0} to {1}', change.from + 1, change.to + 1) } : {}),
      };
    case 'same':
      return row('same', t('Rule {0}', change.to + 1), ruleLines(change.rule), ruleLines(change.rule));
    default:
      return change satisfies never;
  }
}

function bars(before: Rule | undefined, after: Rule | undefined): readonly Bar[] {
  const size = (buckets: readonly Bucket[] | undefined, treatment: string): number | undefined =>
    buckets?.find((bucket) => bucket.treatment === treatment)?.size;
  const treatments = [...new Set([...(after?.buckets ?? []), ...(before?.buckets ?? [])].map(({ treatment }) => treatment))];
  return treatments.map((treatment) => ({
    treatment,
    before: size(before?.buckets, treatment),
    after: size(after?.buckets, treatment),
  }));
}

function defaultRuleRows({ defaultRule }: DefinitionDiff): readonly Row[] {
  if (defaultRule.length === 0) return [];
  const change: Change = defaultRule.every(({ before, after }) => before === after) ? 'same' : 'edited';
  return [
    row(
      change,
      t('Everybody else'),
      [],
      [],
      defaultRule.map(({ treatment, before, after }) => ({ treatment, before, after })),
    ),
  ];
}

const yesNo = (value: boolean): string => (value ? t('yes') : t('no'));
const asJson = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value));
