/** Finds where definitions ask whether a key is in a segment: as individual targets, and in the conditions of rules. */
import type { FlagDefinition, Matcher } from '../../api/model.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
import type { Share } from './audienceChange.ts';
import { targetsOf } from './clauses.ts';
import { matchersOf } from './evaluate.ts';
import { isUnderstood } from './questions.ts';
import { allocationOf, resultOf, sharesOf } from './results.ts';
import { decidingFields } from './unknowns.ts';

export type UseInFlag = { readonly flag: string } &
  /**
   * The segment has no effect, because the flag is archived or killed, or because its traffic allocation is 0, so that no rule
   * decides.
   */
  (
    | { readonly code: 'archived' | 'killed' | 'noTraffic' }
    /** `hasOthers`: a key may also be a target of the treatment by its name, or because of a different segment. */
    | { readonly code: 'target'; readonly treatment: string; readonly hasOthers: boolean }
    /** The rule has an unknown combiner or field, so it is not known which keys meet it. `index` starts at 0. */
    | { readonly code: 'unclear'; readonly index: number }
    | {
        readonly code: 'rule';
        /** Starts at 0. */
        readonly index: number;
        /** True if keys outside the segment meet the condition. */
        readonly isNegated: boolean;
        /** True if the rule also has other conditions. */
        readonly hasOthers: boolean;
        /** True if the flag has individual targets, which decide before all rules. */
        readonly hasTargets: boolean;
        /** Unknown fields that may decide before all rules, such as prerequisites. */
        readonly fields: readonly string[];
        /** What the keys that meet the rule get. Takes the traffic allocation into account. Empty: not known. */
        readonly shares: readonly Share[];
      }
  );

/**
 * Returns flags with an unknown condition, which may ask for any segment. Ignores killed flags, because their conditions have no
 * effect.
 */
export const flagsWithUnknownMatchers = (definitions: readonly FlagDefinition[]): readonly string[] =>
  definitions
    .filter((definition) => definition.killed !== true && matchersOf(definition).some(isUnknown))
    .map(({ name }) => name);

const isUnknown = (matcher: Matcher): boolean => meaningOf(matcher).code === 'unknown';

/** `archived` = the names of archived flags. */
export function usesInFlags(
  definitions: readonly FlagDefinition[],
  segment: string,
  archived: ReadonlySet<string> = new Set(),
): readonly UseInFlag[] {
  return definitions.flatMap((definition): readonly UseInFlag[] => {
    const flag = definition.name;
    const targets = definition.treatments.filter(({ segments }) => segments?.includes(segment));
    const hasTargets = definition.treatments.some((treatment) => targetsOf(treatment).length > 0);
    const fields = decidingFields([definition]);
    const rules = definition.rules.flatMap((rule, index): readonly UseInFlag[] => {
      const meanings = rule.condition.matchers.map(meaningOf);
      const asked = meanings.find((one) => one.code === 'inSegment' && one.segment === segment);
      if (asked?.code !== 'inSegment') return [];
      if (asked.more !== undefined || !isUnderstood(rule)) return [{ flag, code: 'unclear', index }];
      const shares = sharesOf(resultOf(definition, { code: 'rule', index }));
      const hasOthers = meanings.length > 1;
      return [{ flag, code: 'rule', index, isNegated: asked.negate, hasOthers, hasTargets, fields, shares }];
    });
    const isUnasked = rules.length > 0 && allocationOf(definition) < 1;
    const uses = [
      ...targets.map((treatment): UseInFlag => {
        return { flag, code: 'target', treatment: treatment.name, hasOthers: targetsOf(treatment).length > 1 };
      }),
      ...(isUnasked ? [{ flag, code: 'noTraffic' } as const] : rules),
    ];
    if (uses.length > 0 && archived.has(flag)) return [{ flag, code: 'archived' }];
    return uses.length > 0 && definition.killed === true ? [{ flag, code: 'killed' }] : uses;
  });
}
