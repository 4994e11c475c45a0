/** One line of the bench: a figure, and what it is against. */
import { median, quartiles } from './rounds.ts';

/** `atMost` is for the ratio or for the value itself. */
export interface Aim {
  readonly of: 'ratio' | 'value';
  readonly atMost: number;
}

export interface Row {
  /** Of the measurement: what `--only` takes. */
  readonly name: string;
  readonly what: string;
  /** The median of the rounds, or what `what` says. */
  readonly value: number;
  readonly unit: 'ms' | '× the text';
  /** Of the value to that of `against`: the median of the rounds. */
  readonly ratio?: number;
  readonly against?: string;
  /** Lower and upper quartile over the rounds, of the ratio or of the value. */
  readonly spread: readonly [number, number];
  readonly aim?: Aim;
  readonly isMet?: boolean;
}

type Claim = Pick<Row, 'name' | 'what' | 'unit' | 'aim'>;

/** A figure by itself. */
export function figure(claim: Claim, values: readonly number[]): Row {
  return judged({ ...claim, value: median(values), spread: quartiles(values) });
}

/** A figure beside its baseline, round by round: what slows a whole round down does not change its ratio. */
export function compared(claim: Claim & { readonly against: string }, values: readonly number[], base: readonly number[]): Row {
  // A baseline of nothing has no multiples.
  if (base.includes(0)) return figure(claim, values);
  const ratios = values.map((value, round) => value / base[round]!);
  return judged({ ...claim, value: median(values), ratio: median(ratios), spread: quartiles(ratios) });
}

/**
 * As `compared`, of the round that was disturbed least: for what other programs can only lengthen. The spread is of all
 * rounds' values.
 */
export function quietest(claim: Claim & { readonly against?: string }, values: readonly number[], base?: readonly number[]): Row {
  const value = Math.min(...values);
  return judged({ ...claim, value, ...(base && { ratio: value / Math.min(...base) }), spread: quartiles(values) });
}

function judged(row: Row): Row {
  const { aim } = row;
  if (!aim) return row;
  const reached = aim.of === 'ratio' ? row.ratio : row.value;
  return { ...row, isMet: reached !== undefined && reached <= aim.atMost };
}
