/** Tests the scan of a source text while a person types, and how much work it does at a time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHARACTERS_PER_STEP, scanLiterals, type SourceLiteral } from '../../../src/domain/flagUses/sourceLiterals.ts';

function scan(text: string, language = 'typescript'): { readonly literals: readonly SourceLiteral[]; readonly rests: number } {
  const steps = scanLiterals(text, { languageId: language, wrappers: ['isOn'] });
  for (let rests = 0; ; rests += 1) {
    const step = steps.next();
    if (step.done) return { literals: step.value, rests };
  }
}
const roles = (text: string): readonly string[] => scan(text).literals.map(({ value, role }) => `${value} ${role}`);

describe('scanLiterals', () => {
  it('returns a string that is not closed yet as the last one, marked as open, with its role', () => {
    const [open] = scan("const on = client.getTreatment(user, 'new-ch").literals;
    assert.deepEqual([open?.value, open?.role, open?.isOpen], ['new-ch', 'flag', true]);
    assert.equal(scan("log(client, 'new-ch").literals[0]?.role, 'text');
    assert.equal(scan("isOn('a', 'b', 'new-ch").literals.at(-1)?.role, 'other');
    // An apostrophe in a sentence does not begin a string.
    assert.deepEqual(
      scan("Don't\n'a'").literals.map(({ value }) => value),
      ['a'],
    );
  });

  it('is sure of a name only if no other argument may be the name', () => {
    assert.deepEqual(roles("getTreatment('u', NAME)"), ['u maybeFlag']);
    assert.deepEqual(roles("getTreatment('u', 'a')"), ['u other', 'a flag']);
    assert.deepEqual(roles("getTreatment('a', { plan: 'p' })"), ['a flag', 'p other']);
    assert.deepEqual(roles("isOn('a', 'off')"), ['a maybeFlag', 'off maybeFlag']);
    assert.deepEqual(roles("getTreatment(idOf('u'), 'a')"), ['u text', 'a flag']);
    assert.deepEqual(roles("IsOn('a'); IsOn(isOn('b'))"), ['a text', 'b flag']);
    assert.deepEqual(roles("getStringValue('a', 'b')"), ['a text', 'b text']);
    assert.deepEqual(roles("getStringValue('a', 'b') // OpenFeature"), ['a flag', 'b other']);
    assert.deepEqual(roles("getTreatment('a', { name: 'b' }); useTreatment({ key: 'k', names: ['a'] })"), [
      'a flag',
      'b other',
      'k other',
      'a flag',
    ]);
  });

  it('finds the literals in an expression inside a string at their place, also while it is typed', () => {
    const text = "`x${isOn('a')}` + `${log('b')} ${isOn('new-";
    assert.deepEqual(roles(text), ['a flag', 'b text', 'new- maybeFlag']);
    for (const { value, start, end } of scan(text).literals) assert.equal(text.slice(start, end), value);
  });

  it('reads a long list of arguments once', () => {
    // A pattern that can match the blanks in several ways would never end.
    const many = 'x , '.repeat(200);
    assert.deepEqual(roles(`getTreatment(${many} 'a'); isOn([${many} 'b']); \`${'${x}'.repeat(200)}`), ['a other', 'b flag']);
  });

  it('pauses after each piece, also in 10,000 lines, and finds the same after a pause', () => {
    const line = "  const on = client.getTreatment(user, 'new-checkout') === 'on' ? `a${'b'}` : /['\"]/.test(text); // 'x'\n";
    const { literals, rests } = scan(line.repeat(10_000));
    assert.equal(literals.filter(({ role }) => role === 'flag').length, 10_000);
    assert.ok(rests > 0.95 * ((line.length * 10_000) / CHARACTERS_PER_STEP), `${rests} rests`);
  });

  it('accepts unbalanced brackets, and supports only the known languages', () => {
    assert.deepEqual(roles(")]}getTreatment(u, ['a'"), ['a flag']);
    assert.deepEqual(roles("f(( { ]) getTreatment(u, 'a')"), ['a flag']);
    assert.deepEqual(scan("'a'", 'plaintext').literals, []);
  });
});
