/**
 * Finds flags that depend on a given flag: a rule asks which treatment the given flag gives, or an unknown field contains its
 * name.
 */
import type { FlagDefinition, Matcher } from '../../api/model.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
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
        condition.matchers.flatMap((matcher) => {
          const meaning = meaningOf(matcher);
          return meaning.code === 'getsTreatment' && meaning.flag === flag ? [{ index, treatment: meaning.treatment }] : [];
        }),
      ),
      fields: decidingFields([definition]).filter((field) => valuesIn(definition[field]).includes(flag)),
    }))
    .filter(({ rules, fields }) => rules.length + fields.length > 0);
}

/** Returns the names of all flags that depend on one of the given flags, directly or through others. */
export function allDependantsOf(flags: readonly string[], definitions: readonly FlagDefinition[]): readonly string[] {
  const found = new Set(flags);
  const dependants = new Map<unknown, string[]>();
  for (const definition of definitions) {
    const fields = decidingFields([definition]).flatMap((field) => valuesIn(definition[field]));
    const asked = definition.rules.flatMap(({ condition }) => condition.matchers.flatMap(flagAskedBy));
    for (const name of definition.killed === true ? [] : new Set([...fields, ...asked]))
      dependants.set(name, [...(dependants.get(name) ?? []), definition.name]);
  }
  // The loop also visits the flags that it adds.
  for (const flag of found) for (const dependant of dependants.get(flag) ?? []) found.add(dependant);
  return [...found].slice(flags.length);
}

function flagAskedBy(matcher: Matcher): readonly string[] {
  const meaning = matcher.type === 'IN_SPLIT' ? meaningOf(matcher) : undefined;
  return meaning?.code === 'getsTreatment' ? [meaning.flag] : [];
}

const valuesIn = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];
