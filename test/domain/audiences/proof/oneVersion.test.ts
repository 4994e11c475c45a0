/** Compares the evaluation of one version of a definition with the vendor's engine. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { FlagDefinition } from '../../../../src/api/model.ts';
import type { AttributeValue } from '../../../../src/domain/audiences/audienceChange.ts';
import { evaluate, meetsLiteral, type KeyFacts } from '../../../../src/domain/audiences/evaluate.ts';
import { ALL_MATCHERS, FREE, SEGMENTS, smallDefinition, UNKNOWN_CONDITION, VALUES } from './corpus.ts';
import { CONTROL, engineOf, meetsAll, meetsUnknown, unknownFieldsOf, type Key } from './engine.ts';
import { keysOf } from './keys.ts';
import { decisionOf, sharesOf } from './truths.ts';
import { FIXED, runs } from '../../../properties/runs.ts';

/** All facts about the key are known. */
const factsOf = ({ key, segments, flags, attributes }: Key): KeyFacts => ({
  key,
  attributes: new Map(Object.keys(VALUES).map((name) => [name, attributes[name] as AttributeValue | undefined])),
  segments: new Map(SEGMENTS.map((name) => [name, segments.includes(name)])),
  doesMissingMeetNegated: true,
  flags: new Map([['other', CONTROL], ...flags.map((one) => one.split(':') as [string, string])]),
});

/** All keys for which no unknown field decides. Explain mentions such fields separately. */
const plainKeysOf = (definition: FlagDefinition): readonly Key[] =>
  keysOf([definition], new Set()).keys.filter((key) => !unknownFieldsOf([definition]).some((field) => meetsUnknown(key, field)));

/** Unknown to Flag Admin: an unknown type, combiner, or field, and a pattern that may be slow. */
const UNDECIDED = new RegExp(`${UNKNOWN_CONDITION.source}|${FREE.source}`);

describe('one version of a definition', () => {
  it('gives each key the same treatment as the engine', () => {
    let decided = 0;
    const check = (definition: FlagDefinition): void => {
      const engine = engineOf(definition);
      const canBeUndecided = UNDECIDED.test(JSON.stringify(definition));
      for (const key of plainKeysOf(definition)) {
        const { by, shares, unless } = evaluate(definition, factsOf(key));
        const words = JSON.stringify([definition, key, by, unless]);
        const decision = engine.decisionFor(key);
        if (!canBeUndecided) assert.deepEqual([decisionOf(by), unless], [decision, []], words);
        if (unless.length > 0) continue;
        decided += 1;
        const draw = engine.drawOf(decision);
        const given = Object.fromEntries(shares.map(({ treatment = CONTROL, percent }) => [treatment, percent]));
        if (draw) assert.deepEqual(given, sharesOf(draw), words);
      }
    };
    fc.assert(fc.property(smallDefinition, check), runs(250, FIXED));
    assert.ok(decided > 10_000, String(decided));
  });

  it('is not decided for a key with unknown facts, unless they make no difference', () => {
    let [open, decided] = [0, 0];
    const check = (definition: FlagDefinition, hidden: readonly string[]): void => {
      const engine = engineOf(definition);
      for (const key of plainKeysOf(definition)) {
        const facts = factsOf(key);
        const known = <T>(all: ReadonlyMap<string, T>): Map<string, T> =>
          new Map([...all].filter(([name]) => !hidden.includes(name)));
        const partial = {
          ...facts,
          attributes: known(facts.attributes),
          segments: known(facts.segments),
          flags: known(facts.flags!),
        };
        const { by, shares, unless } = evaluate(definition, partial);
        const words = JSON.stringify([definition, key, hidden, by, unless]);
        const decision = engine.decisionFor(key);
        const draw = engine.drawOf(decision);
        const given = Object.fromEntries(shares.map(({ treatment = CONTROL, percent }) => [treatment, percent]));
        const isOtherTarget = decision.startsWith('several') && unless.some(({ code }) => code === 'target');
        const isSaid = isOtherTarget || [by, ...unless].some((one) => decisionOf(one) === decision);
        assert.ok(isSaid || (draw && isDeepStrictEqual(given, sharesOf(draw))) || FREE.test(words), words);
        if (unless.length > 0) open += 1;
        else decided += 1;
      }
    };
    const names = fc.subarray([...Object.keys(VALUES), ...SEGMENTS, 'other'], { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(smallDefinition, names, check), runs(120, FIXED));
    assert.ok(open > 1_000 && decided > 1_000, `${open} ${decided}`);
  });

  it('tests each value in the same way as the engine', () => {
    const differences = ALL_MATCHERS.filter((matcher) => !UNDECIDED.test(JSON.stringify(matcher))).flatMap((matcher) => {
      const meets = meetsAll([matcher]);
      const name = matcher.attribute ?? '';
      return VALUES[name]!.flatMap((value) => {
        const attributes = name === '' ? {} : { [name]: value };
        const key: Key = { key: name === '' ? String(value) : 'k', segments: [], flags: ['other:on'], attributes };
        const ours = meetsLiteral({ asked: { code: 'matcher', matcher }, isNegated: false }, factsOf(key));
        return ours === meets(key) ? [] : [`${JSON.stringify(matcher)} of ${JSON.stringify(value)}: ${ours}`];
      });
    });
    assert.deepEqual(differences, []);
  });
});
