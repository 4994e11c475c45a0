/** Lists what a definition serves, in the order in which the service decides. */
import type { FlagDefinition } from '../../api/model.ts';
import type { Decider, Share } from '../audiences/audienceChange.ts';
import { targetsOf } from '../audiences/clauses.ts';
import { allocationOf, resultOf, sharesOf } from '../audiences/results.ts';

export interface ServedPart {
  /** The part of the definition that decides. */
  readonly by: Decider;
  /** Empty: it is not known what this part serves. */
  readonly shares: readonly Share[];
}

/**
 * Returns what each part of a definition serves. The last part decides for everybody else. Leaves out parts that have no effect
 * because the flag is killed or its traffic allocation is 0.
 */
export function servedParts(definition: FlagDefinition): readonly ServedPart[] {
  const { killed, treatments, rules } = definition;
  const targets = treatments
    .filter((one) => targetsOf(one).length > 0)
    .map(({ name }): Decider => ({ code: 'target', treatment: name }));
  const others: readonly Decider[] =
    allocationOf(definition) < 1
      ? [{ code: 'noTraffic' }]
      : [...rules.map((_, index): Decider => ({ code: 'rule', index })), { code: 'defaultRule' }];
  const deciders: readonly Decider[] = killed ? [{ code: 'killed' }] : [...targets, ...others];
  return deciders.map((by) => ({ by, shares: sharesOf(resultOf(definition, by)) }));
}
