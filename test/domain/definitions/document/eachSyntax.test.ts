/** Tests each reason why a text can't be read, with its exact range in blocks and in brackets, for both line ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProblemCode, SyntaxReason } from '../../../../src/domain/definitions/document/problem.ts';
import { marked, problemsOf } from './marked.ts';

/** Absent = it is no problem there, or a different one. The mark is the first problem. */
type Texts = Readonly<Partial<Record<'lines' | 'brackets', string>>>;

// prettier-ignore
const reasons: Readonly<Record<SyntaxReason, Texts>> = {
  tabAsIndent: { lines: 'name: f\ntreatments:\n«\t\t»- name: on # note1.\n', brackets: 'name: f\ntreatments: [\n«\t\t»{name: on} # note1.\n ]\n' },
  badIndent: { lines: 'name: f\ntreatments:\n  - name: on # note1.\n«   »description: x\n', brackets: 'name: f\ntreatments: [\n«{»name: on}\n ]\n' },
  missingMark: { lines: 'name: f\ndefaultTreatment: «"on»\nrules: []\n', brackets: 'name: f # note1.\ntreatments: [{name: on}, «{»name: off]\n' },
  needsQuotes: { lines: 'name: f\nnote: «@»all # note1.\n', brackets: 'name: f\nnote: [a, {b: «`»c`}] # note1.\n' },
  severalDocuments: { lines: 'name: f\n«---»\nname: g # note1.\n', brackets: '{name: f}\n«---»\n{name: g} # note1.\n' },
  nestedOnOneLine: { lines: 'name: f\nnote: «Note»: this # note1.\n', brackets: '{name: f, note: «a: b»} # note1.\n' },
  unknownTag: { lines: 'name: f\nnote: «!mine» x # note1.\n', brackets: '{name: f, note: [«!mine» x]} # note1.\n' },
  alias: { lines: 'name: &f f\nnote: «*f» # note1.\n', brackets: '{name: &f f, note: [«*f»]} # note1.\n' },
  other: { lines: '«%NEW 1»\n---\nname: f # note1.\n', brackets: '«%NEW 1»\n---\n{name: f} # note1.\n' },
};

/** Other unreadable texts. */
// prettier-ignore
const unreadable: Readonly<Record<string, Texts>> = {
  'what is not expected': { lines: 'name: f\ndefaultTreatment: "on" «off» # note1.\n', brackets: 'name: f\nnote: ["on" , «,» "off"] # note1.\n' },
  'an escape': { lines: 'name: f\nnote: "a«\\d»" # note1.\n', brackets: 'name: f\nnote: [a, {b: "«\\d»+"}] # note1.\n' },
  'an anchor without a name': { lines: 'name: f\nnote: «&» x # note1.\n', brackets: 'name: f\nnote: [a, «&» x] # note1.\n' },
  'a name that is no text': { lines: '? «[»a]\n: 1 # note1.\nname: f\n', brackets: '{«[»a]: 1, name: f} # note1.\n' },
};

const deep = `${'['.repeat(63)}«[»${'['.repeat(6)}${']'.repeat(70)}`;
const long = `${'x'.repeat(1_000_000)}\n`;
const tooDeep = `name: f\nnote:\n${Array.from({ length: 70 }, (_, depth) => `${' '.repeat(depth)}${depth === 64 ? '«a»:' : 'a:'}`).join('\n')}\n`;
const others: Readonly<Partial<Record<ProblemCode['code'], Texts>>> = {
  tooLarge: { lines: tooDeep, brackets: `{name: f, note: ${deep}}` },
  duplicateField: { lines: 'name: f\n«name»: f\n', brackets: '{name: f, «name»: g}' },
  notADefinition: { lines: '«- name: f»\n', brackets: '«[{name: f}]»\n' },
  notANumber: { lines: 'name: f\nnote: «.inf»\n', brackets: '{name: f, note: [1, «.nan»]}' },
};

const SAID_FIRST = new Set<ProblemCode['code']>(['missingField', 'unknownField']);

async function check(code: ProblemCode['code'], source: string, reason?: string): Promise<void> {
  for (const mark of ['\n', '\r\n']) {
    const { text, spans } = marked(source.replaceAll('\n', mark));
    const first = (await problemsOf(text, {})).find((problem) => !SAID_FIRST.has(problem.code));
    const said = first && { code: first.code, reason: first.code === 'syntax' ? first.reason : undefined };
    assert.deepEqual(said, { code, reason }, text.slice(0, 500));
    assert.deepEqual(first!.span, spans[0], text.slice(first!.span.start, first!.span.end));
  }
}

describe('a text that can’t be read', () => {
  for (const [reason, texts] of Object.entries(reasons))
    for (const [where, source] of Object.entries(texts)) it(`for ${reason}, ${where}`, () => check('syntax', source, reason));
  for (const [what, texts] of Object.entries(unreadable))
    for (const [where, source] of Object.entries(texts)) it(`for ${what}, ${where}`, () => check('syntax', source, 'other'));
  it('for its length', async () => {
    await check('tooLarge', `«name: f»\nx: ${long}`);
    await check('tooLarge', `«{name: f,»\nx: ${long}}`);
  });
  for (const [code, texts] of Object.entries(others))
    for (const [where, source] of Object.entries(texts))
      it(`for ${code}, ${where}`, () => check(code as ProblemCode['code'], source));
});
