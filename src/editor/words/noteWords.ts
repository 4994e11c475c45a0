/** Writes the notes below the lines of "For whom": what is not known, and other facts, one sentence each. */
import * as vscode from 'vscode';
import type { AudienceChange, Unknown, Unreachable } from '../../domain/audiences/audienceChange.ts';
import type { Dependant } from '../../domain/audiences/dependants.ts';
import { deciderText } from './groupWords.ts';
import { joined, nameOf, quoted } from './quotes.ts';
import { configurationText } from './ruleWords.ts';

const { t } = vscode.l10n;

/** The most rules and fields of one flag that are named. */
const MAX_NAMES = 4;

/** The sentence about an unknown combiner. How SDKs combine conditions is known only for AND. */
export const combinerText = (combiner: string): string =>
  t('Flag Admin can’t tell whether a key meets conditions that are combined with {0}, because some SDKs combine them with AND.', quoted(combiner)); // prettier-ignore

export function unknownText(unknown: Unknown): string {
  const list = (values: readonly string[]): string => joined(values.map(quoted), 'conjunction');
  switch (unknown.code) {
    case 'limit':
      return t('Not everything was tried: there are too many combinations. Others may get something else, too.');
    case 'fields':
      return unknown.isChanged
        ? t('Changes {0}. Flag Admin can’t tell who gets something else because of it.', list(unknown.fields))
        : t(
            '{0} may decide first, but Flag Admin can’t tell for which keys. The rest is about all other keys.',
            list(unknown.fields),
          );
    case 'severalTargets':
      return t('The service’s documents don’t say what keys get that are individual targets of {0}.', joined(unknown.treatments.map(nameOf), 'conjunction')); // prettier-ignore
    case 'matchers':
      return t('Changes where {0} is used: an SDK that doesn’t know this matcher gives nobody a treatment of this flag.', list(unknown.types)); // prettier-ignore
    case 'sdk':
      return t('What keys without {0} get depends on the SDK, because a rule asks for the opposite of a value.', list(unknown.attributes)); // prettier-ignore
    default:
      return unknown satisfies never;
  }
}

export function noteTexts({ reconfigured, unreachable, emptySegments }: AudienceChange): readonly string[] {
  return [
    ...reconfigured.map(({ treatment, change }) =>
      t('Whoever gets {0} gets a different configuration: {1}.', nameOf(treatment), configurationText(change)),
    ),
    ...unreachable.after.map(unreachableText),
    ...unreachable.before.map(({ index }) => t('Rule {0} of the definition before can be reached again.', index + 1)),
    ...emptySegments.map((name) => t('{0} is not active in this environment: no key is in it.', quoted(name))),
  ];
}

function unreachableText({ index, by }: Unreachable): string {
  return by
    ? t('No key reaches rule {0}: {1} decides first.', index + 1, deciderText(by))
    : t('No key reaches rule {0}.', index + 1);
}

/**
 * Describes another flag whose rules check the treatments of this flag: the change may also affect what the other flag serves.
 */
export function dependantText({ flag, rules, fields }: Dependant): string {
  const asked = rules.map(({ index, treatment }) => t('rule {0} checks who gets {1}', index + 1, nameOf(treatment)));
  const named = fields.map((field) => t('{0} names it', quoted(field)));
  return t('{0} depends on this flag: {1}.', quoted(flag), joined([...asked, ...named], 'conjunction', MAX_NAMES));
}
