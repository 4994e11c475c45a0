/** Describes the problems in a definition's text, and the effect of a quick fix. */
import * as vscode from 'vscode';
import type { FixCode, ProblemCode, SyntaxReason, ValueKind } from '../../domain/definitions/document/problem.ts';
import { formatNumber, formatPercent } from './requestWords.ts';
import { wordsOf, type CodeWords } from './codeWords.ts';

const { t } = vscode.l10n;

const syntaxSentences: Readonly<Record<SyntaxReason, () => string>> = {
  tabAsIndent: () => t('Indent with spaces. YAML does not accept tabs as indentation.'),
  badIndent: () => t('The indentation does not fit the lines around it.'),
  missingMark: () => t('A bracket, a quote, a colon or a comma is missing.'),
  needsQuotes: () => t('Without quotes, a value can’t begin with these characters.'),
  severalDocuments: () => t('A document can contain only one definition.'),
  nestedOnOneLine: () => t('A nested field needs its own line.'),
  unknownTag: () => t('Write the value itself: the service accepts no YAML tags (“!”) and no aliases.'),
  alias: () => t('Write the value itself: the service accepts no YAML tags (“!”) and no aliases.'),
  other: () => t('This can’t be read as YAML.'),
};

const kindWords: Readonly<Record<ValueKind, () => string>> = {
  text: () => t('a text'),
  number: () => t('a number'),
  bool: () => t('true or false'),
  list: () => t('a list'),
  map: () => t('a map of fields'),
  null: () => t('nothing'),
};

/** The fields that belong to a flag as a whole, and not to its definition in one environment. */
const FLAG_FIELDS: ReadonlySet<string> = new Set(['tags', 'owners', 'description', 'status', 'state']);

const problemSentences: CodeWords<ProblemCode> = {
  syntax: ({ reason }) => syntaxSentences[reason](),
  tooLarge: () => t('This is too long, or nested too deeply, to be read.'),
  duplicateField: ({ field }) => t('The name “{0}” appears twice.', field),
  notADefinition: () => t('This is not a definition: it needs fields such as “name”, “treatments” and “defaultRule”.'),
  wrongType: ({ expected, found }) => t('This should be {0}, not {1}.', kindWords[expected](), kindWords[found]()),
  notANumber: () => t('This number can’t be sent exactly.'),
  missingField: ({ field }) => t('The field “{0}” is missing.', field),
  unknownField: ({ of, field, meant }) =>
    of === 'definition' && FLAG_FIELDS.has(field)
      ? t('“{0}” belongs to the flag and not to its definition: change it in the service’s web console.', field)
      : meant === undefined
        ? t('Flag Admin does not know “{0}”, and sends it unchanged.', field)
        : t('Flag Admin does not know the field “{0}”, and “{1}” is missing.', field, meant),
  responseOnlyField: ({ field }) => t('Only the service sets “{0}”, so this field is not sent.', field),
  otherFlag: ({ flag, name }) => t('This is the definition of “{0}”. The flag can’t be renamed to “{1}” here.', flag, name),
  emptyName: () => t('A name can’t be empty.'),
  noTreatments: () => t('Add a treatment: without treatments, the flag can’t serve anything.'),
  duplicateTreatment: ({ name }) => t('The name “{0}” appears twice.', name),
  unknownTreatment: ({ name }) => t('There is no treatment “{0}”.', name),
  sizesDontSum: ({ sum }) => t('The sizes sum to {0}, not to {1}.', formatPercent(sum), formatPercent(100)),
  noPercentage: ({ value }) => t('This must be a whole number from 0 to 100, not {0}.', formatNumber(value)),
  unknownSegment: ({ name }) => t('There is no segment “{0}” in this workspace.', name),
  inactiveSegment: ({ name }) => t('The segment “{0}” is not active in this environment, so it matches nobody.', name),
  segmentOfOtherType: ({ name, trafficType, wanted }) =>
    t(
      'The segment “{0}” has the traffic type “{1}”, but this flag has “{2}”, so the segment matches nobody.',
      name,
      trafficType,
      wanted,
    ),
  unknownFlag: ({ name }) => t('There is no flag “{0}” in this workspace.', name),
  unknownRolloutStatus: ({ name }) => t('There is no rollout status “{0}” in this workspace.', name),
  dependsOnItself: () => t('A flag can’t depend on itself.'),
  unknownMatcher: ({ type }) => t('Flag Admin does not know “{0}”, and sends it unchanged.', type),
  incompleteMatcher: ({ missing, type }) => t('A matcher of type {0} also needs: {1}.', type, missing.join(', ')),
  noMatchers: () => t('This rule has no condition.'),
  noValues: ({ field }) => t('“{0}” has no value, so the matcher matches nobody.', field),
  dateInSeconds: () =>
    t('Dates must be in milliseconds. This value looks like seconds: in milliseconds, it is in January or February 1970.'),
  reversedRange: () => t('This range begins after its end, so no value is in it.'),
  notAVersion: ({ text }) => t('SDKs can’t read “{0}” as a version. A version has three numbers, such as 1.2.0.', text),
  notAPattern: () => t('JavaScript SDKs can’t read this regular expression.'),
  notJson: () => t('This begins like JSON, but it can’t be read as JSON.'),
  repeatedShare: ({ treatment }) => t('“{0}” is in this rollout twice.', treatment),
  unreachableRule: ({ by }) =>
    by === undefined
      ? t('Nobody matches this rule: its conditions contradict each other.')
      : by === 0
        ? t('No key reaches this rule: every key that it would match already matches rule 1.')
        : t('No key reaches this rule: every key that it would match already matches rule {0} or an earlier rule.', by + 1),
};

const fixTitles: CodeWords<FixCode> = {
  setSize: ({ size, treatment }) => t('Set the size of “{0}” to {1}', treatment, formatPercent(size)),
  replaceBy: ({ text }) => t('Replace with “{0}”', text),
  quote: () => t('Put the value in quotes'),
  convert: ({ to, value }) => t('Convert to {0}: {1}', kindWords[to](), value),
  makeList: () => t('Turn the value into a list'),
  swapEnds: () => t('Swap start and end of the range'),
  leaveOutCommas: () => t('Leave out the commas before closing brackets'),
  useSpaces: () => t('Indent with spaces'),
};

export const problemSentence = (problem: ProblemCode): string => wordsOf(problemSentences, problem);
export const fixTitle = (fix: FixCode): string => wordsOf(fixTitles, fix);
