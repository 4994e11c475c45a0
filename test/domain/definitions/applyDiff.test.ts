/** A difference is all there is between two definitions: the first and it make the second, to the letter. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { applyDiff } from '../../../src/domain/definitions/applyDiff.ts';
import { diffDefinitions, isUnchanged, RESPONSE_ONLY_FIELDS } from '../../../src/domain/definitions/definitionDiff.ts';
import { canonical } from '../../../src/domain/definitions/sameValue.ts';
import { runs } from '../../properties/runs.ts';
import { asSent, twoDefinitions } from './anyDefinition.ts';

const text = JSON.stringify;
const maybeGone = fc
  .tuple(twoDefinitions, fc.constantFrom('both', 'both', 'both', 'added', 'removed', 'neither'))
  .map(([[one, other], which]): readonly [FlagDefinition | undefined, FlagDefinition | undefined] => [
    which === 'added' || which === 'neither' ? undefined : one,
    which === 'removed' || which === 'neither' ? undefined : other,
  ]);
/** What a definition says to a reader: without what only the service writes, without what says nothing. */
const meaningOf = (definition: FlagDefinition): string =>
  canonical({
    ...Object.fromEntries(Object.entries(definition).filter(([field]) => !RESPONSE_ONLY_FIELDS.has(field))),
    killed: definition.killed === true,
  });

describe('of any two definitions', () => {
  it('the difference, applied to the first, is the second as JSON, with its order, its unknown fields and its hostile names', () => {
    fc.assert(
      fc.property(maybeGone, ([before, after]) => {
        const untouched = text(before);
        assert.equal(text(applyDiff(diffDefinitions(before, after), before)), text(after));
        assert.equal(text(before), untouched);
      }),
      runs(400),
    );
  });

  it('the difference, sent as JSON, still is', () => {
    fc.assert(
      fc.property(maybeGone, ([before, after]) => {
        // JSON has no `undefined`: an absent field stays absent.
        assert.equal(text(applyDiff(asSent(diffDefinitions(before, after)), before)), text(after));
      }),
      runs(200),
    );
  });

  it('what is shown of it is enough to mean the second: the writing adds nothing that counts', () => {
    fc.assert(
      fc.property(twoDefinitions, ([before, after]) => {
        const shown = applyDiff({ ...diffDefinitions(before, after), writing: { fields: [] } }, before);
        assert.ok(shown);
        assert.equal(meaningOf(shown), meaningOf(after));
      }),
      runs(400),
    );
  });

  it('there is no difference if and only if they mean the same', () => {
    fc.assert(
      fc.property(twoDefinitions, ([before, after]) => {
        assert.equal(isUnchanged(diffDefinitions(before, after)), meaningOf(before) === meaningOf(after));
        const none = diffDefinitions(before, asSent(before));
        assert.ok(isUnchanged(none));
        assert.deepEqual(none.writing, { fields: [] });
      }),
      runs(400),
    );
  });
});

describe('rules and treatments that mean the same and are written otherwise', () => {
  it('are no change, and each is made of the other to the letter', () => {
    const matcher = { type: 'IN_SEGMENT', string: 'a' };
    const buckets = [{ treatment: 'on', size: 100 }];
    const other = { buckets, condition: { matchers: [{ type: 'T' }] } };
    const before: FlagDefinition = {
      name: 'f',
      treatments: [{ name: 'on', description: null }, { name: 'off' }],
      rules: [{ buckets, condition: { matchers: [matcher] } }, other],
      defaultRule: [],
    };
    const written = { condition: { combiner: 'AND', matchers: [{ string: 'a', type: 'IN_SEGMENT', negate: false }] }, buckets };
    const treatments = [{ keys: [], name: 'on' }, { name: 'off' }];
    for (const rules of [
      [written, other],
      [other, written],
    ]) {
      const after: FlagDefinition = { ...before, treatments, rules };
      const diff = diffDefinitions(before, after);
      assert.ok(diff.rules.every(({ change }) => change === 'same' || change === 'moved'));
      assert.equal(text(applyDiff(diff, before)), text(after));
      // Without being told how it is written otherwise, it is the rule that was there.
      assert.deepEqual(diff.writing.fields, []);
    }
  });
});

describe('a definition with names that every object has', () => {
  it('keeps them, and no prototype is touched', () => {
    const before = JSON.parse('{"name":"f","treatments":[],"rules":[],"defaultRule":[],"__proto__":{"a":1}}') as FlagDefinition;
    const after = JSON.parse(
      '{"constructor":5,"__proto__":{"b":[]},"name":"f","treatments":[{"name":"__proto__"}],"rules":[],"defaultRule":[],"\\ud800":null}',
    ) as FlagDefinition;
    const made = applyDiff(diffDefinitions(before, after), before);
    assert.equal(text(made), text(after));
    assert.equal(Object.getPrototypeOf(made), Object.prototype);
    assert.equal(({} as { b?: unknown }).b, undefined);
  });
});
