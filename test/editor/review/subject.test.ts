/** Tests that the state that a page stores is restored, and that forged state is refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { savedIn, restoreText, subjectId, type Side, type PanelSubject } from '../../../src/editor/review/subject.ts';
import { runs } from '../../properties/runs.ts';
import { texts } from '../../properties/texts.ts';

const environments = fc.record({ id: texts, name: texts, isProduction: fc.boolean() });
const sides: fc.Arbitrary<Side> = fc.oneof(
  environments.map((environment): Side => ({ kind: 'environment', environment })),
  fc.record({ kind: fc.constantFrom('request', 'draft'), id: texts, label: texts }),
);
const subjects: fc.Arbitrary<PanelSubject> = fc.oneof(
  texts.map((id): PanelSubject => ({ kind: 'request', id })),
  fc
    .record({ workspace: fc.record({ id: texts, name: texts }), flagName: texts, before: sides, after: sides })
    .map((comparison): PanelSubject => ({ kind: 'comparison', comparison })),
);
const bound = { connectionId: 'c', connectionName: 'C' };
const stateOf = (restore: unknown): unknown => ({ view: { restore } });

describe('the subject of a panel', () => {
  it('is restored from the state that the page stored, with its connection', () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const kept = savedIn(stateOf(restoreText(subject, bound)));
        assert.equal(JSON.stringify(kept), JSON.stringify({ subject, bound }));
      }),
      runs(200),
    );
  });

  it('has its own ID: a comparison with swapped sides, or sides of a different kind, is a different one', () => {
    const [one, other]: Side[] = [
      { kind: 'environment', environment: { id: 'a', name: 'A', isProduction: true } },
      { kind: 'draft', id: 'a', label: 'A' },
    ];
    const idOf = (before: Side, after: Side): string =>
      subjectId({ kind: 'comparison', comparison: { workspace: { id: 'w', name: 'W' }, flagName: 'f', before, after } });
    assert.equal(new Set([idOf(one!, other!), idOf(other!, one!), idOf(one!, one!), idOf(other!, other!)]).size, 4);
    assert.notEqual(subjectId({ kind: 'request', id: 'a' }), idOf(one!, other!));
    const elsewhere: Side = { kind: 'environment', environment: { id: 'b', name: 'A', isProduction: true } };
    assert.notEqual(idOf(one!, other!), idOf(elsewhere, other!));
    const renamed: Side = { kind: 'environment', environment: { id: 'a', name: 'B', isProduction: true } };
    assert.equal(idOf(one!, other!), idOf(renamed, other!));
  });

  it('is undefined if the page stored anything else', () => {
    const comparison = { workspace: { id: 'w', name: 'W' }, flagName: 'f', before: {}, after: {} };
    const hostile = [
      undefined,
      'no json',
      '[]',
      'null',
      '{"subject":{"kind":"request"}}',
      '{"subject":{"kind":"request","id":7}}',
      '{"subject":{"kind":"other","id":"a"}}',
      JSON.stringify({ subject: { kind: 'comparison', comparison }, bound }),
    ];
    for (const restore of hostile) assert.equal(savedIn(stateOf(restore)), undefined, String(restore));
    fc.assert(
      fc.property(fc.anything(), (state) => savedIn(state) === undefined),
      runs(200),
    );
  });

  it('counts as production unless the page says otherwise, and has no connection if that part is damaged', () => {
    const side = { kind: 'environment', environment: { id: 'e', name: 'E' } };
    const comparison = { workspace: { id: 'w', name: 'W' }, flagName: 'f', before: side, after: side };
    const kept = savedIn(stateOf(JSON.stringify({ subject: { kind: 'comparison', comparison }, bound: { connectionId: 7 } })));
    assert.ok(kept?.subject.kind === 'comparison' && kept.subject.comparison.before.kind === 'environment');
    assert.equal(kept.subject.comparison.before.environment.isProduction, true);
    assert.equal(kept.bound, undefined);
  });
});
