/** Writes the notes below the lines of "For whom". Each note is one sentence, for example about what is not known. */
import * as vscode from 'vscode';
import type { AudienceChange, Unknown, Unreachable } from '../../domain/audiences/audienceChange.ts';
import type { Dependant } from '../../domain/audiences/dependants.ts';
import type { FlagFacts } from '../../operations/changeRequests/flagFacts.ts';
import { deciderText } from './groupWords.ts';
import { joined, quoted } from './quotes.ts';
import { configurationText } from './ruleWords.ts';

const { t } = vscode.l10n;

/** The maximum number of rules and fields of a dependent flag that a sentence names. */
const MAX_NAMES = 4;
/** The maximum number of flags that a sentence names. */
export const MAX_FLAGS = 12;

/** Returns the sentence about an unknown combiner. Only for AND is it known how SDKs combine conditions. */
export const combinerText = (combiner: string): string =>
  t('Flag Admin can’t tell whether a key meets conditions that are combined with {0}: some SDKs treat {0} as AND.', quoted(combiner)); // prettier-ignore

export function unknownText(unknown: Unknown): string {
  const list = (values: readonly string[]): string => joined(values.map(quoted), 'conjunction');
  switch (unknown.code) {
    case 'limit':
      return t('There are too many combinations of conditions to check. More keys might get a different treatment.');
    case 'fields':
      return unknown.isChanged
        ? t('Changes {0}. Flag Admin can’t tell which keys this affects.', list(unknown.fields))
        : t(
            'Flag Admin can’t evaluate {0}. For some keys, this might determine the treatment; it is not known which keys these are. The other lines apply only to the remaining keys.',
            list(unknown.fields),
          );
    case 'shares':
      return t('Some shares have fields that Flag Admin doesn’t know. It can’t tell which keys get these shares.');
    case 'severalTargets':
      return t('The service’s documentation doesn’t say which treatment a key gets if it is an individual target of several treatments: {0}.', joined(unknown.treatments.map(quoted), 'conjunction')); // prettier-ignore
    case 'matchers':
      if (unknown.isSwitched)
        return t('The flag has a matcher that Flag Admin can’t evaluate ({0}). While the flag is not killed, an SDK that doesn’t know this matcher serves none of the flag’s treatments.', list(unknown.types)); // prettier-ignore
      return t('Adds or removes a matcher that Flag Admin can’t evaluate ({0}). An SDK that doesn’t know this matcher serves none of the flag’s treatments.', list(unknown.types)); // prettier-ignore
    case 'sdk':
      return t('A rule negates a condition. If a key has no value for {0}, its treatment depends on the SDK.', list(unknown.attributes)); // prettier-ignore
    default:
      return unknown satisfies never;
  }
}

export function noteTexts({ reconfigured, unreachable, emptySegments }: AudienceChange): readonly string[] {
  return [
    ...reconfigured.map(({ treatment, change }) =>
      t('Everybody who gets {0} gets it with a different configuration: {1}.', quoted(treatment), configurationText(change)),
    ),
    ...unreachable.after.map(unreachableText),
    ...unreachable.before.map(({ index }) =>
      t('No key can reach rule {0} of the old definition. After the change, keys can reach this rule.', index + 1),
    ),
    ...emptySegments.map((name) => t('The segment {0} is not active in this environment, so it contains no keys.', quoted(name))),
  ];
}

function unreachableText({ index, by }: Unreachable): string {
  return by
    ? t('No key reaches rule {0}: {1} decides first.', index + 1, deciderText(by))
    : t('No key reaches rule {0}.', index + 1);
}

/** Describes the flags that depend on this flag. The change might also affect what they serve. */
export const dependantTexts = ({ dependants, indirectDependants }: FlagFacts): readonly string[] => [
  ...dependants.map(dependantText),
  ...(indirectDependants.length > 0
    ? [
        t(
          'The change might also affect these flags, because they depend on flags that depend on this flag: {0}.',
          joined(indirectDependants.map(quoted), 'conjunction', MAX_FLAGS),
        ),
      ]
    : []),
];

function dependantText({ flag, rules, fields }: Dependant): string {
  const asked = rules.map(({ index, treatment }) =>
    t('rule {0} checks whether a key gets {1} from this flag', index + 1, quoted(treatment)),
  );
  const named = fields.map((field) => t('the field {0} names this flag', quoted(field)));
  return t('{0} depends on this flag: {1}.', quoted(flag), joined([...asked, ...named], 'conjunction', MAX_NAMES));
}
