/** Long runs of plain keys are taken many at a time, with the same outcome as character by character. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { keysFromText } from '../../src/domain/keys/keysFromText.ts';
import { encoder, inChunks, inSteps } from '../domain/keys/naively.ts';
import { hostile, scalar } from './keyPieces.ts';
import { runs } from './runs.ts';

/** Not made smaller where they fail: that would take minutes with texts this long. */
const whole = (count: number): ReturnType<typeof runs> & { endOnFailure: true } => ({ ...runs(count), endOnFailure: true });

describe('a long run of plain keys is read the same', () => {
  /** A few faults among many plain keys, so that runs of those begin and end everywhere. */
  const plain = fc.nat(1500).map((number) => `acct-${number}`);
  const odd = fc.oneof(
    hostile,
    scalar,
    fc.constantFrom('ACCT-7', 'ａcct-7', ' acct-7', 'acct-7 ', 'a"b', 'a\\b', '\x7f', 'é', '\r', ''),
  );
  const long = fc
    .tuple(
      fc.array(fc.tuple(fc.nat(40), odd), { maxLength: 6 }),
      fc.array(plain, { minLength: 40, maxLength: 60 }),
      fc.integer({ min: 1, max: 90 }),
    )
    .map(([faults, some, times]) => {
      const all = Array.from({ length: times }, (_, time) => some.map((key) => (time % 3 === 0 ? key : `${key}-${time}`))).flat();
      for (const [place, fault] of faults) all.splice(Math.floor((place * all.length) / 40), 0, fault);
      return all;
    });
  const marks = fc.constantFrom('\n', '\r\n', '\r');

  it('on lines as a few characters at a time', () => {
    fc.assert(
      fc.property(long, marks, fc.integer({ min: 1, max: 9 }), (all, mark, size) => {
        const text = all.join(mark);
        if (text.includes('\0') || text.startsWith('\uFEFF')) return;
        const source = { format: 'lines' } as const;
        const result = keysFromText(text, source, encoder);
        assert.deepEqual(result, keysFromText(text, source));
        assert.deepEqual(result, inSteps(text, source, size));
        assert.deepEqual(result, inChunks(text, source, [text.length >> 1]));
      }),
      whole(100),
    );
  });

  it('with separators between them, in quotes or not, as a few characters at a time', () => {
    fc.assert(
      fc.property(
        long,
        fc.array(fc.tuple(fc.constantFrom('', "'", '"', '('), fc.constantFrom(',', ', ', '; ', '\t', '\n', '\r\n', '\r')), {
          minLength: 1,
          maxLength: 9,
        }),
        fc.integer({ min: 1, max: 9 }),
        (all, around, size) => {
          const text = all
            .map((key, index) => {
              const [quote, mark] = around[index % around.length]!;
              return quote + key + quote.replace('(', ')') + mark;
            })
            .join('');
          if (text.includes('\0') || text.startsWith('\uFEFF')) return;
          const source = { format: 'separated' } as const;
          const result = keysFromText(text, source);
          assert.deepEqual(result, inSteps(text, source, size));
          assert.deepEqual(result, inChunks(text, source, [text.length >> 2, text.length >> 1]));
        },
      ),
      whole(100),
    );
  });

  it('in a column of CSV as a few characters at a time', () => {
    fc.assert(
      fc.property(
        long,
        marks,
        fc.constantFrom(',', ';', '\t'),
        fc.integer({ min: 0, max: 2 }),
        fc.boolean(),
        fc.array(fc.tuple(fc.nat(40), fc.constantFrom('', ',', ';', '\t', '"a"', '"a\nb",c', ' ', 'ä,b', '\r', '\n', ',,,')), {
          maxLength: 5,
        }),
        fc.integer({ min: 1, max: 9 }),
        (all, mark, delimiter, column, hasHeader, spoils, size) => {
          const rows = all.map((key, index) => {
            const others = [`n${index}`, 'plan b'];
            return [...others.slice(0, column), key, ...others.slice(column)].join(delimiter);
          });
          for (const [place, spoil] of spoils) rows.splice(Math.floor((place * rows.length) / 40), 0, spoil);
          const text = rows.join(mark);
          if (text.includes('\0') || text.startsWith('\uFEFF')) return;
          const source = { format: 'csv', delimiter, column, hasHeader } as const;
          const result = keysFromText(text, source, encoder);
          assert.deepEqual(result, keysFromText(text, source));
          assert.deepEqual(result, inSteps(text, source, size));
          assert.deepEqual(result, inChunks(text, source, [text.length >> 1]));
        },
      ),
      whole(100),
    );
  });

  it('in JSON, well-formed or not, as a few characters at a time', () => {
    let [accepted, refused] = [0, 0];
    const spoils = fc.option(fc.tuple(fc.nat(40), fc.constantFrom('', ' ', ',', '"', ']', '}', '\\', '1', '\n', '\u0001', 'é')));
    fc.assert(
      fc.property(
        long,
        fc.constantFrom(0, 1, '\t'),
        marks,
        spoils,
        fc.integer({ min: 1, max: 9 }),
        (all, indent, mark, spoil, size) => {
          const written = JSON.stringify(all, undefined, indent).replaceAll('\n', mark);
          const place = spoil ? Math.floor((spoil[0] * written.length) / 40) : 0;
          const text = spoil ? written.slice(0, place) + spoil[1] + written.slice(place + 1) : written;
          const source = { format: 'json', field: undefined } as const;
          const result = keysFromText(text, source, encoder);
          assert.deepEqual(result, keysFromText(text, source));
          assert.deepEqual(result, inSteps(text, source, size));
          assert.deepEqual(result, inChunks(text, source, [text.length >> 1]));
          if (result.ok) accepted += 1;
          else refused += 1;
        },
      ),
      whole(150),
    );
    assert.ok(accepted > refused / 4 && refused > accepted / 20, `${accepted} accepted, ${refused} refused`);
  });
});
