/**
 * Evaluates definitions of the Admin API with the vendor's engine, which decides each comparison of the proof. `README.md` in
 * this folder lists where the engine and the documents disagree.
 */
import { createRequire } from 'node:module';
import type { FlagDefinition, Matcher } from '../../../../src/api/model.ts';

/** The facts about one key that the engine needs. */
export interface Key {
  readonly key: string;
  readonly segments: readonly string[];
  /** Treatments of other flags (`flag:treatment`) that this key gets. */
  readonly flags: readonly string[];
  /** Attributes as an application passes them. An absent or undefined one is missing. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** `no definition`, `killed`, `target NAME`, `several NAMES` (targets of several treatments), `rule INDEX` (from 0), `default rule`, or `no traffic`. */
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
  /** Undefined = the documents don't say. */
  drawOf(decision: Decision): Draw | undefined;
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
  return {
    decisionFor(key) {
      asked = key;
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
      if (decision.startsWith('several')) return undefined;
      const outside = split.defaultTreatment;
      const allocation = decision.startsWith('target') || decision === 'killed' ? 100 : split.trafficAllocation;
      const treatmentFor = (bucket: number): string => partitions.get(decision)?.getTreatmentFor(bucket) ?? outside;
      return { byBucket: BUCKETS.map(treatmentFor), outside, allocation };
    },
  };
}

const keyOf = ({ key }: Key, bucketingKey: string): object => ({ matchingKey: key, bucketingKey });

/** Returns the treatments of which the key is an individual target. */
const targetsOf = ({ treatments }: FlagDefinition, { key, segments }: Key): readonly string[] =>
  treatments
    .filter((one) => one.keys?.includes(key) === true || one.segments?.some((name) => segments.includes(name)) === true)
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
  const targets = definition.treatments.flatMap(({ name, keys, segments }) => [
    ...(keys && keys.length > 0 ? [target(name, matcherOf({ type: 'IN_LIST_STRING', strings: keys }))] : []),
    ...(segments ?? []).map((string) => target(name, matcherOf({ type: 'IN_SEGMENT', string }))),
  ]);
  const rules = definition.rules.map(({ condition, buckets }, index) =>
    rollout(`rule ${index}`, [...condition.matchers.map(matcherOf), ...presence(condition.matchers, reading)], buckets),
  );
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
    .filter(({ attribute, negate }) => reading === 'java' && attribute && negate === true)
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

/** Any key may match an unknown matcher. */
function matcherOf(matcher: Matcher): object {
  const [matcherType, dataOf] = MATCHERS[matcher.type] ?? [];
  if (!matcherType || !dataOf)
    return matcherOf({ type: 'IN_SEGMENT', string: questionOf(matcher), negate: matcher.negate ?? false });
  const keySelector = { trafficType: 'account', attribute: matcher.attribute ?? null };
  return { matcherType, negate: matcher.negate === true, keySelector, ...dataOf(matcher) };
}

/** Stands for an unknown matcher among the segments of a key. */
export const questionOf = (matcher: Matcher): string => JSON.stringify({ ...matcher, negate: undefined });
