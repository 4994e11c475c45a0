/**
 * Finds the segments and flags that a definition refers to. These must exist, and can't be deleted while a definition refers to
 * them.
 */
import { isJsonObject, type BodyFields } from '../bodyFields.ts';
import { conflict } from '../refusal.ts';
import type { StoredWorkspace } from '../world/world.ts';

const objectsOf = (value: unknown): readonly BodyFields[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

export interface References {
  readonly segments: readonly unknown[];
  readonly largeSegments: readonly unknown[];
  readonly ruleBasedSegments: readonly unknown[];
  readonly flags: readonly unknown[];
}

export function referencesOf(definition: BodyFields): References {
  const treatments = objectsOf(definition['treatments']);
  const conditions = objectsOf(definition['rules']).map((rule) => rule['condition']);
  const matchers = conditions.filter(isJsonObject).flatMap((condition) => objectsOf(condition['matchers']));
  const ofType = (type: string) => matchers.filter((matcher) => matcher['type'] === type);
  const targets = (field: string) =>
    treatments.flatMap(({ [field]: names }) => (Array.isArray(names) ? (names as readonly unknown[]) : []));
  return {
    largeSegments: targets('largeSegments'),
    ruleBasedSegments: targets('ruleBasedSegments'),
    segments: [...targets('segments'), ...ofType('IN_SEGMENT').map((matcher) => matcher['string'])],
    flags: ofType('IN_SPLIT').map(({ depends }) => (isJsonObject(depends) ? depends['splitName'] : undefined)),
  };
}

/** Refuses to delete a segment or flag that a definition refers to, except a flag's own definition. */
export function mustBeUnused({ environments }: StoredWorkspace, kind: 'segments' | 'flags', name: string): void {
  for (const environment of environments) {
    for (const [flag, { fields }] of environment.definitions) {
      if ((kind === 'flags' && flag === name) || !referencesOf(fields)[kind].includes(name)) continue;
      throw conflict(`${kind === 'flags' ? 'Flag' : 'Segment'} ${name} is used by ${flag} in environment ${environment.name}`);
    }
  }
}
