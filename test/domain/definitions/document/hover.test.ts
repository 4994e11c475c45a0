/** Tests hovers and the outline. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hoverAt } from '../../../../src/domain/definitions/document/hover.ts';
import { symbolsOf, type OutlineSymbol } from '../../../../src/domain/definitions/document/outline.ts';
import { definition, marked, read, rule } from './marked.ts';

const whole = definition({
  treatments: 'treatments:\n  - name: on\n    description: New\n  - name: off',
  rules: `rules:\n${rule('{type: IN_SEGMENT, string: beta}')}\n${rule('{type: BETWEEN_DATE, attribute: born, between: {from: 0, to: 86400000}}')}`,
});

describe('a hover', () => {
  const cases: readonly (readonly [source: string, expected: object | undefined])[] = [
    ['name: «f»', { field: 'definition.name', meaning: { code: 'flag', name: 'f' } }],
    ['defaultTreatment: «off»', { field: 'definition.defaultTreatment', meaning: { code: 'treatment', name: 'off', isDefault: true } }],
    ['{treatment: «on», size', { field: 'bucket.treatment', meaning: { code: 'treatment', name: 'on', isDefault: false, description: 'New' } }],
    ['  - «buckets»:', { field: 'rule.buckets', meaning: { code: 'rule', rule: 0, of: 2 } }],
    ['{type: «IN_SEGMENT»', { field: 'matcher.type', meaning: { code: 'matcher', matcher: { code: 'inSegment', segment: 'beta', negate: false } } }],
    ['string: «beta»', { field: 'matcher.string', meaning: { code: 'segment', name: 'beta', isActive: false } }],
    ['to: «86400000»', { field: 'numberRange.to', meaning: { code: 'date', time: 86400000 } }],
    ['trafficAllocation: «100»', { field: 'definition.trafficAllocation' }],
  ]; // prettier-ignore
  for (const [source, expected] of cases)
    it(`at ${source}`, async () => {
      const { text: part, spans } = marked(source);
      const at = whole.indexOf(part);
      const { start, end } = spans[0]!;
      const document = await read(whole);
      const known = { segments: { items: [{ name: 'beta', isActive: false }], isComplete: true } };
      for (const offset of [at + start, at + end]) {
        assert.deepEqual(hoverAt(document, offset, known), { span: { start: at + start, end: at + end }, ...expected });
      }
    });

  it('is undefined for a part without a meaning', async () => {
    const unknown = 'rolloutStatus: Ramping\nrules:\n  - condition: {matchers: [{type: NEW}]}';
    for (const word of ['Ramping', 'NEW']) {
      const hover = hoverAt(await read(unknown), unknown.indexOf(word));
      assert.deepEqual([Boolean(hover?.field), hover?.meaning], [true, undefined], word);
    }
    for (const text of ['# a comment', 'new: 1', 'treatments:\n  - name:', ' '])
      for (const offset of [1, 3, text.length]) assert.equal(hoverAt(await read(text), offset)?.meaning, undefined);
    assert.deepEqual(hoverAt(await read('treatments:\n  - name: x\ndefaultTreatment: y'), 42)?.meaning, { code: 'unknownTreatment', name: 'y' }); // prettier-ignore
  });
});

describe('the outline', () => {
  it('has treatments, rules and shares with their places', async () => {
    const document = await read(whole);
    const buckets = [{ treatment: 'on', size: 100 }];
    const beta = { code: 'inSegment', segment: 'beta', negate: false };
    const born = { code: 'betweenDates', attribute: 'born', from: 0, to: 86400000, negate: false };
    /** A symbol, the text at its name, and the first line of its range. */
    const show = ({ span, nameSpan, children, ...symbol }: OutlineSymbol): readonly unknown[] => {
      const from = whole.slice(span.start, span.end).split('\n')[0];
      return [[symbol, whole.slice(nameSpan.start, nameSpan.end), from], ...children.flatMap(show)];
    };
    assert.deepEqual(symbolsOf(document).flatMap(show), [
      [{ code: 'treatments' }, 'treatments', 'treatments:'],
      [{ code: 'treatment', name: 'on', isDefault: false }, 'on', 'name: on'],
      [{ code: 'treatment', name: 'off', isDefault: true }, 'off', 'name: off'],
      [{ code: 'rules' }, 'rules', 'rules:'],
      [{ code: 'rule', rule: 0, matchers: [beta], buckets }, 'buckets', 'buckets:'],
      [{ code: 'rule', rule: 1, matchers: [born], buckets }, 'buckets', 'buckets:'],
      [{ code: 'defaultRule' }, 'defaultRule', 'defaultRule:'],
      [{ code: 'bucket', treatment: 'off', size: 100 }, 'off', 'treatment: off'],
    ]);
    assert.deepEqual(symbolsOf(document).map(({ children }) => children.length), [2, 2, 1]); // prettier-ignore
  });

  it('exists for an incomplete text', async () => {
    const symbols = symbolsOf(await read('rules:\n  - buckets:\n    -\n  -\ntreatments:\n  - nam'));
    assert.deepEqual(symbols.map(({ code, children }) => `${code} ${children.length}`), ['rules 2', 'treatments 0']); // prettier-ignore
    assert.deepEqual(symbolsOf(await read('[')), []);
  });

  it('does not include a share that can’t be sent', async () => {
    const sizes = ['.nan', '.inf', '12345678901234567891', '7'];
    const [shares] = symbolsOf(await read(`defaultRule: [${sizes.map((size) => `{treatment: on, size: ${size}}`).join(', ')}]`));
    const said = shares!.children.map((share) => share.code === 'bucket' && share.size);
    assert.deepEqual(said, [undefined, undefined, undefined, 7]);
  });

  it('has ranges of names inside the ranges of their objects', async () => {
    for (const text of [whole, 'rules:\n  -\n  - x\n  - {}\n  - buckets', 'defaultRule:\n- treatment: a']) {
      const check = ({ span, nameSpan, children }: OutlineSymbol): void => {
        assert.ok(span.start <= nameSpan.start && nameSpan.end <= span.end);
        children.forEach(check);
      };
      symbolsOf(await read(text)).forEach(check);
    }
  });
});
