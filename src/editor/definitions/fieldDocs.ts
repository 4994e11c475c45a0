/** The meanings of the fields of a definition whose names don't explain them. */
import * as vscode from 'vscode';
import type { FieldCode } from '../../domain/definitions/document/shapes.ts';

const { t } = vscode.l10n;

const fieldDocs = (): Readonly<Partial<Record<FieldCode, string>>> => ({
  'definition.name': t('The flag’s name. It can’t be changed here.'),
  'definition.treatments': t('The treatments that the flag can serve, each with a name and optional contents.'),
  'definition.defaultTreatment': t('Keys outside the traffic allocation get it, and everybody gets it while the flag is killed.'),
  'definition.baselineTreatment': t('The treatment that the others are compared with when they are measured.'),
  'definition.trafficAllocation': t(
    'The percentage of the traffic that the rules apply to. All others get the default treatment.',
  ),
  'definition.rules': t('Tried from the top; the first that matches decides.'),
  'definition.defaultRule': t('The treatments for everybody whom no rule matches, in percentages that sum to 100.'),
  'definition.flagSets': t('Sets of flags that an application evaluates together.'),
  'definition.impressionsDisabled': t('The service does not record who got which treatment.'),
  'definition.rolloutStatus': t('The rollout status that a change request gives the flag. It is not part of the definition.'),
  'treatment.name': t('The name that the application receives.'),
  'treatment.configurations': t('A text that the application gets with the treatment, JSON as a rule.'),
  'treatment.keys': t('These keys, and the keys in these segments, get the treatment, whatever the rules say.'),
  'treatment.segments': t('These keys, and the keys in these segments, get the treatment, whatever the rules say.'),
  'treatment.largeSegments': t('Everyone in one of these large segments gets the treatment, whatever the rules say.'),
  'treatment.ruleBasedSegments': t('Everyone in one of these rule-based segments gets the treatment, whatever the rules say.'),
  'bucket.size': t('Who gets which treatment, in whole percentages that sum to 100.'),
  'rule.buckets': t('Who gets which treatment, in whole percentages that sum to 100.'),
  'condition.combiner': t('AND: all matchers have to match.'),
  'condition.matchers': t('AND: all matchers have to match.'),
  'matcher.negate': t('If true, the matcher is negated: it matches everybody whom it would otherwise not match.'),
  'matcher.attribute': t('The attribute that is looked at; without one, the key itself where that is possible.'),
  'matcher.string': t('The segment’s name, the regular expression or the version.'),
  'matcher.strings': t('The values that the attribute, or the key itself, is compared with.'),
  'matcher.date': t('A moment as milliseconds since 1970, UTC.'),
  'matcher.depends': t('Another flag and one of its treatments. Matches everyone to whom that flag serves this treatment.'),
  'matcher.between': t('From and to, both included; dates in milliseconds since 1970.'),
});

export const fieldDoc = (field: FieldCode): string | undefined => fieldDocs()[field];
