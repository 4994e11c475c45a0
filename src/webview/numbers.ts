/** Formats numbers in the user's language. Pure. */

export interface Numbers {
  /** A whole number with its separators. */
  count(value: number): string;
  /** A percentage from 0 to 100, with at most two decimals. */
  percent(value: number): string;
  /** A difference of percentages, with its sign. */
  delta(value: number): string;
}

/** Creates the formatters. `language`: the page's `lang`, which the editor sets. */
export function numbersFor(language: string): Numbers {
  const count = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'unit', unit: 'percent', maximumFractionDigits: 2 });
  const delta = new Intl.NumberFormat(language, { signDisplay: 'exceptZero', maximumFractionDigits: 2 });
  return {
    count: (value) => count.format(value),
    percent: (value) => percent.format(value),
    delta: (value) => delta.format(value),
  };
}

/** Replaces `{name}` by its value. A name without a value remains unchanged. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
