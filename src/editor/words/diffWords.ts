/** Writes the diff of a definition as sections: settings, treatments, rules, default rule. */
import * as vscode from 'vscode';
import type { Rule } from '../../api/model.ts';
import { diffBuckets, type BucketChange } from '../../domain/definitions/bucketDiff.ts';
import type { DefinitionDiff, RuleChange, TreatmentChange } from '../../domain/definitions/definitionDiff.ts';
import { editOf } from '../../domain/definitions/ruleEdit.ts';
import { areTreatmentsReordered, diffTreatment } from '../../domain/definitions/treatmentDiff.ts';
import type { Bar, ChangeMark, DiffRow, Section } from '../../webview/protocol.ts';
import { nameOf } from './quotes.ts';
import { formatPercent } from './requestWords.ts';
import { ruleDetails, ruleLines, treatmentDetails, treatmentLines } from './ruleWords.ts';
import { asJson, fieldLines, fieldName, shareDetails } from './valueWords.ts';

const { t } = vscode.l10n;

/** The names of two environments that are compared. Neither side is earlier, so the labels must not be “added” or “removed”. */
type Sides = readonly [before: string, after: string];

/** Returns the sections that are not empty. */
export function definitionSections(diff: DefinitionDiff, sides?: Sides): readonly Section[] {
  const sections: readonly Section[] = [
    { id: 'settings', title: t('Settings'), rows: settingRows(diff) },
    { id: 'treatments', title: t('Treatments'), rows: treatmentRows(diff.treatments) },
    { id: 'rules', title: t('Rules, first match wins'), rows: diff.rules.map((rule) => ruleRow(rule, sides)) },
    { id: 'defaultRule', title: t('Default rule'), rows: defaultRuleRows(diff) },
  ];
  const filled = sections.filter(({ rows }) => rows.length > 0);
  return sides ? filled.map((section) => betweenSides(section, sides)) : filled;
}

/**
 * Uses the names of the compared environments as headings of a section's columns. Replaces labels such as “added” by labels
 * such as “only in staging”, but keeps a label that says more, such as the numbers of a moved rule.
 */
function betweenSides(section: Section, [before, after]: Sides): Section {
  const words: Record<ChangeMark, string> = {
    added: t('only in {0}', after),
    removed: t('only in {0}', before),
    edited: t('differs'),
    moved: t('differs'),
    same: t('the same'),
  };
  const rows = section.rows.map((one) =>
    one.changeLabel === changeLabel(one.change) ? { ...one, changeLabel: words[one.change] } : one,
  );
  return { ...section, rows, sides: { before, after } };
}

function changeLabel(change: ChangeMark): string {
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

type RowExtras = Partial<Pick<DiffRow, 'bars' | 'details' | 'changeLabel'>>;

function row(
  change: ChangeMark,
  title: string,
  before: readonly string[],
  after: readonly string[],
  more: RowExtras = {},
): DiffRow {
  return { change, changeLabel: changeLabel(change), title, before, after, bars: [], details: [], ...more };
}

/** Returns one row for each changed setting. An added or removed value is in one column only. */
function settingRows({ killed, defaultTreatment, trafficAllocation, otherFields }: DefinitionDiff): readonly DiffRow[] {
  const setting = (title: string, before: readonly string[], after: readonly string[]): DiffRow =>
    row(before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'edited', title, before, after);
  const rows: DiffRow[] = [];
  if (killed) rows.push(setting(t('Killed'), [asJson(killed.before)], [asJson(killed.after)]));
  if (defaultTreatment) {
    rows.push(
      setting(t('Default treatment'), asLines(defaultTreatment.before).map(nameOf), asLines(defaultTreatment.after).map(nameOf)),
    );
  }
  if (trafficAllocation) {
    const { before, after } = trafficAllocation;
    rows.push(setting(t('Traffic allocation'), asLines(before).map(formatPercent), asLines(after).map(formatPercent)));
  }
  for (const change of otherFields) {
    const { before, after } = fieldLines(change);
    rows.push(setting(fieldName(change.field), before, after));
  }
  return rows;
}

const asLines = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

function treatmentRows(changes: readonly TreatmentChange[]): readonly DiffRow[] {
  const rows = changes.map(treatmentRow);
  if (!areTreatmentsReordered(changes)) return rows;
  const nameIn = (one: TreatmentChange): string => nameOf(one.change === 'edited' ? one.after.name : one.treatment.name);
  const [before, after]: [string[], string[]] = [[], []];
  for (const one of changes) {
    if (one.change !== 'added') before[one.from] = nameIn(one);
    if (one.change !== 'removed') after[one.to] = nameIn(one);
  }
  return [...rows, row('edited', t('Order of the treatments'), [before.join(', ')], [after.join(', ')])];
}

function treatmentRow(change: TreatmentChange): DiffRow {
  if (change.change === 'edited') {
    const details = treatmentDetails(diffTreatment(change.before, change.after));
    return row('edited', nameOf(change.after.name), treatmentLines(change.before), treatmentLines(change.after), { details });
  }
  const lines = treatmentLines(change.treatment);
  const [before, after] = [change.change === 'added' ? [] : lines, change.change === 'removed' ? [] : lines];
  return row(change.change, nameOf(change.treatment.name), before, after);
}

/** Returns the row of a rule. The first rule has the number 1. */
function ruleRow(change: RuleChange, sides: Sides | undefined): DiffRow {
  switch (change.change) {
    case 'added':
      return row('added', t('Rule {0}', change.index + 1), [], ruleLines(change.rule), { bars: bars(undefined, change.rule) });
    case 'removed':
      return row('removed', t('Rule {0}', change.index + 1), ruleLines(change.rule), [], { bars: bars(change.rule, undefined) });
    case 'moved': {
      const lines = ruleLines(change.rule);
      return row('moved', t('Rule {0}', change.to + 1), lines, lines, { changeLabel: placesLabel(change, sides) });
    }
    case 'edited': {
      const { before, after, to, isMoved } = change;
      return row('edited', t('Rule {0}', to + 1), ruleLines(before), ruleLines(after), {
        bars: bars(before, after),
        details: ruleDetails(editOf(change)),
        ...(isMoved && { changeLabel: `${sides ? t('differs') : t('changed')}, ${placesLabel(change, sides)}` }),
      });
    }
    case 'same':
      return row('same', t('Rule {0}', change.to + 1), ruleLines(change.rule), ruleLines(change.rule));
    default:
      return change satisfies never;
  }
}

/** Returns "moved from 4 to 1", or "rule 4 in staging, rule 1 in production". */
const placesLabel = ({ from, to }: { readonly from: number; readonly to: number }, sides: Sides | undefined): string =>
  sides
    ? t('rule {0} in {1}, rule {2} in {3}', from + 1, sides[0], to + 1, sides[1])
    : t('moved from {0} to {1}', from + 1, to + 1);

const bars = (before: Rule | undefined, after: Rule | undefined): readonly Bar[] =>
  barsOf(diffBuckets(before?.buckets ?? [], after?.buckets ?? []));

const barsOf = (shares: readonly BucketChange[]): readonly Bar[] =>
  shares.map(({ treatment, before, after }) => ({ treatment, before, after }));

function defaultRuleRows({
  defaultRule,
  isDefaultRuleChanged,
  defaultRuleOrder,
  definition,
}: DefinitionDiff): readonly DiffRow[] {
  if (defaultRule.length === 0) return [];
  const details = definition === 'kept' ? shareDetails(defaultRule, defaultRuleOrder) : [];
  const change = definition === 'added' || definition === 'removed' ? definition : isDefaultRuleChanged ? 'edited' : 'same';
  return [row(change, t('Everybody else'), [], [], { bars: barsOf(defaultRule), details })];
}
