/** Where definitions ask whether a key is in a segment: as individual targets, and in the conditions of rules. */
import type { FlagDefinition, Matcher } from '../../api/model.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
import type { Share } from './audienceChange.ts';
import { isUnderstood } from './questions.ts';
import { allocationOf, resultOf, sharesOf } from './results.ts';

export type UseInFlag = { readonly flag: string } &
  /** Nobody gets anything else by it: the flag is killed; or its traffic allocation is 0, so that no rule decides. */
  (
    | { readonly code: 'killed' | 'noTraffic' }
    | { readonly code: 'target'; readonly treatment: string }
    | {
        readonly code: 'rule';
        /** From 0. */
        readonly index: number;
        /** Who is not in the segment meets it. */
        readonly isNegated: boolean;
        /** It asks for more than the segment. */
        readonly hasOthers: boolean;
        /** What they get who meet it, after the allocation. */
        readonly shares: readonly Share[];
      }
  );

/** Flags with a condition that is not known here, and may ask for any segment; in a killed one it does not matter. */
export const unclearFlags = (definitions: readonly FlagDefinition[]): readonly string[] =>
  definitions
    .filter(({ killed, rules }) => killed !== true && rules.some(({ condition }) => condition.matchers.some(isUnknown)))
    .map(({ name }) => name);

const isUnknown = (matcher: Matcher): boolean => meaningOf(matcher).code === 'unknown';

export function usesInFlags(definitions: readonly FlagDefinition[], segment: string): readonly UseInFlag[] {
  return definitions.flatMap((definition): readonly UseInFlag[] => {
    const flag = definition.name;
    const targets = definition.treatments.filter(({ segments }) => segments?.includes(segment));
    const rules = definition.rules.flatMap((rule, index): readonly UseInFlag[] => {
      const meanings = rule.condition.matchers.map(meaningOf);
      const asked = meanings.find((one) => one.code === 'inSegment' && one.segment === segment);
      if (asked?.code !== 'inSegment') return [];
      const hasOthers = meanings.length > 1 || asked.more !== undefined || !isUnderstood(rule);
      const shares = sharesOf(resultOf(definition, { code: 'rule', index }));
      return [{ flag, code: 'rule', index, isNegated: asked.negate, hasOthers, shares }];
    });
    const isUnasked = rules.length > 0 && allocationOf(definition) < 1;
    const uses = [
      ...targets.map(({ name }): UseInFlag => ({ flag, code: 'target', treatment: name })),
      ...(isUnasked ? [{ flag, code: 'noTraffic' } as const] : rules),
    ];
    return uses.length > 0 && definition.killed === true ? [{ flag, code: 'killed' }] : uses;
  });
}
