/** Explains those fields of a definition whose names don't explain themselves. */
import * as vscode from 'vscode';
import type { FieldCode } from '../../domain/definitions/document/shapes.ts';

const { t } = vscode.l10n;

const fieldDocs = (): Readonly<Partial<Record<FieldCode, string>>> => ({
  'definition.name': t('The flag’s name. It can’t be changed here.'),
  'definition.treatments': t(
    'The treatments that the flag can serve, each with a name and, optionally, targets and a configuration.',
  ),
  'definition.defaultTreatment': t(
    'The treatment for keys outside the traffic allocation, and for everybody while the flag is killed.',
  ),
  'definition.baselineTreatment': t('Measurements compare all other treatments with this treatment.'),
  'definition.trafficAllocation': t('The percentage of keys to which the rules apply. All other keys get the default treatment.'),
  'definition.rules': t('The rules are tried from the top. The first rule that matches decides.'),
  'definition.defaultRule': t('The treatments for everybody whom no rule matches, in percentages that sum to 100.'),
  'definition.flagSets': t('Sets of flags that an application evaluates together.'),
  'definition.impressionsDisabled': t('If true, the service does not record who got which treatment.'),
  'definition.rolloutStatus': t(
    'The rollout status to set if this text is submitted as a change request. It is not part of the definition.',
  ),
  'treatment.name': t('The name that the application receives.'),
  'treatment.configurations': t('A text that the application gets with the treatment, usually JSON.'),
  'treatment.keys': t('These keys, and the keys in these segments, get the treatment, whatever the rules say.'),
  'treatment.segments': t('These keys, and the keys in these segments, get the treatment, whatever the rules say.'),
  'treatment.largeSegments': t('Everyone in one of these large segments gets the treatment, whatever the rules say.'),
  'treatment.ruleBasedSegments': t(
    'Everyone in one of these rule-based segments gets the treatment, whatever the rules of the flag say.',
  ),
  'bucket.size': t('Who gets which treatment, in whole percentages that sum to 100.'),
  'rule.buckets': t('Who gets which treatment, in whole percentages that sum to 100.'),
  'condition.combiner': t('AND: all matchers have to match.'),
  'condition.matchers': t('AND: all matchers have to match.'),
  'matcher.negate': t('If true, the matcher is negated: it matches everybody whom it would otherwise not match.'),
  'matcher.attribute': t(
    'The attribute that the matcher checks. Without an attribute, it checks the key itself if that is possible.',
  ),
  'matcher.string': t('The name of a segment, a regular expression, or a version, depending on the type of the matcher.'),
  'matcher.strings': t('The values that the attribute, or the key itself, is compared with.'),
  'matcher.date': t('A point in time, in milliseconds since 1970 (UTC).'),
  'matcher.depends': t('Another flag and one of its treatments. Matches everyone to whom that flag serves this treatment.'),
  'matcher.between': t('The first and the last matching value. Dates are in milliseconds since 1970 (UTC).'),
});

export const fieldDoc = (field: FieldCode): string | undefined => fieldDocs()[field];
