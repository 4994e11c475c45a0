/**
 * Evaluates definitions of the Admin API with the vendor's engine, which decides each comparison of the proof. `README.md` in
 * this folder lists where the engine and the documents disagree.
 */
import { createRequire } from 'node:module';
import type { FlagDefinition, Matcher, Rule } from '../../../../src/api/model.ts';
import { UNKNOWN } from './corpus.ts';

/** The facts about one key that the engine needs. */
export interface Key {
  readonly key: string;
  readonly segments: readonly string[];
  /** Treatments of other flags (`flag:treatment`) that this key gets. */
  readonly flags: readonly string[];
  /** Attributes as an application passes them. An absent or undefined one is missing. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** `no definition`, `killed`, `unknown field`, `target NAME`, `several NAMES` (targets of several treatments), `rule INDEX` (from 0), `default rule`, or `no traffic`. */
export type Decision = string;

/**
 * The treatments of a decider: for keys in the traffic allocation by bucket (1 to 100), and the default treatment for all others.
 */
export interface Draw {
  readonly byBucket: readonly string[];
  readonly outside: string;
  readonly allocation: number;
}

export interface Engine {
  decisionFor(key: Key): Decision;
  /** Undefined = the documents don't say. Equal texts of `doubtOf` then mean that the result is the same. */
  drawOf(decision: Decision): Draw | undefined;
  doubtOf(decision: Decision): string;
  /** Returns the treatment of a key, with the engine's own hash of `draw`. */
  treatmentOf(key: Key, draw: string): string;
}

/** The engine matches a negated matcher whose attribute is missing, and the Java SDK does not. */
export type Reading = 'engine' | 'java';

interface Evaluation {
  readonly treatment: string;
  readonly label: string;
}
type Evaluate = (log: object, key: object, flag: string, attributes: object, storage: object) => Evaluation;
const require = createRequire(import.meta.url);
const { evaluateFeature } = require('@splitsoftware/splitio-commons/cjs/evaluator/index.js') as { evaluateFeature: Evaluate };
/** The function that `evaluateFeature` calls. It reads a definition once for many keys. */
const { engineParser } = require('@splitsoftware/splitio-commons/cjs/evaluator/Engine.js') as {
  engineParser(
    log: object,
    split: object,
    storage: object,
  ): { getTreatment(key: object, attributes: object, evaluate: Evaluate): Evaluation };
};
const { Treatments } = require('@splitsoftware/splitio-commons/cjs/evaluator/treatments/index.js') as {
  Treatments: { parse(partitions: object): { getTreatmentFor(bucket: number): string } };
};
const silent = { debug() {}, info() {}, warn() {}, error() {} };
/** The result of the engine without a definition or a default treatment. */
export const CONTROL = 'control';
const BUCKETS = Array.from({ length: 100 }, (_, index) => index + 1);
const ABSENT: Engine = {
  decisionFor: () => 'no definition',
  drawOf: () => ({ byBucket: BUCKETS.map(() => CONTROL), outside: CONTROL, allocation: 100 }),
  doubtOf: (decision) => decision,
  treatmentOf: () => CONTROL,
};

export function engineOf(definition: FlagDefinition | undefined, reading: Reading = 'engine'): Engine {
  if (!definition) return ABSENT;
  let asked: Key;
  const split = splitOf(definition, reading);
  const treatmentOfOther = (flag: string): string =>
    asked.flags.find((one) => one.startsWith(`${flag}:`))?.slice(flag.length + 1) ?? CONTROL;
  const definitionOf = (name: string): object =>
    name === split.name ? split : { killed: true, defaultTreatment: treatmentOfOther(name), conditions: [] };
  const storage = {
    segments: { isInSegment: (name: string) => asked.segments.includes(name) },
    definitions: { get: definitionOf },
  };
  const everybody = engineParser(silent, { ...split, trafficAllocation: 100 }, storage);
  const partitions = new Map(split.conditions.map((one) => [one.label, Treatments.parse(one.partitions)]));
  const unknownShares = new Map(
    split.conditions
      .filter(({ partitions: shares }) => shares.some((one) => 'sticky' in one))
      .map((one) => [one.label, JSON.stringify([one.partitions, split.trafficAllocation, split.defaultTreatment])]),
  );
  return {
    decisionFor(key) {
      asked = key;
      if (definition.killed !== true && prerequisitesOf(definition).some((one) => meetsUnknown(key, one))) return 'unknown field';
      const targets = definition.killed === true ? [] : targetsOf(definition, key);
      if (targets.length > 1) return `several ${targets.toSorted().join(', ')}`;
      const { label } = everybody.getTreatment(keyOf(key, key.key), attributesOf(key, reading), evaluateFeature);
      const isRollout = label.startsWith('rule') || label === 'default rule';
      return isRollout && split.trafficAllocation <= 0 ? 'no traffic' : label;
    },
    treatmentOf(key, draw) {
      asked = key;
      return evaluateFeature(silent, keyOf(key, draw), split.name, attributesOf(key, reading), storage).treatment;
    },
    drawOf(decision) {
      if (decision.startsWith('several') || unknownShares.has(decision)) return undefined;
      const outside = split.defaultTreatment;
      const allocation = decision.startsWith('target') || decision === 'killed' ? 100 : split.trafficAllocation;
      const treatmentFor = (bucket: number): string => partitions.get(decision)?.getTreatmentFor(bucket) ?? outside;
      return { byBucket: BUCKETS.map(treatmentFor), outside, allocation };
    },
    doubtOf: (decision) => unknownShares.get(decision) ?? decision,
  };
}

/** An unknown field of a treatment may list targets. */
const unknownTargetsOf = ({ name, ...fields }: FlagDefinition['treatments'][number]): readonly Matcher[] =>
  fields['emails'] === undefined ? [] : [{ type: UNKNOWN, treatment: name, emails: fields['emails'] }];
/** An unknown field of a definition may give a key the default treatment. */
const prerequisitesOf = ({ prerequisites }: FlagDefinition): readonly Matcher[] =>
  prerequisites === undefined ? [] : [{ type: UNKNOWN, prerequisites }];
/** Returns the unknown fields that may decide for a key: all of the definitions, and those of treatments that a change changes. */
export function unknownFieldsOf(definitions: readonly (FlagDefinition | undefined)[]): readonly Matcher[] {
  const all = definitions.filter((one) => one !== undefined);
  const targets = all.flatMap(({ treatments }) => treatments.flatMap(unknownTargetsOf));
  const isOnce = (field: Matcher): boolean => targets.filter((one) => questionOf(one) === questionOf(field)).length === 1;
  return [...all.flatMap(prerequisitesOf), ...(all.length === 2 ? targets.filter(isOnce) : [])];
}
/** True if the unknown field decides for the key. */
export const meetsUnknown = ({ segments }: Key, matcher: Matcher): boolean => segments.includes(questionOf(matcher));

const keyOf = ({ key }: Key, bucketingKey: string): object => ({ matchingKey: key, bucketingKey });

/** Returns the treatments of which the key is an individual target. */
const targetsOf = ({ treatments }: FlagDefinition, key: Key): readonly string[] =>
  treatments
    .filter(
      (one) =>
        one.keys?.includes(key.key) === true ||
        one.segments?.some((name) => key.segments.includes(name)) === true ||
        unknownTargetsOf(one).some((matcher) => meetsUnknown(key, matcher)),
    )
    .map(({ name }) => name);

/** Returns true if a key matches all of these matchers, including their negation. */
export function meetsAll(matchers: readonly Matcher[], reading: Reading = 'engine'): (key: Key) => boolean {
  const rule = { buckets: [{ treatment: 'on', size: 100 }], condition: { matchers: [...matchers] } };
  const definition = { name: 'f', treatments: [], rules: [rule], defaultRule: [{ treatment: 'off', size: 100 }] };
  const engine = engineOf(definition, reading);
  return (key) => engine.decisionFor(key) === 'rule 0';
}

/** Returns hundredths of a percent of the keys by old and new treatment (`off → on`). Empty if no key changes. */
export function movesBetween(before: Draw, after: Draw): ReadonlyMap<string, number> {
  const moves = new Map<string, number>();
  const ends = [0, before.allocation, after.allocation, 100].toSorted((one, other) => one - other);
  for (const [index, from] of ends.slice(0, -1).entries()) {
    const height = ends[index + 1]! - from;
    if (height === 0) continue;
    for (const bucket of BUCKETS.keys()) {
      const [old, now] = [before, after].map((draw) => (from < draw.allocation ? draw.byBucket[bucket]! : draw.outside));
      if (old !== now) moves.set(`${old} → ${now}`, (moves.get(`${old} → ${now}`) ?? 0) + height);
    }
  }
  return moves;
}

interface Condition {
  readonly label: string;
  readonly conditionType: 'WHITELIST' | 'ROLLOUT';
  readonly matcherGroup: { readonly combiner: 'AND'; readonly matchers: readonly object[] };
  readonly partitions: readonly { readonly treatment: string; readonly size: number }[];
}

/** Converts a definition to the engine's format: first its targets, then its rules, then its default rule. */
function splitOf(definition: FlagDefinition, reading: Reading) {
  const target = (name: string, matcher: object): Condition => ({
    label: `target ${name}`,
    conditionType: 'WHITELIST',
    matcherGroup: { combiner: 'AND', matchers: [matcher] },
    partitions: [{ treatment: name, size: 100 }],
  });
  const rollout = (label: string, matchers: readonly object[], partitions: Condition['partitions']): Condition => ({
    label,
    conditionType: 'ROLLOUT',
    matcherGroup: { combiner: 'AND', matchers },
    partitions,
  });
  const targets = definition.treatments.flatMap((treatment) => {
    const { name, keys, segments } = treatment;
    return [
      ...(keys && keys.length > 0 ? [target(name, matcherOf({ type: 'IN_LIST_STRING', strings: keys }))] : []),
      ...(segments ?? []).map((string) => target(name, matcherOf({ type: 'IN_SEGMENT', string }))),
      ...unknownTargetsOf(treatment).map((matcher) => target(name, matcherOf(matcher))),
    ];
  });
  const rules = definition.rules.map((rule, index) => {
    const matchers = matchersOf(rule);
    return rollout(`rule ${index}`, [...matchers.map(matcherOf), ...presence(matchers, reading)], rule.buckets);
  });
  return {
    name: definition.name,
    status: 'ACTIVE',
    killed: definition.killed === true,
    defaultTreatment: definition.defaultTreatment ?? CONTROL,
    algo: 2, // murmur
    seed: 1_234_567,
    trafficAllocation: definition.trafficAllocation ?? 100,
    trafficAllocationSeed: -7_654_321,
    conditions: [...targets, ...rules, rollout('default rule', [{ matcherType: 'ALL_KEYS' }], definition.defaultRule)],
  };
}

/** In the Java SDK, a negated matcher needs its attribute. */
const presence = (matchers: readonly Matcher[], reading: Reading): readonly object[] =>
  matchers
    .filter((one) => reading === 'java' && one.attribute && one.negate === true && !isUnknown(one))
    .map(({ attribute }) => ({ matcherType: 'ALL_KEYS', keySelector: { attribute: `${attribute} is there` } }));

const attributesOf = ({ attributes }: Key, reading: Reading): object => {
  if (reading === 'engine') return attributes;
  const names = Object.keys(attributes).filter((name) => attributes[name] !== undefined);
  return { ...attributes, ...Object.fromEntries(names.map((name) => [`${name} is there`, 'yes'])) };
};

type Value = Matcher & { readonly between?: { readonly from: unknown; readonly to: unknown } };
const whitelist = (strings: unknown): object => ({ whitelistMatcherData: { whitelist: strings } });
const texts = ({ strings }: Value): object => whitelist(strings);
/** A set contains no item twice, because the engine compares lengths. */
const items = ({ strings }: Value): object => whitelist([...new Set(strings as readonly string[])]);
const text = ({ string }: Value): object => ({ stringMatcherData: string });
const number = ({ number: value }: Value): object => ({ unaryNumericMatcherData: { dataType: 'NUMBER', value } });
const date = ({ date: value }: Value): object => ({ unaryNumericMatcherData: { dataType: 'DATETIME', value } });
const range =
  (dataType: string) =>
  ({ between }: Value): object => ({
    betweenMatcherData: { dataType, start: between!.from, end: between!.to },
  });

/** For each type in the Admin API: the engine's type, and the field of the value. */
const MATCHERS: Readonly<Record<string, readonly [type: string, data: (value: Value) => object]>> = {
  IN_SEGMENT: ['IN_SEGMENT', ({ string }) => ({ userDefinedSegmentMatcherData: { segmentName: string } })],
  IN_SPLIT: ['IN_SPLIT_TREATMENT', ({ depends }) => ({ dependencyMatcherData: flagOf(depends) })],
  IN_LIST_STRING: ['WHITELIST', texts],
  STARTS_WITH_STRING: ['STARTS_WITH', texts],
  ENDS_WITH_STRING: ['ENDS_WITH', texts],
  CONTAINS_STRING: ['CONTAINS_STRING', texts],
  MATCHES_STRING: ['MATCHES_STRING', text],
  EQUAL_SET: ['EQUAL_TO_SET', items],
  ANY_OF_SET: ['CONTAINS_ANY_OF_SET', items],
  ALL_OF_SET: ['CONTAINS_ALL_OF_SET', items],
  PART_OF_SET: ['PART_OF_SET', items],
  EQUAL_NUMBER: ['EQUAL_TO', number],
  LESS_THAN_OR_EQUAL_NUMBER: ['LESS_THAN_OR_EQUAL_TO', number],
  GREATER_THAN_OR_EQUAL_NUMBER: ['GREATER_THAN_OR_EQUAL_TO', number],
  BETWEEN_NUMBER: ['BETWEEN', range('NUMBER')],
  ON_DATE: ['EQUAL_TO', date],
  ON_OR_AFTER_DATE: ['GREATER_THAN_OR_EQUAL_TO', date],
  ON_OR_BEFORE_DATE: ['LESS_THAN_OR_EQUAL_TO', date],
  BETWEEN_DATE: ['BETWEEN', range('DATETIME')],
  BOOLEAN: ['EQUAL_TO_BOOLEAN', ({ bool }) => ({ booleanMatcherData: bool })],
  EQUAL_TO_SEMVER: ['EQUAL_TO_SEMVER', text],
  GREATER_THAN_OR_EQUAL_TO_SEMVER: ['GREATER_THAN_OR_EQUAL_TO_SEMVER', text],
  LESS_THAN_OR_EQUAL_TO_SEMVER: ['LESS_THAN_OR_EQUAL_TO_SEMVER', text],
  BETWEEN_SEMVER: ['BETWEEN_SEMVER', ({ between }) => ({ betweenStringMatcherData: { start: between!.from, end: between!.to } })],
  IN_LIST_SEMVER: ['IN_LIST_SEMVER', texts],
};

function flagOf(depends: unknown): object {
  const { splitName, treatment } = depends as { splitName: string; treatment: string };
  return { split: splitName, treatments: [treatment] };
}

/** True if the matcher has an unknown type or field. Any key may match it. */
export const isUnknown = (matcher: Matcher): boolean => !(matcher.type in MATCHERS) || 'scope' in matcher;

/** Any key may match a condition with an unknown field, as if it were one unknown matcher. */
export const matchersOf = ({ condition }: Rule): readonly Matcher[] =>
  'scope' in condition ? [{ type: UNKNOWN, condition }] : condition.matchers;

function matcherOf(matcher: Matcher): object {
  const [matcherType, dataOf] = MATCHERS[matcher.type] ?? [];
  if (!matcherType || !dataOf || isUnknown(matcher))
    return matcherOf({ type: 'IN_SEGMENT', string: questionOf(matcher), negate: matcher.negate ?? false });
  const keySelector = { trafficType: 'account', attribute: matcher.attribute ?? null };
  return { matcherType, negate: matcher.negate === true, keySelector, ...dataOf(matcher) };
}

/** Stands for an unknown matcher among the segments of a key. */
export const questionOf = (matcher: Matcher): string => JSON.stringify({ ...matcher, negate: undefined });
