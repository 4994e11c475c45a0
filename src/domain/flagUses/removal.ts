/**
 * Decides whether the code that asks for a flag can be removed: everybody must get the same treatment in every critical
 * environment.
 */
import type { Flag, FlagDefinition, Treatment } from '../../api/model.ts';
import { targetsOf } from '../audiences/clauses.ts';
import { dependantsOf } from '../audiences/dependants.ts';
import { factsNeededFor } from '../audiences/evaluate.ts';
import { decidingFields } from '../audiences/unknowns.ts';
import { isArchived } from '../definitions/archived.ts';
import { diffConfigurations } from '../definitions/treatmentDiff.ts';
import { servedParts, type ServedPart } from './served.ts';

/** An environment whose definitions were read. */
export interface ReadEnvironment {
  readonly name: string;
  readonly isCritical: boolean;
  /** The definitions by the name of their flag. */
  readonly definitions: ReadonlyMap<string, FlagDefinition>;
}

type EnvironmentReason<Code, More = object> = More & { readonly code: Code; readonly environment: string };

/** Why the code of a flag can't be removed, or only with care. */
export type RemovalReason =
  /** Some keys get a different treatment than others. */
  | EnvironmentReason<'split', ServedPart>
  /** The treatment of some keys is not known. */
  | EnvironmentReason<'unknown'>
  | EnvironmentReason<'targets'>
  /**
   * The environment serves a different treatment than the environment `first`, or a different configuration of the treatment.
   */
  | EnvironmentReason<'different', { readonly first: string }>
  | EnvironmentReason<'dependants', { readonly flags: readonly string[] }>
  | EnvironmentReason<'undefined'>
  | { readonly code: 'request' | 'archived' };

export interface Removal {
  readonly flag: string;
  /** `careful`: applications get `control` in every critical environment. */
  readonly verdict: 'ready' | 'blocked' | 'careful';
  /** Empty if `verdict` is `ready`. */
  readonly reasons: readonly RemovalReason[];
  /** The treatment that everybody gets, if `verdict` is `ready`. */
  readonly served?: Treatment;
}

/**
 * At least one of `environments` must be critical. In environments that are not critical, only definitions that depend on
 * another flag affect the result. `requested`: the names of the flags with an open change request. Yields after each flag.
 */
export function* removalsOf(
  flags: readonly Flag[],
  environments: readonly ReadEnvironment[],
  requested: ReadonlySet<string>,
): Generator<void, readonly Removal[]> {
  const critical = environments.filter(({ isCritical }) => isCritical);
  // Searches only the definitions that can depend on another flag, because these are few.
  const asking = environments.map(({ name, definitions }) => ({
    name,
    definitions: [...definitions.values()].filter(
      (one) => factsNeededFor([one]).flags.length > 0 || decidingFields([one]).length > 0,
    ),
  }));
  const removals: Removal[] = [];
  for (const flag of flags) {
    const dependants = asking.flatMap(({ name, definitions }): readonly RemovalReason[] => {
      const found = dependantsOf(flag.name, definitions).map((one) => one.flag);
      return found.length > 0 ? [{ code: 'dependants', environment: name, flags: found }] : [];
    });
    const isRequested = requested.has(flag.name) || critical.some((one) => one.definitions.get(flag.name)?.openChangeRequestId);
    const { served, reasons } = isArchived(flag) ? { reasons: [{ code: 'archived' }] as const } : servedIn(critical, flag.name);
    const all = [...dependants, ...(isRequested ? [{ code: 'request' } as const] : []), ...reasons];
    const isCareful = all.every(({ code }) => code === 'archived' || code === 'undefined');
    if (all.length === 0 && served) removals.push({ flag: flag.name, verdict: 'ready', reasons: all, served });
    else removals.push({ flag: flag.name, verdict: isCareful ? 'careful' : 'blocked', reasons: all });
    yield;
  }
  return removals;
}

/** Returns the treatment that everybody gets in each environment, or why there is none. */
function servedIn(
  environments: readonly ReadEnvironment[],
  flag: string,
): { readonly served?: Treatment; readonly reasons: readonly RemovalReason[] } {
  const reasons: RemovalReason[] = [];
  let first: { readonly environment: string; readonly treatment: Treatment } | undefined;
  for (const { name: environment, definitions } of environments) {
    const definition = definitions.get(flag);
    const found = definition ? onlyTreatment(definition, environment) : ({ code: 'undefined', environment } as const);
    if (found.code !== 'serves') reasons.push(found);
    else if (!first) first = found;
    else if (first.treatment.name !== found.treatment.name || diffConfigurations(first.treatment, found.treatment))
      reasons.push({ code: 'different', environment, first: first.environment });
  }
  // Without a definition, applications get `control`. If they get a treatment in another environment, they need the code for
  // `control` and for that treatment.
  const missing = reasons.find((reason) => reason.code === 'undefined');
  if (first && missing) reasons.push({ code: 'different', environment: missing.environment, first: first.environment });
  return { ...(first && { served: first.treatment }), reasons };
}

/** Returns the treatment that everybody gets, or why there is none. A rule counts even if no key reaches it. */
function onlyTreatment(
  definition: FlagDefinition,
  environment: string,
): EnvironmentReason<'serves', { readonly treatment: Treatment }> | RemovalReason {
  const asked = factsNeededFor([definition]);
  const unlisted = [...asked.largeSegments, ...asked.ruleBasedSegments];
  if (asked.hasUnknown || unlisted.length > 0 || decidingFields([definition]).length > 0) return { code: 'unknown', environment };
  if (definition.treatments.some((treatment) => targetsOf(treatment).length > 0)) return { code: 'targets', environment };
  const all = servedParts(definition);
  const only = all[0]!.shares[0]?.treatment;
  const other = all.find(({ shares }) => shares.length !== 1 || shares[0]!.treatment !== only);
  if (other && other.shares.length > 0) return { code: 'split', environment, ...other };
  const treatment = other ? undefined : definition.treatments.find(({ name }) => name === only);
  return treatment ? { code: 'serves', environment, treatment } : { code: 'unknown', environment };
}
