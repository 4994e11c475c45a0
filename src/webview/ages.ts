/** Texts with an age, such as "41 seconds ago". The page updates them while it is open, even if the editor does nothing. Pure. */
import { fillTemplate } from './numbers.ts';
import type { Aging, ReviewView } from './protocol.ts';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * Returns a function that writes how long before `now` the time `at` was, rounded down. Both times are in epoch milliseconds.
 * The function writes the same words as `ageInWords` in the editor.
 */
export function ageFor(language: string): (at: number, now: number) => string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return (at, now) => {
    const seconds = Math.trunc((at - now) / 1000);
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
    return format.format(Math.trunc(seconds / size), unit);
  };
}

/** Returns the view with its current ages. Parts without an age remain the same objects. */
export function withAges(view: ReviewView, ageOf: (at: number) => string): ReviewView {
  const aged = (text: string, aging: Aging | undefined): string =>
    aging ? fillTemplate(aging.template, { age: ageOf(aging.at) }) : text;
  const facts = view.facts.map((fact) => ({ ...fact, value: aged(fact.value, fact.aging) }));
  return { ...view, byline: aged(view.byline, view.bylineAging), facts };
}

/** Returns all texts that may contain an age, as one text. If it is unchanged, the page need not be drawn again. */
export const agesIn = ({ byline, facts }: ReviewView): string => JSON.stringify([byline, facts]);
