/**
 * What two versions of a definition ask of a key, each question once: an atom is a matcher without its negation, the list of a target,
 * or a condition that nobody here understands.
 */
import type { Matcher, Rule } from '../../api/model.ts';
import { meaningOf, type MatcherMeaning } from '../definitions/matcherMeaning.ts';
import { canonical, isSame } from '../definitions/sameValue.ts';
import type { Answer } from './outcome.ts';
import { testOf, type Test } from './values.ts';

/** `condition` = a rule whose combiner is not known: all of it is one question. */
export type Asked = MatcherMeaning | { readonly code: 'condition'; readonly condition: Rule['condition'] };

export interface Atom {
  readonly asked: Asked;
  /** Of the key, or of an attribute; undefined = it has nothing to do with any other atom. */
  readonly test: Test | undefined;
  readonly attribute: string | undefined;
  /** Of who is not said to meet it: true where every key does, undefined where it can't be said from here. */
  readonly otherwise: Answer;
}

/** What a rule asks, by the numbers of atoms. */
export interface Condition {
  readonly positive: readonly number[];
  readonly negative: readonly number[];
}

const ANY_TEXT = /^\^?\.[*+]\$?$/;

export class Atoms {
  readonly all: Atom[] = [];
  /** Attributes of which some rule asks the opposite: whether it is met without the attribute, the documents don't say. */
  readonly negatedAttributes = new Set<string>();
  readonly #numbers = new Map<string, number>();

  ofRule({ condition }: Rule): Condition {
    if (!isUnderstood(condition)) {
      const number = this.#numberOf(condition, () => ({ code: 'condition', condition }));
      return { positive: [number], negative: [] };
    }
    const [positive, negative] = [new Set<number>(), new Set<number>()];
    for (const matcher of condition.matchers) {
      (matcher.negate ? negative : positive).add(this.ofMatcher(matcher));
      if (matcher.negate && matcher.attribute) this.negatedAttributes.add(matcher.attribute);
    }
    return { positive: [...positive], negative: [...negative] };
  }

  ofMatcher(matcher: Matcher): number {
    const plain = { ...matcher, negate: false };
    // Mostly it stands in both versions, word for word.
    const text = JSON.stringify(plain);
    const number = this.#numbers.get(text) ?? this.#numberOf(plain, () => meaningOf(plain));
    this.#numbers.set(text, number);
    return number;
  }

  /** The one with the fewest uses, of those that a key meets or not; undefined = there is none. */
  rarest(atoms: readonly number[], uses: ReadonlyMap<number, readonly unknown[]>): number | undefined {
    const decided = atoms.filter((atom) => this.all[atom]!.otherwise === false);
    return decided.toSorted((one, other) => (uses.get(one)?.length ?? 0) - (uses.get(other)?.length ?? 0))[0];
  }

  #numberOf(value: object, make: () => Asked): number {
    const text = canonical(value);
    const number = this.#numbers.get(text) ?? this.all.push(atomOf(make())) - 1;
    this.#numbers.set(text, number);
    return number;
  }
}

/** All matchers must be met, and nothing else is asked. */
export const isUnderstood = (condition: Rule['condition']): boolean => isSame({ ...condition, matchers: undefined }, {});

function atomOf(asked: Asked): Atom {
  const test = asked.code === 'condition' ? undefined : testOf(asked);
  const attribute = 'attribute' in asked ? asked.attribute : undefined;
  const isAlways = asked.code === 'matches' && test !== undefined && attribute === undefined && ANY_TEXT.test(asked.pattern);
  const isDecided = test !== undefined || (asked.code === 'inSegment' && asked.more === undefined);
  return { asked, test, attribute, otherwise: isAlways || (isDecided ? false : undefined) };
}
