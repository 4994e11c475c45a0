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
const workspaces = fc.record({ id: texts, name: texts });
const subjects: fc.Arbitrary<PanelSubject> = fc.oneof(
  texts.map((id): PanelSubject => ({ kind: 'request', id })),
  fc
    .record({ workspace: workspaces, flagName: texts, before: sides, after: sides })
    .map((comparison): PanelSubject => ({ kind: 'comparison', comparison })),
);
const bound = { connectionId: 'c', connectionName: 'C' };
const savedAs = (restore: unknown): ReturnType<typeof savedIn> => savedIn({ view: { restore } });
const comparisonOf = <T>(before: T, after: T) => ({
  kind: 'comparison' as const,
  comparison: { workspace: { id: 'w', name: 'W' }, flagName: 'f', before, after },
});

describe('the subject of a panel', () => {
  it('is restored from the state that the page stored, with its connection', () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        assert.equal(JSON.stringify(savedAs(restoreText(subject, bound))), JSON.stringify({ subject, bound }));
      }),
      runs(200),
    );
  });

  it('has its own ID: a comparison with swapped sides, or sides of a different kind, is a different one', () => {
    const environment = (id: string, name: string): Side => ({
      kind: 'environment',
      environment: { id, name, isProduction: true },
    });
    const [one, other] = [environment('a', 'A'), { kind: 'draft', id: 'a', label: 'A' } as const];
    const idOf = (before: Side, after: Side): string => subjectId(comparisonOf(before, after));
    const all = [idOf(one, other), idOf(other, one), idOf(one, one), idOf(other, other), idOf(environment('b', 'A'), other)];
    assert.equal(new Set([...all, subjectId({ kind: 'request', id: 'a' })]).size, 6);
    assert.equal(idOf(one, other), idOf(environment('a', 'B'), other), 'renamed');
  });

  it('is undefined if the page stored anything else', () => {
    for (const restore of [
      undefined,
      'no json',
      '[]',
      'null',
      '{"subject":{"kind":"request"}}',
      '{"subject":{"kind":"request","id":7}}',
      '{"subject":{"kind":"other","id":"a"}}',
      JSON.stringify({ subject: comparisonOf({}, {}), bound }),
    ])
      assert.equal(savedAs(restore), undefined, String(restore));
    fc.assert(
      fc.property(fc.anything(), (state) => savedIn(state) === undefined),
      runs(200),
    );
  });

  it('counts as production unless the page says otherwise, and has no connection if that part is damaged', () => {
    const side = { kind: 'environment', environment: { id: 'e', name: 'E' } };
    const kept = savedAs(JSON.stringify({ subject: comparisonOf(side, side), bound: { connectionId: 7 } }));
    assert.ok(kept?.subject.kind === 'comparison' && kept.subject.comparison.before.kind === 'environment');
    assert.equal(kept.subject.comparison.before.environment.isProduction, true);
    assert.equal(kept.bound, undefined);
  });
});
