/** The pieces of hostile texts with keys. */
import * as fc from 'fast-check';
import { anyCharacter } from './anyCharacter.ts';

// prettier-ignore
const scalars = [
  'a', 'A', 'acct-1', 'acct-2', 'yes', 'no', 'null', '~', 'true', '0x1f', '0o17', '1_000', '1e3', '-0', '.inf', '2026-01-31',
  '12345678901234567890', '12:30:45', '=', '<<', 'é', 'e\u0301', 'ﬁ', '日本', '👩‍👧', '\u200b', '\u00a0', '\u2028', '\u0085',
  '\ud83d', '\ude00', '\0', '\u0007', '__proto__', 'x'.repeat(250), 'y'.repeat(251), 'a b', ' a', 'b\t', '\uFEFF',
];
// prettier-ignore
const marks = [
  '\n', '\r', '\r\n', '"', '""', "'", ',', ';', '\t', ' ', ':', ': ', ' #', '- ', '-', '[', ']', '{', '}', '\\', '\\n',
];
const words = ['"key"', '"key":', '{"key":"a"}', '{"id":1,"key":"b"}', '["a","b"]', '\\u0041', '\\ud83d', '---', '"a"', '"b",'];

export const scalar = fc.oneof(
  { arbitrary: fc.constantFrom(...scalars), weight: 6 },
  { arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }), weight: 1 },
);
export const hostile = fc
  .array(fc.oneof(scalar, fc.constantFrom(...marks), fc.constantFrom(...words)), { maxLength: 14 })
  .map((parts) => parts.join(''));
