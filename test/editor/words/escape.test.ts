/** Tests text of other people in each target of the editor. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { runs } from '../../properties/runs.ts';
import { visibleParts } from '../../../src/webview/visibleText.ts';
import { anyCharacter } from '../../properties/anyCharacter.ts';
import '../fakeVscode.ts';

const { iconLabel, keyText, labelText, messageText, plainText } = await import('../../../src/editor/words/escape.ts');

const { requestTitle, wholeTitle } = await import('../../../src/editor/words/requestWords.ts');

/** Text that the editor shows as an icon. */
const ICON = /\$\([\w-]+(~[\w-]+)?\)/;

const TURNING = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
const OF_NO_WIDTH = '\u00ad\u034f\u115f\u17b4\u200b\u200c\u200d\u2060\u2064\u3164\ufe0f\ufeff\uffa0\ufff9\u{e0041}\u{e0100}';
const CONTROLS = '\u0000\u0007\u0008\t\u001b\u007f\u0085\u2028\u2029';

const one = (text: string): readonly string[] => [labelText(text), messageText(text), plainText(text)];

describe('text that others wrote', () => {
  it('draws no icon in a label and in a message', () => {
    const title = '$(pass) Checked by security $(zap) $(sync~spin)';
    assert.match(title, ICON);
    for (const text of [labelText(title), messageText(title), labelText(`\\${title}`), iconLabel('lock', title).slice(7)]) {
      assert.doesNotMatch(text, ICON);
      assert.match(text.replaceAll('\u200b', ''), /\$\(pass\) Checked by security \$\(zap\)/);
    }
    assert.equal(iconLabel('lock', 'A'), '$(lock)\u00a0A');
  });

  it('shows each hidden character and each control character by its number', () => {
    for (const mark of `${TURNING}${OF_NO_WIDTH}`) {
      const number = `[U+${mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
      for (const text of one(`vip${mark}accounts`)) assert.equal(text, `vip${number}accounts`);
    }
    for (const text of ['a\ud83d', '\u200cb', 'café\u200d'])
      for (const shown of one(text)) assert.match(shown, /^(a\[U\+D83D\]|\[U\+200C\]b|café\[U\+200D\])$/);
    for (const mark of CONTROLS) assert.doesNotMatch(messageText(`a${mark}b`) + plainText(`a${mark}b`), /[\p{Cc}\p{Zl}\p{Zp}]/u);
    assert.equal(labelText('a\tb\u0000'), 'a[U+0009]b[U+0000]');
  });

  it('has one line in a label, and its lines in a message and a tooltip', () => {
    assert.equal(labelText('one\r\ntwo\u2028three\n\nfour'), 'one ⏎ two ⏎ three ⏎ four');
    assert.equal(messageText('one\r\n\ntwo'), 'one\n\ntwo');
    assert.equal(plainText('one\r\ntwo'), 'one\ntwo');
  });

  it('stays unchanged if it hides nothing: scripts and emoji with their joiners, quotes, brackets, money', () => {
    const texts = ['نامه‌ای', 'क्‍ष', '👩‍💻 ❤️ ❤️‍🔥', 'עברית', 'naïve – “x”', 'a (b) [c] $5', '日本語', '𠮷'];
    for (const text of texts) assert.deepEqual(one(text), [text, text, text]);
  });

  it('has its hidden characters replaced by the same numbers on the page of a review', () => {
    const onPage = (text: string): string =>
      visibleParts(text, 'lines')
        .map(({ text: part, isHidden }) => (isHidden ? `[${part}]` : part))
        .join('');
    for (const mark of `${TURNING}${OF_NO_WIDTH}`) assert.equal(onPage(`vip${mark}accounts`), plainText(`vip${mark}accounts`));
    const marks = fc.constantFrom('a', 'é', 'ک', '👩', '❤', '\n', ...Array.from(`${TURNING}${OF_NO_WIDTH}`), '\ud83d', '\u0007');
    fc.assert(
      fc.property(fc.array(fc.oneof(marks, anyCharacter)), (all) => {
        const text = all.join('').replaceAll(/[\t\r]|(?<=[$\]])\u200b/g, '');
        assert.equal(onPage(text), plainText(text));
      }),
      runs(1_000),
    );
  });

  it('can be escaped twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('$', '(', ')', '[', ']', '\u200b', '\u202e', '\n', '\r', 'a', 'é', '👩', '\u200d')),
        (parts) => {
          for (const escape of [labelText, messageText, plainText]) {
            const text = escape(parts.join(''));
            assert.equal(escape(text), text);
          }
        },
      ),
      runs(500),
    );
  });
});

describe('a key that looks like a different one', () => {
  it('is shown with escapes for blanks at its ends or in a row, and for letters, marks and dashes that look like others; but not if its letters belong to one script', () => {
    const texts = [
      ['DE ', 'DE\\u{20}'],
      [' a b', '\\u{20}a b'],
      ['a  b', 'a \\u{20}b'],
      ['p\u0430ypal', 'p\\u{430}ypal'],
      ['\u0441\u043e\u0440', '\\u{441}\\u{43e}\\u{440}'],
      ['\uff21bc', '\\u{ff21}bc'],
      ['cafe\u0301', 'cafe\\u{301}'],
      ['a\u2010b', 'a\\u{2010}b'],
      ['a\u00a0\u200bb', 'a\\u{a0}\\u{200b}b'],
    ] as const;
    for (const [text, shown] of texts) assert.equal(keyText(text), shown);
    for (const text of ['plain key-1', 'café', 'Москва', 'Ωμέγα', '日本語', 'עברית']) assert.equal(keyText(text), text);
  });

  it('is escaped at the same places in a list of keys', () => {
    const key = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 8 }),
      fc.array(fc.constantFrom('a', 'é', '\u0301', ' ', '\u0430', '\u0436', 'ο', 'ω', '\uff21', '\u2212', '\u200b', '²')).map((all) => all.join('')),
    ); // prettier-ignore
    const inList = (text: string): string =>
      visibleParts(text, 'oneLine')
        .map(({ text: part, isHidden }) => (isHidden ? `\\u{${Number.parseInt(part.slice(2), 16).toString(16)}}` : part))
        .join('');
    fc.assert(
      fc.property(key, (text) => assert.equal(keyText(text, Infinity), inList(text))),
      runs(1_000),
    );
  });
});

it('a title of a request is one line in a sentence, cut, and can’t end the quotation around it', () => {
  const titled = (title: string): ChangeRequest => ({ title, operationType: 'KILL', flag: { name: 'f' } }) as ChangeRequest;
  assert.equal(requestTitle(titled('One\n\n  two\tthree')), 'One two three');
  assert.equal(requestTitle(titled('“x” is published. “')), '"x" is published. "');
  const long = requestTitle(titled(`${'a'.repeat(78)}😀${'b'.repeat(50)}`));
  assert.equal(long, `${'a'.repeat(78)}…`);
  assert.equal(requestTitle(titled('')), 'Kill the flag f');
  assert.equal(wholeTitle(titled('One\ntwo')), 'One\ntwo');
});
