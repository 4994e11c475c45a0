/** Texts with an age in them, such as "41 seconds ago", that go on counting while the page is open, whatever the editor does. Pure. */
import { fillTemplate } from './numbers.ts';
import type { Aging, ReviewView } from './protocol.ts';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long before `now` a moment was, in words, rounded down. Both in epoch milliseconds; the same words as the editor's `ageInWords`. */
export function ageFor(language: string): (at: number, now: number) => string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return (at, now) => {
    const seconds = Math.trunc((at - now) / 1000);
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
    return format.format(Math.trunc(seconds / size), unit);
  };
}

/** The view as it reads now. What does not age stays the same object. */
export function withAges(view: ReviewView, ageOf: (at: number) => string): ReviewView {
  const aged = (text: string, aging: Aging | undefined): string =>
    aging ? fillTemplate(aging.template, { age: ageOf(aging.at) }) : text;
  const facts = view.facts.map((fact) => ({ ...fact, value: aged(fact.value, fact.aging) }));
  return { ...view, byline: aged(view.byline, view.bylineAging), facts };
}

/** Equal for two views whose ages read the same. */
export const agesIn = ({ byline, facts }: ReviewView): string => JSON.stringify([byline, facts]);
