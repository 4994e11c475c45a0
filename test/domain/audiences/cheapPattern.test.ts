/** Tests that a pattern of a definition runs only if its number of steps is limited for each value. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { cheapPattern } from '../../../src/domain/audiences/cheapPattern.ts';
import { runs } from '../../properties/runs.ts';

const UNKNOWN: readonly (readonly [what: string, patterns: readonly string[]])[] = [
  ['a second repetition', ['a*b*', 'a?b?', 'a{0,99}b{0,99}', 'a{2,}b+', 'a+b?', 'a+?', 'a{2,}?', '\\w+-\\d+']],
  ['the repetition of a group', ['(a+)+', '(a|a)*', '(a)?', '(ab){2,3}', '(ab){2}', '((a))+']],
  ['alternatives that multiply', ['(a|a)'.repeat(20), `a*${'(a|b|a)'.repeat(6)}`, `${'(a|a'.repeat(20)}${')'.repeat(20)}${'(a|a)'.repeat(12)}`]], // prettier-ignore
  ['a lookaround, a backreference, or group options', ['(?=a)', '(?!a)', '(?<=a)', '(?:a)', '(?<n>a)', '(a)\\1', '\\k<n>']],
  ['what means something else elsewhere', ['\\u0041', '\\p{L}', '\\bx', '\\-', '[]', '[^]', '[]a]', '[a[b]']],
  ['what is no pattern', ['(', ')', '(a', 'a)', '[a', '*', '+a', 'a**', 'a{2}{2}', 'a{', 'a}', '^*', '[b-a]', '\\', 'a{3,2}']],
  ['more than 200 characters', ['a'.repeat(201)]],
];

const CHEAP = ['', '^a\\d+$', '(DE|FR)', 'a|b', '^(a|b)-(c|d)$', '[a-z]+@example\\.com', '.*', 'a{2,3}', 'a{2}b{3,3}c{4,}', '[^)+*?]x?', '[\\]+*]{2}', '\\(\\)\\+*', '()', 'a'.repeat(200)]; // prettier-ignore

describe('a pattern', () => {
  for (const [what, patterns] of UNKNOWN)
    it(`does not run with ${what}`, () => {
      for (const pattern of patterns) assert.equal(cheapPattern(pattern), undefined, pattern);
    });

  it('runs with one repetition of a character or class, and with alternatives that are few', () => {
    for (const pattern of CHEAP) assert.equal(cheapPattern(pattern)?.regex.source, new RegExp(pattern, 'u').source, pattern);
  });

  it('runs on a value of 250 characters at most, in ten million steps at most', () => {
    for (const pattern of CHEAP) {
      const { steps } = cheapPattern(pattern)!;
      assert.ok(steps(250) <= 10_000_000, pattern);
      assert.equal(steps(251), Infinity);
    }
  });
});

/** One alternative of a pattern: atoms with their lowest and highest number of repetitions. */
interface Atom {
  readonly chars: string;
  readonly least: number;
  readonly most: number;
}
type Node = Atom | { readonly ways: readonly (readonly Node[])[] };

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^b]');
const accepts = (chars: string, char: string): boolean => chars === '.' || chars === `[${char}]` || new RegExp(`^${chars}$`).test(char); // prettier-ignore
const fixed: fc.Arbitrary<Node> = fc.tuple(atom, fc.constantFrom(1, 1, 1, 0, 2, 5)).map(([chars, times]) => ({ chars, least: times, most: times })); // prettier-ignore
const variable: fc.Arbitrary<Node> = fc.tuple(atom, fc.constantFrom([0, Infinity], [1, Infinity], [0, 1], [2, Infinity], [0, 9], [1, 3])).map(([chars, [least, most]]) => ({ chars, least, most })); // prettier-ignore
const sequence = fc.array(fixed, { maxLength: 4 });
const group: fc.Arbitrary<Node> = fc.array(sequence, { minLength: 1, maxLength: 3 }).map((ways) => ({ ways }));
const nodes: fc.Arbitrary<readonly Node[]> = fc
  .tuple(fc.array(fc.oneof(fixed, group), { maxLength: 5 }), fc.option(variable, { nil: undefined }), fc.nat(5))
  .map(([all, one, place]) => (one ? all.toSpliced(place, 0, one) : all));

function written(all: readonly Node[]): string {
  return all
    .map((node) => {
      if ('ways' in node) return `(${node.ways.map(written).join('|')})`;
      const { chars, least, most } = node;
      if (least === 1 && most === 1) return chars;
      return `${chars}{${least}${most === least ? '' : most === Infinity ? ',' : `,${most}`}}`;
    })
    .join('');
}

/** A very simple backtracking engine. It counts the characters that it compares, for all start positions. */
function tried(all: readonly Node[], value: string): { readonly isMet: boolean; readonly steps: number } {
  let steps = 0;
  type Next = (at: number) => boolean;
  const match = ([node, ...rest]: readonly Node[], at: number, next: Next): boolean => {
    if (!node) return next(at);
    if ('ways' in node) return node.ways.some((way) => match(way, at, (end) => match(rest, end, next)));
    let end = at;
    const isNext = (): boolean => end < value.length && (steps++, accepts(node.chars, value[end]!));
    while (end - at < node.most && isNext()) end += 1;
    for (; end - at >= node.least; end -= 1) if (match(rest, end, next)) return true;
    return false;
  };
  for (let start = 0; start <= value.length; start += 1) if (match(all, start, () => true)) return { isMet: true, steps };
  return { isMet: false, steps };
}

it('the promised steps of a pattern are at least as many as a backtracking engine needs for the same result', () => {
  let [count, most] = [0, 0];
  fc.assert(
    fc.property(nodes, fc.string({ unit: fc.constantFrom('a', 'a', 'b', 'c'), maxLength: 30 }), (all, value) => {
      const pattern = written(all);
      const found = cheapPattern(pattern);
      // It has too many paths through its alternatives.
      if (!found) return;
      count += 1;
      const { isMet, steps } = tried(all, value);
      assert.equal(found.regex.test(value), isMet, `${pattern} on ${value}`);
      assert.ok(steps <= found.steps(value.length), `${pattern} on ${value}: ${steps} of ${found.steps(value.length)}`);
      most = Math.max(most, steps);
    }),
    runs(2_000),
  );
  assert.ok(count > 150 && most > 100, `${count}, ${most}`);
});
