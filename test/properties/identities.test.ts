/** Tests that identities with arbitrary fields are read from JSON as they were written, and that any text gives usable identities. */
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
describe('a table of any cells', () => {
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
          const cells = table.columns.map(({ name }, column) => [name, table.rows[index]?.cells[column]] as const);
          const wanted = Object.entries(object).filter(([, value]) => value !== null);
          const texts = wanted.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const);
          assert.deepEqual(Object.fromEntries(cells.filter(([, cell]) => cell !== undefined)), Object.fromEntries(texts));
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
