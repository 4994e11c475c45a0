/** Tests which other open requests touch the object of a request, or one that is connected with it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest, FlagDefinition } from '../../../src/api/model.ts';
import { relatedRequests, type RelatedFacts } from '../../../src/domain/changeRequests/relatedRequests.ts';

const when = (matcher: object) => [
  { buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers: [matcher] } },
];
const inSegment = (name: string) => when({ type: 'IN_SEGMENT', string: name });
const dependsOn = (flag: string) => when({ type: 'IN_SPLIT', depends: { splitName: flag, treatment: 'on' } });
const definition = (name: string, rules: object = []): FlagDefinition =>
  ({ name, treatments: [{ name: 'on' }, { name: 'off' }], rules, defaultRule: [], killed: false }) as never;

const request = (id: string, about: object, more: object = {}): ChangeRequest => ({
  id,
  status: 'REQUESTED',
  operationType: 'UPDATE',
  approvers: [],
  comments: [],
  workspace: { id: 'w' },
  ...about,
  ...more,
});
const ofFlag = (id: string, name: string, rules?: object, more?: object) => request(id, { flag: definition(name, rules) }, more);
const kill = (id: string, name: string) => ofFlag(id, name, [], { operationType: 'KILL' });
const ofSegment = (id: string, name: string, more?: object) =>
  request(id, { segment: { name, keys: [] }, operationType: 'CREATE' }, more);

function found(mine: ChangeRequest, open: readonly ChangeRequest[], more: Partial<RelatedFacts> = {}): readonly string[] {
  const facts = { open: [mine, ...open], environmentId: 'e', environmentOf: () => ({ id: 'e' }), ...more };
  return relatedRequests(mine, facts).map(({ relation, request: { id } }) => `${id} ${relation}`);
}

describe('other open requests', () => {
  it('about segments of kinds that only the live service has are found by kind and name', () => {
    const mine = request('1', { ruleBasedSegment: { name: 'eu' } });
    const others = [
      request('2', { ruleBasedSegment: { name: 'eu' } }),
      request('3', { ruleBasedSegment: { name: 'us' } }),
      request('4', { largeSegment: { name: 'eu' } }),
    ];
    assert.deepEqual(found(mine, others), ['2 sameObject']);
  });

  it('about segments that the flag uses now or afterwards are found', () => {
    const others = [ofSegment('2', 'eu'), ofSegment('3', 'beta'), ofSegment('4', 'other')];
    const live = definition('search', inSegment('eu'));
    assert.deepEqual(found(ofFlag('1', 'search', inSegment('beta')), others, { live }), ['2 segmentOfFlag', '3 segmentOfFlag']);
  });

  it('about flags that use the segment are found, by the request or by the live definition', () => {
    const others = [
      ofFlag('2', 'search', inSegment('beta')),
      kill('3', 'cart'),
      kill('4', 'other'),
      ofSegment('5', 'beta'),
      ofSegment('6', 'eu'),
    ];
    const definitions = [definition('cart', inSegment('beta')), definition('other')];
    assert.deepEqual(found(ofSegment('1', 'beta'), others, { definitions }), [
      '5 sameObject',
      '2 flagOfSegment',
      '3 flagOfSegment',
    ]);
  });

  it('about flags that depend on the flag are found', () => {
    const others = [ofFlag('2', 'cart', dependsOn('search')), kill('3', 'pay'), kill('4', 'other')];
    assert.deepEqual(found(kill('1', 'search'), others, { dependants: ['pay'] }), ['2 dependentFlag', '3 dependentFlag']);
  });

  it('in other environments or decided ones do not count; one whose environment is not known does', () => {
    const others = [
      kill('2', 'search'),
      ofFlag('3', 'search', [], { status: 'PUBLISHED' }),
      ofFlag('4', 'search', [], { workspace: { id: 'other' } }),
      kill('5', 'search'),
    ];
    const environmentOf = (id: string) => (id === '2' ? { id: 'elsewhere' } : undefined);
    assert.deepEqual(found(ofFlag('1', 'search'), others, { environmentOf }), ['5 sameObject']);
  });
});
