/** Tests that `when` clauses are evaluated as in VS Code. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTrue, parseWhen, partsOf, type Context } from './when.ts';

describe('a when clause', () => {
  const context: Context = {
    view: 'flagAdmin.workspaces',
    viewItem: 'environment production hasName',
    on: true,
    off: false,
    count: 3,
    list: ['a', 'flagAdmin.workspaces'],
  };
  const held = [
    'on', '!missing', 'true', 'view == flagAdmin.workspaces', "view == 'flagAdmin.workspaces'", 'on == true', 'missing == false',
    'off != true', 'viewItem =~ /\\bproduction\\b/', 'viewItem =~ /^ENVIRONMENT/i', 'view in list', 'count > 2 && count <= 3',
    'off && off || on', 'on || on && off', '!(off || missing)', 'view == flagAdmin.workspaces && viewItem =~ /\\bhasName\\b/ && !off',
  ]; // prettier-ignore
  const others = [
    'off', 'missing', '!on', 'false', 'view != flagAdmin.workspaces', 'view == flagAdmin.other', 'viewItem =~ /\\bprod\\b/',
    'viewItem =~ /^ENVIRONMENT/', 'missing =~ /x/', 'view not in list', 'view in missing', 'count < 3 || count >= 4', '(on || on) && off',
  ]; // prettier-ignore
  it('is evaluated as in VS Code', () => {
    for (const when of held) assert.equal(isTrue(parseWhen(when), context), true, when);
    for (const when of others) assert.equal(isTrue(parseWhen(when), context), false, when);
  });

  it('that is invalid is refused', () => {
    for (const text of ['', 'a &&', '(a', 'a b', 'a =~ b', '== a', 'a not b', 'a & b'])
      assert.throws(() => parseWhen(text), /can't read/, text);
  });

  it('returns the context keys that it uses', () => {
    const parts = partsOf(parseWhen('!(a == 1 || b) && (c =~ /x/ || true)'));
    assert.equal(parts.map(({ key }) => key).join(), 'a,b,c');
  });
});
