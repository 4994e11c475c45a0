/**
 * Measures how well uses of flags are found. In the fixtures, a person has marked each true use as «name», and each unknown name
 * in an SDK call as ‹name›. The figures are in docs/flags-in-code.md. `UPDATE_DOCS=1` writes them.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { isUseOf, scanLiterals, type SourceLiteral } from '../../../src/domain/flagUses/sourceLiterals.ts';

const FLAGS = ['new-checkout', 'new-checkout-v2', 'new_search', 'search', 'pricing.tiers', 'betaBanner', 'theme'];
const WRAPPERS = ['isEnabled', 'is_enabled', 'IsEnabled', 'isOn', 'FeatureGate', 'Feature'];
const PAGE = new URL('../../../docs/flags-in-code.md', import.meta.url);

function literalsOf(text: string, language: string): readonly SourceLiteral[] {
  const steps = scanLiterals(text, { languageId: language, wrappers: WRAPPERS });
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The text without its marks, and the offsets of the marked names. */
function unmarked(source: string): {
  readonly text: string;
  readonly uses: readonly number[];
  readonly unknown: readonly number[];
} {
  const marks = [...source.matchAll(/[«»‹›]/g)];
  const places = (mark: string): readonly number[] => marks.flatMap((one, before) => (one[0] === mark ? one.index - before : []));
  return { text: source.replaceAll(/[«»‹›]/g, ''), uses: places('«'), unknown: places('‹') };
}

const folder = new URL('fixtures/', import.meta.url);
const rows = readdirSync(folder)
  .toSorted()
  .map((file) => {
    const language = file.replace('.txt', '');
    const { text, uses, unknown } = unmarked(readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n'));
    const literals = literalsOf(text, language);
    const found = literals.filter((one) => FLAGS.includes(one.value) && isUseOf(one)).map(({ start }) => start);
    const hinted = literals.filter(({ role, value }) => role === 'flag' && !FLAGS.includes(value)).map(({ start }) => start);
    const lineOf = (offset: number): string =>
      `${language}: ${text.slice(0, offset).split('\n').length}: ${text.slice(offset, offset + 30).split('\n')[0]}`;
    return { language, uses, found, unknown, hinted, lineOf };
  });

it('at least 98 of 100 found uses are true uses', (test) => {
  const wrong = rows.flatMap(({ uses, found, lineOf }) => found.filter((place) => !uses.includes(place)).map(lineOf));
  const missed = rows.flatMap(({ uses, found, lineOf }) => uses.filter((place) => !found.includes(place)).map(lineOf));
  test.diagnostic(`wrong:\n${wrong.join('\n')}\nmissed:\n${missed.join('\n')}`);
  const all = rows.reduce((sum, { found }) => sum + found.length, 0);
  assert.ok(all > 150);
  assert.ok(wrong.length <= 0.02 * all, `${wrong.length} of ${all}:\n${wrong.join('\n')}`);
});

it('exactly the unknown names in calls of an SDK get a hint', () => {
  for (const { hinted, unknown, lineOf } of rows) assert.deepEqual(hinted.map(lineOf), unknown.map(lineOf));
});

it('docs/flags-in-code.md has the measured figures', () => {
  const percent = (part: number, all: number): string => `${Math.floor((100 * part) / all)}%`;
  const cells = [
    ['language', 'true uses', 'found', 'wrong', 'recall'],
    ...rows.map(({ language, uses, found }) => {
      const right = found.filter((place) => uses.includes(place)).length;
      return [language, uses.length, right, found.length - right, percent(right, uses.length)].map(String);
    }),
  ];
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  const table = [line(cells[0]!), line(widths.map((width) => '-'.repeat(width))), ...cells.slice(1).map(line)].join('\n');
  const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');
  const now = page.replace(/(?<=<!-- figures -->\n\n)[^]*?(?=\n\n<!-- end -->)/, () => table);
  if (process.env['UPDATE_DOCS']) writeFileSync(PAGE, now);
  else assert.equal(page, now, 'out of date: UPDATE_DOCS=1 node --test test/domain/flagUses/fixtures.test.ts');
});
