/** Tests that tables with arbitrary cells, written as CSV or JSON, are read with the same cells and lines. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { identitiesFrom } from '../../src/domain/identities/identitiesFrom.ts';
import { guessMapping } from '../../src/domain/identities/mapping.ts';
import { guessForm, readTable as read } from '../../src/operations/keys/sources/identityRows.ts';
import { batchesOf, MAX_IDENTITIES_PER_CALL } from '../../src/operations/identities/saveIdentities.ts';
import { runs } from './runs.ts';
import { PROTOTYPE_NAMES, texts } from './texts.ts';

/** A file with NUL is not a text file. */
const cells = texts.map((text) => text.replaceAll('\0', '0'));
const names = fc.oneof(fc.constantFrom('key', 'account_id', 'plan', ...PROTOTYPE_NAMES), cells);
const columns = fc.uniqueArray(names, { minLength: 2, maxLength: 5 });
const lineEnds = fc.constantFrom('\n', '\r\n', '\r');
const delimiters = fc.constantFrom(',', ';', '\t');

/** Blank rows are not identities. */
const hasText = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');

const linesIn = (text: string): number => text.split(/\r\n|\r|\n/).length - 1;
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe('a table of any cells', () => {
  it('is read from CSV as it was written', async () => {
    const tables = columns.chain((header) =>
      fc.record({
        header: fc.constant(header),
        rows: fc.array(fc.array(cells, { minLength: header.length, maxLength: header.length }).filter(hasText), {
          minLength: 1,
          maxLength: 8,
        }),
        lineEnd: lineEnds,
        delimiter: delimiters,
        hasEnd: fc.boolean(),
        mark: fc.constantFrom('', '\uFEFF'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(tables, async ({ header, rows, lineEnd, delimiter, hasEnd, mark }) => {
        const lines = [header, ...rows].map((row) => row.map(quoted).join(delimiter));
        const text = mark + lines.join(lineEnd) + (hasEnd ? lineEnd : '');
        const result = await read(text, { format: 'csv', delimiter, hasHeader: true });
        assert.ok(result.ok, JSON.stringify(result));
        assert.deepEqual(
          result.table.rows.map((row) => row.cells),
          // A table is converted to bytes.
          rows.map((row) => row.map((cell) => cell.toWellFormed())),
        );
        let line = 1;
        for (const [index, row] of result.table.rows.entries()) {
          line += linesIn(lines[index] ?? '') + 1;
          assert.equal(row.line, line);
        }
      }),
      runs(300),
    );
  });

  it('is read from JSON as JSON.parse reads it', async () => {
    const values = fc.oneof(
      cells,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const objects = fc.array(fc.array(fc.tuple(names, values), { maxLength: 5 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(objects, fc.constantFrom(undefined, 1, '\t'), fc.boolean(), async (entries, indent, isLined) => {
        const list = entries.map((fields) => Object.fromEntries(fields));
        const text = isLined ? list.map((one) => JSON.stringify(one)).join('\n') : JSON.stringify(list, undefined, indent);
        const result = await read(text, { format: isLined ? 'ndjson' : 'json' });
        if (!result.ok) {
          assert.ok(new Set(list.flatMap((one) => Object.keys(one))).size < 2, JSON.stringify(result));
          return;
        }
        const { table } = result;
        const parsed = JSON.parse(JSON.stringify(list)) as Record<string, unknown>[];
        for (const [index, object] of parsed.entries()) {
          const read = Object.fromEntries(
            table.columns.flatMap(({ name }, column) => {
              const cell = table.rows[index]?.cells[column];
              return cell === undefined ? [] : [[name, cell]];
            }),
          );
          const wanted = Object.fromEntries(
            Object.entries(object).flatMap(([name, value]) =>
              value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
            ),
          );
          assert.deepEqual(read, wanted);
          if (isLined) assert.equal(table.rows[index]?.line, index + 1);
        }
      }),
      runs(300),
    );
  });
});

describe('a file with any text', () => {
  it('gives identities that can be sent, each row counted once, or a refusal', async () => {
    const anyText = fc.array(fc.oneof(texts, fc.constantFrom('key,plan\n', '\n', ',', '{"key":"a","b":1}', '[')), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(anyText, fc.constantFrom('a.csv', 'a.tsv', 'a.json', ''), async (parts, fileName) => {
        const text = parts.join('');
        const result = await read(text, await guessForm(text, { fileName }));
        if (!result.ok) return;
        const { identities, problems } = await identitiesFrom(result.table, guessMapping(result.table), setImmediate);
        const leftOut = problems.filter(({ kind }) => kind !== 'nested');
        assert.equal(result.table.rows.length, identities.length + leftOut.length);
        assert.equal(new Set(identities.map(({ key }) => key)).size, identities.length);
        for (const { key, values } of identities) {
          assert.ok(key !== '' && key.length <= 250 && !/\p{Cc}/u.test(key) && key.isWellFormed());
          assert.ok(Object.keys(values).length > 0);
        }
      }),
      runs(400),
    );
  });
});

describe('batches of identities', () => {
  it('contain all identities, in order, and no batch is too large for a call', async () => {
    const rows = fc.array(fc.constantFrom(1, 20, 200_000, 600_000), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(1, 200), async (lengths, times) => {
        const identities = Array.from({ length: times }, () => lengths)
          .flat()
          .map((length, index) => ({ key: `k${index}`, values: { a: 'x'.repeat(length) } }));
        const batches = [...batchesOf(identities)];
        assert.deepEqual(
          batches.flat().map(({ key }) => key),
          identities.map(({ key }) => key),
        );
        for (const batch of batches) {
          assert.ok(batch.length > 0 && batch.length <= MAX_IDENTITIES_PER_CALL);
          const size = batch.reduce((sum, { values }) => sum + values.a.length, 0);
          assert.ok(batch.length === 1 || size <= 500_000);
        }
      }),
      runs(60),
    );
  });
});
