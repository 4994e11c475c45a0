/** Checks the keys of a file if the user picks the right column, and that everything else is reported with its line. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { KeySource } from '../../../../../src/domain/keys/keySource.ts';
import { guessSource } from '../../../../../src/operations/keys/sources/guessSource.ts';
import { keysInText } from '../../../../../src/operations/keys/sources/keysInText.ts';
import { cellsByOracle } from './oracle.ts';
import { programs, type Row, type Written } from './programs.ts';

const word = fc.constantFrom(
  'acc-1', 'acc-2', 'acc-3', 'u_17', 'A1b2C3', '42', '1001', '987654321098', '12345678901234567890', 'ann@example.com', 'Müller', '日本',
  'a,b', 'x;y', 'p|q', 'say "hi"', "O'Brien", 'C:\\dir', 'tail\\', '="7"', 'NULL', 'n/a', '#1', ' padded ', 'two words', 'zero\u200bwidth', '-', '""', 'a\nb', '{x}', '[', '0xff',
); // prettier-ignore
const key = fc.oneof(
  { arbitrary: word, weight: 3 },
  { arbitrary: fc.string({ minLength: 1, maxLength: 8 }), weight: 1 },
  { arbitrary: fc.nat(99_999).map((id) => `acct-${id}`), weight: 6 },
);
const plan = fc.constantFrom('pro', 'free', 'team');
const note = fc.oneof(
  fc.constantFrom('', 'ok', 'a note', 'x, y', 'say "no"', 'more\nlines', 'a|b', 'tab\there'),
  fc.string({ maxLength: 5 }),
);
const row: fc.Arbitrary<Row> = fc.record({ key: fc.option(key, { freq: 8 }), plan, note });
const style = fc.record({
  end: fc.constantFrom('\n', '\r\n', '\r'),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
} as const);
const rows = fc.array(row, { minLength: 3, maxLength: 12 });

/** A file of any program, encoded and decoded again. */
export const file: fc.Arbitrary<Written> = fc
  .tuple(
    fc.constantFrom(...Object.values(programs)),
    rows,
    style,
    fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be'),
  )
  .map(([write, all, how, encoding]) => {
    const written = write(all, how);
    return { ...written, text: recoded(written.text.toWellFormed(), encoding) };
  });

function recoded(text: string, encoding: string): string {
  if (encoding === 'utf-8') return new TextDecoder().decode(new TextEncoder().encode(text));
  const marked = `\uFEFF${text}`;
  if (encoding === 'utf-8 with mark')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(marked));
  const bytes = Buffer.from(marked, 'utf16le');
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(encoding === 'utf-16be' ? bytes.swap16() : bytes);
}

/** The form in which a user reads the file: the guessed form, with the column of the keys. */
async function formOf({ fileName, text }: Written): Promise<KeySource> {
  const guess = await guessSource(text, { fileName });
  const { source, columns } = guess.withHeader ?? guess;
  const column = columns.find(({ name }) => /(?:^|\.)account_id$/.test(name));
  if (!column) return source;
  return source.format === 'csv' ? { ...source, column: column.index } : ({ ...source, field: column.name } as KeySource);
}

/** Checks that every written key is found, that every found key was written, and that each exception is reported with its line. */
export async function checkSent(written: Written): Promise<void> {
  const result = await keysInText(written.text, await formOf(written));
  // If the file is refused, the user is asked for a different form, and nothing is sent.
  if (!result.ok) return;
  const { keys, lines, doubts, problems } = result.found;
  const named = new Set([...doubts.flatMap(({ values }) => values.map(({ line }) => line)), ...problems.map(({ line }) => line)]);
  const found = new Set(keys);
  const wanted = new Set(written.keys.map(({ key: one }) => one.trim()));
  const missing = written.keys.filter(({ key: one, line }) => !found.has(one.trim()) && one.trim() !== '' && !named.has(line));
  const extra = keys.flatMap((one, index) =>
    wanted.has(one) || named.has(lines[index]!) ? [] : [{ key: one, line: lines[index] }],
  );
  assert.deepEqual({ missing, extra }, { missing: [], extra: [] }, JSON.stringify([written.fileName, written.text]));
}

/** The reader and the oracle find the same keys in the form that the person chose. */
export async function checkOracle(written: Written): Promise<void> {
  const form = await formOf(written);
  const result = await keysInText(written.text, form);
  if (!result.ok) return;
  const cells = cellsByOracle(written.text, form).flatMap((cell) => (typeof cell === 'string' ? [cell.trim()] : []));
  const usable = cells.filter((cell) => cell !== '' && cell.length <= 250 && !/\p{Cc}/u.test(cell) && cell.isWellFormed());
  assert.deepEqual(result.found.keys, [...new Set(usable)], JSON.stringify([form, written.text]));
}
