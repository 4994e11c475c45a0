/** Tests what is stored about the state before an approval: enough for the inverse, and no keys. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest, FlagDefinition, Matcher } from '../../../src/api/model.ts';
import { inverseOf } from '../../../src/domain/changeRequests/inverse.ts';
import { stateBeforeApproval, rememberStateBefore } from '../../../src/operations/learned/beforeApproval.ts';
import { Memento } from '../../editor/fakeContext.ts';
import type { LiveObject } from '../../../src/operations/changeRequests/readReview.ts';

const base = { status: 'PUBLISHED', approvers: [], comments: [] };
const ofKeys = (id: string, keys: readonly string[], operationType = 'CREATE'): ChangeRequest => ({
  ...base,
  id,
  operationType,
  segment: { name: 's', keys: [...keys] },
});
const holding = (keys: readonly string[]): LiveObject => ({ kind: 'keys', keys, count: keys.length });
const definition = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({
  name: 'f',
  treatments: [{ name: 'on' }],
  rules: [],
  defaultRule: [],
  ...fields,
});
const ofFlag = (id: string, operationType = 'UPDATE'): ChangeRequest => ({ ...base, id, operationType, flag: definition() });
const defined = (fields?: Partial<FlagDefinition>): LiveObject => ({ kind: 'definition', definition: definition(fields) });
const accounts = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `customer-account-${index}`);

const textOf = ({ values }: Memento): string => JSON.stringify([...values]);

describe('the stored state before an approval of keys', () => {
  it('gives the exact inverse, even if the order of the keys has changed', async () => {
    const store = new Memento();
    const keys = accounts(21);
    const held = keys.filter((_key, index) => index % 3 === 0);
    for (const [operation, inverse] of [
      ['CREATE', 'ARCHIVE'],
      ['ARCHIVE', 'CREATE'],
    ] as const) {
      const request = ofKeys(operation, [...keys, keys[0]!], operation);
      await rememberStateBefore(store, 'o', request, holding([...held, 'another']));
      const now = ofKeys(operation, keys.toReversed(), operation);
      const found = inverseOf(now, stateBeforeApproval(store, 'o', now));
      assert.ok(found.ok && 'segment' in found.change && found.isExact);
      assert.equal(found.change.operationType, inverse);
      const changed = keys.filter((key) => held.includes(key) === (operation === 'ARCHIVE'));
      assert.deepEqual(found.change.segment.keys.toSorted(), changed.toSorted());
    }
  });

  it('has no key in it, and stays small', async () => {
    const store = new Memento();
    for (let index = 0; index < 40; index += 1) {
      const keys = accounts(10_000);
      await rememberStateBefore(store, 'o', ofKeys(`r${index}`, keys), holding(keys));
    }
    assert.doesNotMatch(textOf(store), /customer/);
    assert.ok(textOf(store).length < 100_000);
    assert.equal(stateBeforeApproval(store, 'o', ofKeys('r0', accounts(10_000))), undefined, 'the oldest are forgotten');
    assert.equal(
      inverseOf(ofKeys('r39', accounts(10_000)), stateBeforeApproval(store, 'o', ofKeys('r39', accounts(10_000)))).ok,
      false,
    );
  });

  it('does not exist for other keys, for a different service, or for a state that could not be read', async () => {
    const store = new Memento();
    await rememberStateBefore(store, 'o', ofKeys('r', ['a', 'b']), holding(['a']));
    assert.equal(stateBeforeApproval(store, 'o', ofKeys('r', ['a', 'c'])), undefined);
    assert.equal(stateBeforeApproval(store, 'other', ofKeys('r', ['a', 'b'])), undefined);
    assert.deepEqual(stateBeforeApproval(store, 'o', ofKeys('r', ['a', 'b'])), { kind: 'keys', unchanged: ['a'] });
    await rememberStateBefore(store, 'o', ofKeys('unseen', ['a']), { kind: 'unknown' });
    assert.equal(stateBeforeApproval(store, 'o', ofKeys('unseen', ['a'])), undefined);
  });
});

describe('the stored state before an approval of a definition', () => {
  it('is only the fact that it existed, and whether it was killed, if it names keys or is very large', async () => {
    const inKeys = { type: 'IN_LIST_STRING', strings: ['customer-account-1'] };
    const rulesOf = (matcher: Matcher) => ({ rules: [{ buckets: [], condition: { matchers: [matcher] } }] });
    const withheld = [
      { treatments: [{ name: 'on', keys: ['customer-account-1'] }] },
      rulesOf(inKeys),
      rulesOf({ type: 'MATCHES_STRING', string: '^customer-account-1$' }),
      { treatments: [{ name: 'on', configurations: 'x'.repeat(100_000) }] },
    ];
    for (const [index, fields] of withheld.entries()) {
      const store = new Memento();
      await rememberStateBefore(store, 'o', ofFlag('r'), defined({ ...fields, killed: index === 1 }));
      assert.deepEqual(stateBeforeApproval(store, 'o', ofFlag('r')), { kind: 'withheld', isKilled: index === 1 });
      assert.doesNotMatch(textOf(store), /customer|xxx/);
    }
    const store = new Memento();
    for (const matcher of [
      { ...inKeys, attribute: 'country', strings: ['DE'] },
      { type: 'IN_SEGMENT', string: 'beta-accounts' },
    ]) {
      await rememberStateBefore(store, 'o', ofFlag('r'), defined(rulesOf(matcher)));
      assert.equal(stateBeforeApproval(store, 'o', ofFlag('r'))?.kind, 'definition', matcher.type);
    }
  });

  it('is kept for the newest approvals, up to a limit of size', async () => {
    const store = new Memento();
    const large = defined({ treatments: [{ name: 'on', configurations: 'x'.repeat(90_000) }] });
    for (let index = 0; index < 9; index += 1) await rememberStateBefore(store, 'o', ofFlag(`r${index}`), large);
    assert.ok(textOf(store).length < 510_000);
    assert.equal(stateBeforeApproval(store, 'o', ofFlag('r0')), undefined);
    assert.deepEqual(stateBeforeApproval(store, 'o', ofFlag('r8')), large);
    await rememberStateBefore(store, 'o', ofFlag('new', 'CREATE'), { kind: 'definition', definition: undefined });
    assert.equal(stateBeforeApproval(store, 'o', ofFlag('new', 'CREATE'))?.kind, 'definition', 'there was none');
  });
});
