/** Numbers as the user's language writes them. Pure. */

export interface Numbers {
  /** A whole number with its separators. */
  count(value: number): string;
  /** A percentage, 0 to 100, with two decimals at most. */
  percent(value: number): string;
  /** A difference of percentages, with its sign. */
  delta(value: number): string;
}

/** `language` is the page's `lang`; one that is no language tag falls back to the browser's own. */
export function numbersFor(language: string): Numbers {
  const locale = isLanguage(language) ? language : undefined;
  const count = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 2 });
  const delta = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 2 });
  return {
    count: (value) => count.format(value),
    percent: (value) => percent.format(value),
    delta: (value) => delta.format(value),
  };
}

function isLanguage(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}

/** Puts values in the place of `{name}`; a name without a value stays as it is. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
