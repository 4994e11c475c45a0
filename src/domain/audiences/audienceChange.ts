/** The types of the result of `findAudienceChange.ts`: which keys get something else after a change of a flag definition. */
import type { Matcher, Rule } from '../../api/model.ts';
import type { ConfigurationChange } from '../definitions/treatmentDiff.ts';

/** The known facts about the environment. */
export interface EnvironmentFacts {
  /**
   * Segments that have no keys in the environment, according to the list of the environment's segments. Every other segment may
   * have keys.
   */
  readonly emptySegments: ReadonlySet<string>;
}

/** A yes-or-no question about a key: a matcher without its negation, or a condition of an unknown kind. */
export type KeyQuestion =
  | { readonly code: 'matcher'; readonly matcher: Matcher }
  /**
   * The whole condition is one question if its combiner is unknown, or if the rule has an unknown field besides its condition
   * and buckets.
   */
  | { readonly code: 'condition'; readonly condition: Omit<Rule, 'buckets'> };

export interface Literal {
  readonly asked: KeyQuestion;
  readonly isNegated: boolean;
}

/** The part of a definition that decides what a key gets. The indexes of rules start at 0. */
export type Decider =
  /** `noTraffic`: the traffic allocation is 0, so no rule is evaluated. */
  | { readonly code: 'noDefinition' | 'killed' | 'noTraffic' | 'defaultRule' }
  | { readonly code: 'target'; readonly treatment: string }
  /**
   * The key is an individual target of all these treatments. The documentation of the service does not say which one it gets.
   * `isAtLeast`: the key may be a target of other treatments, too.
   */
  | { readonly code: 'severalTargets'; readonly treatments: readonly string[]; readonly isAtLeast?: true }
  | { readonly code: 'rule'; readonly index: number };

/**
 * The keys that meet all literals in `all` and none of the conditions in `unless`. A key meets a condition if it meets all
 * literals of the condition.
 */
export interface KeyGroup {
  /** None of these literals is negated. The conditions that a key must not meet are in `unless`. */
  readonly all: readonly Literal[];
  readonly unless: readonly (readonly Literal[])[];
  /** Limits the group to keys for which one of the parts in `by` decides, in the version before or after the change. */
  readonly decided?: { readonly side: 'before' | 'after'; readonly by: readonly Decider[] };
}

/**
 * Between `least` and `most` percent of the keys in each group of the line get the treatment `to` instead of `from`. `from` or
 * `to` is undefined if these keys get no treatment, because there is no definition or the shares add up to less than 100%.
 */
export interface Move {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly least: number;
  readonly most: number;
}

/**
 * The percentage of keys that get the treatment. The default treatment's share includes keys outside the traffic allocation.
 */
export interface Share {
  readonly treatment: string | undefined;
  readonly percent: number;
}

/** A statement about every key in the line's groups. If a key is in several lines, their statements agree. */
export interface GroupLine {
  /** The line is about the keys in any of these groups. One group with two empty lists means everybody. */
  readonly groups: readonly KeyGroup[];
  /** Empty if it is not known what the keys get. `unknown` then says why. */
  readonly moves: readonly Move[];
  /** The shares of treatments before the change. Missing if they are not the same for all keys in the groups, or not known. */
  readonly before?: readonly Share[];
  /** The shares of treatments after the change. Missing if they are not the same for all keys in the groups, or not known. */
  readonly after?: readonly Share[];
  readonly unknown?: 'severalTargets' | 'fields';
  /**
   * True if the keys only gain something. Each key that gets something else had the default treatment before, or no definition.
   * Each such key gets a treatment after the change. If there was a default treatment, it stays the same.
   */
  readonly isGainOnly: boolean;
}

/** A reason why it isn't known whether keys that are in no line get something else. */
export type Unknown =
  /** The search ended before everything was checked. */
  | { readonly code: 'limit' }
  /**
   * Unknown fields. If `isChanged` is false, they have not changed, but may take precedence over the parts that have changed.
   */
  | { readonly code: 'fields'; readonly fields: readonly string[]; readonly isChanged: boolean }
  /** Shares with unknown fields, so that it is not known which keys get them. */
  | { readonly code: 'shares' }
  /** Keys that are individual targets of several treatments. */
  | { readonly code: 'severalTargets'; readonly treatments: readonly string[] }
  /**
   * Unknown types of matchers that are added or removed, or that have an effect only before a kill or after a restore
   * (`isSwitched`). An SDK may refuse the whole definition because of them.
   */
  | { readonly code: 'matchers'; readonly types: readonly string[]; readonly isSwitched: boolean }
  /** It depends on the SDK whether a key without these attributes meets a negated matcher. */
  | { readonly code: 'sdk'; readonly attributes: readonly string[] };

export interface Unreachable {
  /** The index of the rule, starting at 0. */
  readonly index: number;
  /**
   * The earlier part of the definition that decides for every key that meets the rule. Undefined if several parts decide for
   * these keys, or if no key can meet the rule.
   */
  readonly by: Decider | undefined;
}

export interface AudienceChange {
  /** The exact lines. `joinToAtMost` joins them into fewer lines. */
  readonly lines: readonly GroupLine[];
  readonly unknowns: readonly Unknown[];
  /** Treatments whose configuration changes and that some keys get after the change. */
  readonly reconfigured: readonly { readonly treatment: string; readonly change: ConfigurationChange }[];
  /** True if it is proven that nobody gets a different treatment or configuration after the change. */
  readonly affectsNobody: boolean;
  /** Segments that a version asks for and that have no keys in the environment. */
  readonly emptySegments: readonly string[];
  /**
   * Rules that no key can reach in one version. `before`: rules that the change makes reachable. `after`: rules that the change
   * makes unreachable, and unreachable rules that the change adds.
   */
  readonly unreachable: { readonly before: readonly Unreachable[]; readonly after: readonly Unreachable[] };
}

/**
 * The value of an attribute, as an application passes it to the SDK. `typed` is a text that a person has typed, such as a set
 * with commas or a date in UTC.
 */
export type AttributeValue = string | number | boolean | readonly string[] | { readonly typed: string };
