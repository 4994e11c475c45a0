/** What is wrong with a definition's text, and what a quick fix does, in words. */
import * as vscode from 'vscode';
import type { FixCode, ProblemCode, SyntaxReason, ValueKind } from '../../domain/definitions/document/problem.ts';
import { formatNumber, formatPercent } from '../formats/requestWords.ts';

const { t } = vscode.l10n;

export function problemSentence(problem: ProblemCode): string {
  switch (problem.code) {
    case 'syntax':
      return syntaxSentence(problem.reason);
    case 'tooLarge':
      return t('This is too long, or nested too deeply, to be read.');
    case 'duplicateField':
      return t('The field “{0}” stands here twice.', problem.field);
    case 'notADefinition':
      return t('This is no definition: it needs fields such as “name”, “treatments” and “defaultRule”.');
    case 'wrongType':
      return t('This should be {0}, not {1}.', kindWord(problem.expected), kindWord(problem.found));
    case 'notANumber':
      return t('This is no number that can be sent exactly.');
    case 'missingField':
      return t('The field “{0}” is missing.', problem.field);
    case 'unknownField':
      return problem.meant === undefined
        ? t('“{0}” is no field that Flag Admin knows; it is sent as it is.', problem.field)
        : t('“{0}” is no field that Flag Admin knows, and “{1}” is missing.', problem.field, problem.meant);
    case 'responseOnlyField':
      return t('Only the service writes “{0}”: it is not sent.', problem.field);
    case 'otherFlag':
      return t('This is the definition of {0}: it can’t be renamed to “{1}” here.', problem.flag, problem.name);
    case 'emptyName':
      return t('A name can’t be empty.');
    case 'noTreatments':
      return t('There are no treatments: the flag could serve nothing.');
    case 'duplicateTreatment':
      return t('There are two treatments of the name “{0}”.', problem.name);
    case 'unknownTreatment':
      return t('There is no treatment “{0}”.', problem.name);
    case 'sizesDontSum':
      return t('The sizes sum to {0}, not to {1}.', formatPercent(problem.sum), formatPercent(100));
    case 'noPercentage':
      return t('This is a whole number from 0 to 100, not {0}.', formatNumber(problem.value));
    case 'unknownSegment':
      return t('There is no segment “{0}” in this workspace.', problem.name);
    case 'inactiveSegment':
      return t('The segment “{0}” is not active here: it matches nobody.', problem.name);
    case 'segmentOfOtherType':
      return t(
        'The segment “{0}” is of type {1}, and this flag is for {2}: it matches nobody.',
        problem.name,
        problem.trafficType,
        problem.wanted,
      );
    case 'unknownFlag':
      return t('There is no flag “{0}” in this workspace.', problem.name);
    case 'unknownRolloutStatus':
      return t('There is no rollout status “{0}” in this workspace.', problem.name);
    case 'dependsOnItself':
      return t('A flag can’t depend on itself.');
    case 'unknownMatcher':
      return t('“{0}” is no matcher that Flag Admin knows; it is sent as it is.', problem.type);
    case 'incompleteMatcher':
      return t('A matcher of type {0} also needs: {1}.', problem.type, problem.missing.join(', '));
    case 'noMatchers':
      return t('This rule has no condition.');
    case 'noValues':
      return t('“{0}” has no value: it matches nobody.', problem.field);
    case 'unreachableRule':
      return problem.by === undefined
        ? t('Nobody matches this rule: its conditions contradict each other.')
        : t('Nobody gets to this rule: rule {0}, or one above it, takes whoever it matches.', problem.by + 1);
    default:
      return problem satisfies never;
  }
}

function syntaxSentence(reason: SyntaxReason): string {
  switch (reason) {
    case 'tabAsIndent':
      return t('Indent with spaces: a tab means nothing here.');
    case 'badIndent':
      return t('The indentation does not fit the lines around it.');
    case 'missingMark':
      return t('A bracket, a quote, a colon or a comma is missing.');
    case 'needsQuotes':
      return t('A value can’t begin like this without quotes.');
    case 'severalDocuments':
      return t('One document holds one definition.');
    case 'nestedOnOneLine':
      return t('A field within the value of a field needs a line of its own.');
    case 'unknownTag':
      return t('Tags (“!”) mean nothing to the service.');
    case 'alias':
      return t('Write out what this stands for: the service knows no aliases.');
    case 'other':
      return t('This can’t be read.');
    default:
      return reason satisfies never;
  }
}

function kindWord(kind: ValueKind): string {
  switch (kind) {
    case 'text':
      return t('a text');
    case 'number':
      return t('a number');
    case 'bool':
      return t('true or false');
    case 'list':
      return t('a list');
    case 'map':
      return t('fields with values');
    case 'null':
      return t('nothing');
    case 'other':
      return t('something else');
    default:
      return kind satisfies never;
  }
}

export function fixTitle(fix: FixCode): string {
  switch (fix.code) {
    case 'setSize':
      return t('Give “{0}” {1}', fix.treatment, formatPercent(fix.size));
    case 'replaceBy':
      return t('Write “{0}”', fix.text);
    case 'quote':
      return t('Put it in quotes');
    case 'convert':
      return t('Write it as {0}: {1}', kindWord(fix.to), fix.value);
    case 'makeList':
      return t('Make a list of it');
    case 'useSpaces':
      return t('Indent with spaces');
    default:
      return fix satisfies never;
  }
}
