/** Tests how the panel formats numbers, fills templates, and shows invisible characters. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { fillTemplate, numbersFor } from '../../src/webview/numbers.ts';
import { visibleParts } from '../../src/webview/visibleText.ts';
import { anyCharacter } from '../properties/anyCharacter.ts';
import { runs } from '../properties/runs.ts';

describe('numbers', () => {
  it('are written as the language of the page does', () => {
    assert.equal(numbersFor('en').count(100_000), '100,000');
    assert.equal(numbersFor('de').count(100_000), '100.000');
    assert.equal(numbersFor('en').percent(33.33333), '33.33%');
    assert.equal(numbersFor('en').delta(15), '+15');
    assert.equal(numbersFor('en').delta(-0.5), '-0.5');
    assert.equal(numbersFor('en').delta(0), '0');
  });
});

describe('a template', () => {
  it('has its values inserted at each placeholder', () => {
    assert.equal(fillTemplate('{all}: {shown} of {all}', { shown: '3', all: '7' }), '7: 3 of 7');
  });

  it('inserts values literally, and does not change unknown placeholders', () => {
    assert.equal(fillTemplate('{shown} {other} {toString}', { shown: '$& {all}' }), '$& {all} {other} {toString}');
  });
});

describe('text that hides something', () => {
  const flat = (text: string, layout: 'lines' | 'oneLine' = 'lines'): string =>
    visibleParts(text, layout)
      .map((part) => (part.isHidden ? `[${part.text}]` : part.text))
      .join('');

  it('shows overrides, zero-width characters, separators and tags by their numbers', () => {
    assert.equal(flat('user\u202egpj.exe'), 'user[U+202E]gpj.exe');
    assert.equal(flat('a\u200bb\u2028c\ufeff'), 'a[U+200B]b[U+2028]c[U+FEFF]');
    assert.equal(flat('a\u{e0041}\u0000'), 'a[U+E0041][U+0000]');
  });

  it('shows a joiner between plain letters, and leaves it if emoji and scripts need it', () => {
    assert.equal(flat('a\u200db'), 'a[U+200D]b');
    assert.equal(flat('\u200cb'), '[U+200C]b');
    assert.equal(flat('👩\u200d💻 می\u200cخواهم'), '👩\u200d💻 می\u200cخواهم');
    assert.equal(flat('café\u200d', 'oneLine'), 'café[U+200D]');
  });

  it('keeps line breaks in lines and shows them in a row of one line', () => {
    assert.equal(flat('a\tb\nc'), 'a\tb\nc');
    assert.equal(flat('a\tb\nc', 'oneLine'), 'a[U+0009]b[U+000A]c');
  });

  it('loses no character and changes none', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const parts = visibleParts(text, 'oneLine');
        const back = parts.map((part) =>
          part.isHidden ? String.fromCodePoint(Number.parseInt(part.text.slice(2), 16)) : part.text,
        );
        assert.equal(back.join(''), text);
      }),
      runs(100),
    );
  });
});
