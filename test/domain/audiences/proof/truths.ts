/** The treatments that the engine gives to keys before and after a change, and whether a line is true for them. */
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../../../../src/api/model.ts';
import type { Decider, GroupLine, Literal, Share } from '../../../../src/domain/audiences/audienceChange.ts';
import type { Change } from './corpus.ts';
import {
  CONTROL,
  engineOf,
  matchersOf,
  meetsAll,
  movesBetween,
  type Decision,
  type Draw,
  type Key,
  type Reading,
} from './engine.ts';

export interface Truth {
  readonly decisions: readonly [Decision, Decision];
  readonly draws: readonly [Draw | undefined, Draw | undefined];
  /** Undefined = not known, because the key is a target of several treatments, or its shares have an unknown field. */
  readonly moves: ReadonlyMap<string, number> | undefined;
}

/** Keys with the same decisions share one object. */
export function truthsOf({ before, after }: Change, reading: Reading): (key: Key) => Truth {
  const [old, now] = [engineOf(before, reading), engineOf(after, reading)];
  const known = new Map<string, Truth>();
  return (key) => {
    const decisions = [old.decisionFor(key), now.decisionFor(key)] as const;
    const name = decisions.join(' → ');
    let truth = known.get(name);
    if (!truth) {
      const draws = [old.drawOf(decisions[0]), now.drawOf(decisions[1])] as const;
      const isSameDoubt = !draws[0] && !draws[1] && old.doubtOf(decisions[0]) === now.doubtOf(decisions[1]);
      const moves = isSameDoubt ? new Map<string, number>() : draws[0] && draws[1] && movesBetween(draws[0], draws[1]);
      known.set(name, (truth = { decisions, draws, moves }));
    }
    return truth;
  };
}

/** Returns what is wrong about a line for a key in it. `fallback` = the default treatment before. */
export function problemOf(line: GroupLine, { moves, draws }: Truth, fallback: string): string | undefined {
  // A line may combine keys with an unknown result and others. It then has the moves of the others.
  if (!moves) return line.unknown === undefined ? 'not known' : undefined;
  const left = new Map(moves);
  for (const { from = CONTROL, to = CONTROL, least, most } of line.moves) {
    const percent = (moves.get(`${from} → ${to}`) ?? 0) / 100;
    if (percent < least - 1e-6 || percent > most + 1e-6) return 'untrue move';
    left.delete(`${from} → ${to}`);
  }
  if (left.size > 0) return 'move not said';
  const isOther = [line.before, line.after].some(
    (shares, side) => shares && !isDeepStrictEqual(asObject(shares), sharesOf(draws[side]!)),
  );
  if (isOther) return 'other shares';
  const froms = [...moves.keys()].map((move) => move.slice(0, move.indexOf(' → ')));
  const isGain = froms.every((from) => from === fallback || from === CONTROL);
  return line.isGainOnly && !isGain ? 'somebody loses' : undefined;
}

const asObject = (shares: readonly Share[]): object =>
  Object.fromEntries(shares.map(({ treatment = CONTROL, percent }) => [treatment, percent]));

/** Percent of the keys, by treatment. */
export function sharesOf({ byBucket, outside, allocation }: Draw): Readonly<Record<string, number>> {
  const shares: Record<string, number> = {};
  for (const treatment of byBucket) shares[treatment] = (shares[treatment] ?? 0) + allocation;
  shares[outside] = (shares[outside] ?? 0) + 100 * (100 - allocation);
  return Object.fromEntries(Object.entries(shares).flatMap(([name, size]) => (size > 0 ? [[name, size / 100]] : [])));
}

export type Meets = (literals: readonly Literal[]) => boolean;
const questions: Readonly<Record<Reading, WeakMap<Literal, (key: Key) => boolean>>> = {
  engine: new WeakMap(),
  java: new WeakMap(),
};

/** The engine's answers about the literals of lines, cached for each key. */
export function membership(key: Key, reading: Reading): Meets {
  const answers = new Map<Literal, boolean>();
  return (literals) =>
    literals.every((literal) => {
      let answer = answers.get(literal);
      if (answer === undefined) {
        const ask = questions[reading].get(literal) ?? questionFor(literal, reading);
        questions[reading].set(literal, ask);
        answers.set(literal, (answer = ask(key)));
      }
      return answer;
    });
}

function questionFor({ asked, isNegated }: Literal, reading: Reading): (key: Key) => boolean {
  if (asked.code === 'matcher') return meetsAll([{ ...asked.matcher, negate: isNegated }], reading);
  const meets = meetsAll(matchersOf(asked.condition as Rule), reading);
  return (key) => meets(key) !== isNegated;
}

export const isInLine = ({ groups }: GroupLine, decisions: readonly Decision[], meets: Meets): boolean =>
  groups.some(({ all, unless, decided }) => {
    const isOther = decided && !decided.by.some((one) => decides(one, decisions[decided.side === 'before' ? 0 : 1]!));
    return !isOther && meets(all) && !unless.some((one) => meets(one));
  });

export function decides(by: Decider, decision: Decision): boolean {
  if (by.code !== 'severalTargets' || !by.isAtLeast) return decisionOf(by) === decision;
  const [start, names] = [decision.slice(0, 'several '.length), decision.slice('several '.length).split(', ')];
  return start === 'several ' && by.treatments.every((name) => names.includes(name));
}

export function decisionOf(by: Decider): string {
  if (by.code === 'rule') return `rule ${by.index}`;
  if (by.code === 'target') return `target ${by.treatment}`;
  if (by.code === 'severalTargets') return `several ${by.treatments.toSorted().join(', ')}`;
  return { noDefinition: 'no definition', killed: 'killed', noTraffic: 'no traffic', defaultRule: 'default rule' }[by.code];
}
