/**
 * Finds flags that depend on a given flag: a rule asks which treatment the given flag gives, or an unknown field contains its
 * name.
 */
import type { FlagDefinition } from '../../api/model.ts';
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
      fields: decidingFields([definition]).filter((field) => hasText(definition[field], flag)),
    }))
    .filter(({ rules, fields }) => rules.length + fields.length > 0);
}

function hasText(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some((item) => hasText(item, text));
}
