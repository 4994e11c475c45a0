/** One row of the bench: a value and its baseline. */
import { median, quartiles } from './rounds.ts';

/** `atMost` limits the ratio, or the value itself. */
export interface Target {
  readonly of: 'ratio' | 'value';
  readonly atMost: number;
}

export interface Row {
  /** The name of the measurement, for `--only`. */
  readonly name: string;
  readonly what: string;
  /** The median of the rounds, or what `what` describes. */
  readonly value: number;
  readonly unit: 'ms' | '× the text';
  /** The ratio of the value to that of `against`: the median of the rounds. */
  readonly ratio?: number;
  readonly against?: string;
  /** Lower and upper quartile of the ratio or the value over all rounds. */
  readonly spread: readonly [number, number];
  readonly aim?: Target;
  readonly isMet?: boolean;
}

type RowDescription = Pick<Row, 'name' | 'what' | 'unit' | 'aim'>;

/** Creates a row without a baseline. Its value is the median. */
export function figure(claim: RowDescription, values: readonly number[]): Row {
  return withVerdict({ ...claim, value: median(values), spread: quartiles(values) });
}

/** Compares a value with its baseline in each round. Whatever slows down a whole round does not change the ratio. */
export function compared(
  claim: RowDescription & { readonly against: string },
  values: readonly number[],
  base: readonly number[],
): Row {
  // There is no ratio to a baseline of 0.
  if (base.includes(0)) return figure(claim, values);
  const ratios = values.map((value, round) => value / base[round]!);
  return withVerdict({ ...claim, value: median(values), ratio: median(ratios), spread: quartiles(ratios) });
}

/**
 * Like `compared`, but uses the round with the least disturbance, for times that other programs can only lengthen. The spread
 * includes the values of all rounds.
 */
export function leastDisturbed(
  claim: RowDescription & { readonly against?: string },
  values: readonly number[],
  base?: readonly number[],
): Row {
  const value = Math.min(...values);
  return withVerdict({ ...claim, value, ...(base && { ratio: value / Math.min(...base) }), spread: quartiles(values) });
}

function withVerdict(row: Row): Row {
  const { aim } = row;
  if (!aim) return row;
  const reached = aim.of === 'ratio' ? row.ratio : row.value;
  return { ...row, isMet: reached !== undefined && reached <= aim.atMost };
}
