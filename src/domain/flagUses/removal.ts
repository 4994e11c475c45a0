/**
 * Decides whether the code that asks for a flag can be removed: it can if everybody gets the same in every critical environment.
 */
import type { FlagDefinition, Treatment } from '../../api/model.ts';
import type { Decider, Share } from '../audiences/audienceChange.ts';
import { targetsOf } from '../audiences/clauses.ts';
import { dependantsOf } from '../audiences/dependants.ts';
import { asksFor } from '../audiences/evaluate.ts';
import { allocationOf, resultOf, sharesOf } from '../audiences/results.ts';
import { decidingFields } from '../audiences/unknowns.ts';
import { isArchived, type MaybeArchived } from '../definitions/archived.ts';
import { diffConfigurations } from '../definitions/treatmentDiff.ts';

/** A critical environment, with its definitions by the name of the flag. */
export interface ReadEnvironment {
  readonly name: string;
  readonly definitions: ReadonlyMap<string, FlagDefinition>;
}

type In<Code, More = object> = More & { readonly code: Code; readonly environment: string };

/** Why the code of a flag can't be removed, or only with care. */
export type Reason =
  /** Different keys get different treatments. */
  | In<'split', { readonly by: Decider; readonly shares: readonly Share[] }>
  /** The treatment of some keys is not known. */
  | In<'unknown'>
  | In<'targets'>
  | In<'undefined'>
  | In<'dependants', { readonly flags: readonly string[] }>
  /** The environment serves a different treatment, or configuration, than `first`. */
  | In<'treatment', { readonly first: string }>
  | In<'configuration', { readonly first: string }>
  | { readonly code: 'request' }
  | { readonly code: 'archived' };

export interface Removal {
  readonly flag: string;
  /** `careful`: applications get `control` in at least one environment. */
  readonly verdict: 'ready' | 'blocked' | 'careful';
  /** Empty if `verdict` is `ready`. */
  readonly reasons: readonly Reason[];
  /** The treatment that everybody gets, if `verdict` is `ready`. */
  readonly served?: Treatment;
}

export type ListedFlag = MaybeArchived & { readonly name: string };

/** `requested`: the flags on which a change request is open. Yields after each flag. */
export function* removalsOf(
  flags: readonly ListedFlag[],
  environments: readonly ReadEnvironment[],
  requested: ReadonlySet<string>,
): Generator<void, readonly Removal[]> {
  // Only a few definitions can depend on another flag.
  const asking = environments.map(({ name, definitions }) => ({
    name,
    definitions: [...definitions.values()].filter((one) => asksFor([one]).flags.length > 0 || decidingFields([one]).length > 0),
  }));
  const removals: Removal[] = [];
  for (const flag of flags) {
    const dependants = asking.flatMap(({ name, definitions }): readonly Reason[] => {
      const found = dependantsOf(flag.name, definitions).map((one) => one.flag);
      return found.length > 0 ? [{ code: 'dependants', environment: name, flags: found }] : [];
    });
    removals.push(removalOf(flag, environments, dependants, requested.has(flag.name)));
    yield;
  }
  return removals;
}

function removalOf(
  flag: ListedFlag,
  environments: readonly ReadEnvironment[],
  dependants: readonly Reason[],
  isRequested: boolean,
): Removal {
  const all = environments.map(({ name, definitions }) => ({ name, definition: definitions.get(flag.name) }));
  const isOpen = isRequested || all.some(({ definition }) => definition?.openChangeRequestId);
  const blocking: Reason[] = [...dependants, ...(isOpen ? [{ code: 'request' } as const] : [])];
  const careful: Reason[] = isArchived(flag) ? [{ code: 'archived' }] : [];
  let first: { readonly name: string; readonly treatment: Treatment } | undefined;
  for (const { name, definition } of isArchived(flag) ? [] : all) {
    const served = definition ? servedBy(definition, name) : ({ code: 'undefined', environment: name } as const);
    if ('code' in served) (definition ? blocking : careful).push(served);
    else if (!first) first = { name, ...served };
    else if (first.treatment.name !== served.treatment.name)
      blocking.push({ code: 'treatment', environment: name, first: first.name });
    else if (diffConfigurations(first.treatment, served.treatment))
      blocking.push({ code: 'configuration', environment: name, first: first.name });
  }
  const reasons = [...blocking, ...careful];
  if (reasons.length === 0 && first) return { flag: flag.name, verdict: 'ready', reasons, served: first.treatment };
  return { flag: flag.name, verdict: blocking.length > 0 ? 'blocked' : 'careful', reasons };
}

/** Returns the treatment that everybody gets, or why there is none. A rule counts even if no key reaches it. */
function servedBy(definition: FlagDefinition, environment: string): { readonly treatment: Treatment } | Reason {
  const { killed, rules, treatments } = definition;
  const asked = asksFor([definition]);
  const unlisted = [...asked.largeSegments, ...asked.ruleBasedSegments];
  if (asked.hasUnknown || unlisted.length > 0 || decidingFields([definition]).length > 0) return { code: 'unknown', environment };
  if (treatments.some((treatment) => targetsOf(treatment).length > 0)) return { code: 'targets', environment };
  const served = [...rules.map((_, index): Decider => ({ code: 'rule', index })), { code: 'defaultRule' } as const];
  const deciders: readonly Decider[] = killed
    ? [{ code: 'killed' }]
    : allocationOf(definition) < 1
      ? [{ code: 'noTraffic' }]
      : served;
  const results = deciders.map((by) => ({ by, shares: sharesOf(resultOf(definition, by)) }));
  const only = results[0]?.shares[0]?.treatment;
  const other = results.find(({ shares }) => shares.length !== 1 || shares[0]!.treatment !== only);
  if (other) return other.shares.length > 0 ? { code: 'split', environment, ...other } : { code: 'unknown', environment };
  const treatment = treatments.find(({ name }) => name === only);
  return treatment ? { treatment } : { code: 'unknown', environment };
}
