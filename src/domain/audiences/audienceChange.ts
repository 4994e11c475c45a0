/** Who gets something else after a change of a definition: the types of the answer that `findAudienceChange.ts` gives. */
import type { Matcher, Rule } from '../../api/model.ts';
import type { ConfigurationChange } from '../definitions/treatmentDiff.ts';

/** What is known of the environment. */
export interface EnvironmentFacts {
  /** Segments that the environment's own listing proves to have no keys there. Every other segment may have some. */
  readonly emptySegments: ReadonlySet<string>;
}

/** What a clause asks of a key: a matcher without its negation, or a condition that nobody here understands. */
export type Asked =
  | { readonly code: 'matcher'; readonly matcher: Matcher }
  /** The combiner, or a field of the rule beside its condition and buckets, is not known: all of it is one question. */
  | { readonly code: 'condition'; readonly condition: Omit<Rule, 'buckets'> };

export interface Literal {
  readonly asked: Asked;
  readonly isNegated: boolean;
}

/** What decides what a key gets. Rules count from 0. */
export type Decider =
  /** `noTraffic`: the traffic allocation is 0, so no rule is asked. */
  | { readonly code: 'noDefinition' | 'killed' | 'noTraffic' | 'defaultRule' }
  | { readonly code: 'target'; readonly treatment: string }
  /** The service's documents don't say which of them goes first. `isAtLeast`: the key may be a target of others, too. */
  | { readonly code: 'severalTargets'; readonly treatments: readonly string[]; readonly isAtLeast?: true }
  | { readonly code: 'rule'; readonly index: number };

/** The keys that meet all of `all` and none of the conditions in `unless`; a condition is met if each of its literals is. */
export interface KeyGroup {
  /** None of these is negated: what a key must not meet stands in `unless`. */
  readonly all: readonly Literal[];
  readonly unless: readonly (readonly Literal[])[];
  /** Only keys for which one of these decides, in the version before or after. */
  readonly decided?: { readonly side: 'before' | 'after'; readonly by: readonly Decider[] };
}

/**
 * Between `least` and `most` percent of each key group in the line get `to` instead of `from`. `undefined`: no treatment, because there
 * is no definition or because the shares name none there.
 */
export interface Move {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly least: number;
  readonly most: number;
}

/** Percent of the keys, after the traffic allocation. Always includes the share of the default treatment. */
export interface Share {
  readonly treatment: string | undefined;
  readonly percent: number;
}

/** One statement about every key in its groups. A key may be in several lines; they then agree. */
export interface Line {
  /** The keys in any of these groups. One group with two empty lists: everybody. */
  readonly groups: readonly KeyGroup[];
  /** Empty if it is not known what they get; see `unknown`. */
  readonly moves: readonly Move[];
  /** What the keys get before and after, if it is the same for all of them. */
  readonly before?: readonly Share[];
  readonly after?: readonly Share[];
  readonly unknown?: 'severalTargets' | 'fields';
  /** Whoever gets something else had the default treatment, which stays, or no definition before, and has one after. */
  readonly isGainOnly: boolean;
}

/** Why it isn't known whether somebody else gets something else. */
export type Unknown =
  /** Not everything was tried. */
  | { readonly code: 'limit' }
  /** Fields that are not known here. They changed, or they may decide before all else while the default treatment changes. */
  | { readonly code: 'fields'; readonly fields: readonly string[]; readonly isChanged: boolean }
  /** Keys that are individual targets of several treatments. */
  | { readonly code: 'severalTargets'; readonly treatments: readonly string[] }
  /** Types of matchers that are not known here and that come or go: an SDK may refuse the whole definition. */
  | { readonly code: 'matchers'; readonly types: readonly string[] }
  /** Whether a key without these attributes meets a negated matcher depends on the SDK. */
  | { readonly code: 'sdk'; readonly attributes: readonly string[] };

export interface Unreachable {
  /** Of the rule, from 0. */
  readonly index: number;
  /** What decides first for every key that meets the rule; undefined if it takes several, or if no key can meet the rule. */
  readonly by: Decider | undefined;
}

export interface AudienceChange {
  /** The exact ones. `squeezed` joins them to fewer. */
  readonly lines: readonly Line[];
  readonly unknowns: readonly Unknown[];
  /** Treatments that somebody gets afterwards with a different configuration. */
  readonly reconfigured: readonly { readonly treatment: string; readonly change: ConfigurationChange }[];
  /** Proven: nobody gets anything else. */
  readonly isNobody: boolean;
  /** Segments that a version asks for, and that have no keys in the environment. */
  readonly emptySegments: readonly string[];
  /** Rules that no key can reach: `after` any more, or from the start; `before`, and that some key can reach afterwards. */
  readonly unreachable: { readonly before: readonly Unreachable[]; readonly after: readonly Unreachable[] };
}

/** An attribute as an application gives it to the SDK; `typed` = as a person writes it: a set with commas, a date as UTC. */
export type AttributeValue = string | number | boolean | readonly string[] | { readonly typed: string };
