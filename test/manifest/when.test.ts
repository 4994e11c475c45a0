/** Tests that `when` clauses are evaluated as in VS Code. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holds, parseWhen, partsOf, type Context } from './when.ts';

describe('a when clause', () => {
  const context: Context = {
    view: 'flagAdmin.workspaces',
    viewItem: 'environment production hasName',
    on: true,
    off: false,
    count: 3,
    list: ['a', 'flagAdmin.workspaces'],
  };
  const cases: readonly (readonly [when: string, wanted: boolean])[] = [
    ['on', true],
    ['off', false],
    ['missing', false],
    ['!on', false],
    ['!missing', true],
    ['true', true],
    ['false', false],
    ['view == flagAdmin.workspaces', true],
    ["view == 'flagAdmin.workspaces'", true],
    ['view != flagAdmin.workspaces', false],
    ['view == flagAdmin.other', false],
    ['on == true', true],
    ['missing == false', true],
    ['off != true', true],
    ['viewItem =~ /\\bproduction\\b/', true],
    ['viewItem =~ /\\bprod\\b/', false],
    ['viewItem =~ /^ENVIRONMENT/', false],
    ['viewItem =~ /^ENVIRONMENT/i', true],
    ['missing =~ /x/', false],
    ['view in list', true],
    ['view not in list', false],
    ['view in missing', false],
    ['count > 2 && count <= 3', true],
    ['count < 3 || count >= 4', false],
    ['off && off || on', true],
    ['on || on && off', true],
    ['(on || on) && off', false],
    ['!(off || missing)', true],
    ['view == flagAdmin.workspaces && viewItem =~ /\\bhasName\\b/ && !off', true],
  ];
  for (const [when, wanted] of cases) it(`${when} is ${wanted}`, () => assert.equal(holds(parseWhen(when), context), wanted));

  it('that is invalid is refused', () => {
    for (const text of ['', 'a &&', '(a', 'a b', 'a =~ b', '== a', 'a not b', 'a & b'])
      assert.throws(() => parseWhen(text), /can't read/, text);
  });

  it('returns the context keys that it uses', () => {
    const parts = partsOf(parseWhen('!(a == 1 || b) && (c =~ /x/ || true)'));
    assert.deepEqual(
      parts.map(({ key }) => key),
      ['a', 'b', 'c'],
    );
  });
});
