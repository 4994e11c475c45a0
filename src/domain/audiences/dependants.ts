/**
 * Finds flags that depend on a given flag: a rule asks which treatment the given flag gives, or an unknown field contains its
 * name.
 */
import type { FlagDefinition, Matcher } from '../../api/model.ts';
import { meaningOf, type MatcherMeaning } from '../definitions/matcherMeaning.ts';
import { decidingFields } from './unknowns.ts';

export interface Dependant {
  readonly flag: string;
  /** The rules that ask for a treatment of the given flag, each with that treatment. `index` starts at 0. */
  readonly rules: readonly { readonly index: number; readonly treatment: string }[];
  /** Unknown fields with the given flag's name as a value, such as prerequisites. */
  readonly fields: readonly string[];
}

export function dependantsOf(flag: string, definitions: readonly FlagDefinition[]): readonly Dependant[] {
  return definitions
    .filter(({ name, killed }) => name !== flag && killed !== true)
    .map((definition): Dependant => ({
      flag: definition.name,
      rules: definition.rules.flatMap(({ condition }, index) =>
        condition.matchers
          .flatMap(flagQuestionOf)
          .flatMap((asked) => (asked.flag === flag ? [{ index, treatment: asked.treatment }] : [])),
      ),
      fields: decidingFields([definition]).filter((field) => valuesIn(definition[field]).includes(flag)),
    }))
    .filter(({ rules, fields }) => rules.length + fields.length > 0);
}

/** Returns the names of all flags that depend on one of the given flags, directly or through others. */
export function allDependantsOf(flags: ReadonlySet<string>, definitions: readonly FlagDefinition[]): readonly string[] {
  const found = new Set(flags);
  const dependants = new Map<unknown, string[]>();
  for (const definition of definitions.filter(({ killed }) => killed !== true)) {
    const fields = decidingFields([definition]).flatMap((field) => valuesIn(definition[field]));
    const asked = definition.rules.flatMap(({ condition }) => condition.matchers.flatMap(flagQuestionOf)).map(({ flag }) => flag);
    for (const name of new Set([...fields, ...asked])) dependants.set(name, [...(dependants.get(name) ?? []), definition.name]);
  }
  // The loop also visits the flags that it adds.
  for (const flag of found) for (const dependant of dependants.get(flag) ?? []) found.add(dependant);
  return [...found].slice(flags.size);
}

/** Returns the flag and the treatment that the matcher asks for. Empty if it asks for something that is not a flag. */
function flagQuestionOf(matcher: Matcher): readonly Extract<MatcherMeaning, { code: 'getsTreatment' }>[] {
  // Saves time: other types may have long lists, which `meaningOf` would read.
  const meaning = matcher.type === 'IN_SPLIT' ? meaningOf(matcher) : undefined;
  return meaning?.code === 'getsTreatment' ? [meaning] : [];
}

const valuesIn = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];
