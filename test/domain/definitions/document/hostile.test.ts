/** Tests that no text makes the functions throw: incomplete, cut anywhere, or malicious. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { hoverAt } from '../../../../src/domain/definitions/document/hover.ts';
import type { LocatedNode, Span } from '../../../../src/domain/definitions/document/located.ts';
import { symbolsOf, type OutlineSymbol } from '../../../../src/domain/definitions/document/outline.ts';
import type { DefinitionText, Problem } from '../../../../src/domain/definitions/document/problem.ts';
import { findProblems } from '../../../../src/domain/definitions/document/problems.ts';
import { sendable } from '../../../../src/domain/definitions/document/shapes.ts';
import { readDefinitionText } from '../../../../src/operations/definitions/text/readDefinitionText.ts';
import { runs } from '../../../properties/runs.ts';
import { PROTOTYPE_NAMES, texts } from '../../../properties/texts.ts';
import { twoDefinitions } from '../anyDefinition.ts';
import { handwritten } from './handwritten.ts';
import { applyEdits, completionsIn, definition, rule } from './marked.ts';

const known = {
  flag: 'f',
  segments: { isComplete: true, items: [{ name: 'beta', isActive: false }, { name: '__proto__' }] },
  flags: { isComplete: true, items: [{ name: 'constructor', treatments: ['x'] }] },
};
const fields = ['name', 'treatments', 'rules', 'defaultRule', 'buckets', 'treatment', 'size', 'condition', 'matchers', 'type', 'string', 'strings', 'between', 'depends', 'trafficAllocation', 'defaultTreatment', 'killed']; // prettier-ignore
const piece = fc.oneof(
  { arbitrary: fc.constantFrom(...fields, ...PROTOTYPE_NAMES).map((name) => `${name}: `), weight: 4 },
  { arbitrary: fc.constantFrom('\n', '\n  ', '\n    ', '\n  - ', '\r\n', '\r', '- ', '{', '}', '[', ']', ', ', ': ', '"', "'", '#', '|\n', '>-\n', '&a ', '*a', '!!int ', '!x ', '? ', '---\n', '...\n', '%YAML 1.1\n', '<<: *a', '\t', '//', '/*', '\\', '\ud83d', '\ufeff', '\u2028', '~', 'null', '.nan', '0x1f', '1e999', '-1', '100', 'IN_SEGMENT', 'BETWEEN_NUMBER', 'IN_SPLIT', 'beta'), weight: 8 },
  { arbitrary: texts, weight: 1 },
); // prettier-ignore
const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const whole = definition({
  rules: `rules:\n${rule('{type: IN_SEGMENT, string: beta}', '{type: IN_LIST_STRING, strings: [a]}')}`,
});
/** A text that says something, with a part of it missing or replaced. */
const cut = fc.tuple(twoDefinitions, fc.boolean(), fc.nat(), fc.nat(12), fc.oneof(fc.constant(''), piece))
  .map(([[one], isPlain, at, length, other]) => {
    const text = isPlain ? whole : handwritten(sendable(one), at);
    const start = at % text.length;
    return { text: text.slice(0, start) + other + text.slice(start + length) };
  }); // prettier-ignore
const anyText = fc.oneof(
  cut,
  soup.map((text) => ({ text })),
);

const said = (problem: Problem): string => JSON.stringify({ ...problem, span: null, fixes: null });

function mustBeWithin({ text }: DefinitionText, { start, end }: Span): void {
  assert.ok(0 <= start && start <= end && end <= text.length, `${start} ${end} of ${text.length}: ${JSON.stringify(text)}`);
}

function lookAtTree(document: DefinitionText, node: LocatedNode): void {
  mustBeWithin(document, node.span);
  if (node.kind === 'list') for (const item of node.items) lookAtTree(document, item);
  if (node.kind !== 'map') return;
  for (const { nameSpan, value } of node.fields) {
    mustBeWithin(document, nameSpan);
    lookAtTree(document, value);
  }
}

describe('any text', () => {
  // The YAML library writes warnings to the process unless they are turned off.
  const warnings: string[] = [];
  const note = ({ name, message }: Error): void => {
    // Node itself warns about its experimental functions, which the test runner uses.
    if (name !== 'ExperimentalWarning') warnings.push(`${name}: ${message}`);
  };
  before(() => void process.on('warning', note));
  after(() => void process.off('warning', note));

  it('is read, checked, completed, hovered over and outlined, with all places within it', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.nat(), async ({ text }, at) => {
        const document = await readDefinitionText(text);
        if (document.root) lookAtTree(document, document.root);
        for (const { span, fixes } of findProblems(document, known)) {
          mustBeWithin(document, span);
          for (const { edits } of fixes) for (const edit of edits) mustBeWithin(document, edit.span);
        }
        const offset = at % (text.length + 1);
        for (const { span } of await completionsIn(text, offset, known)) mustBeWithin(document, span);
        const hover = hoverAt(document, offset, known);
        if (hover) mustBeWithin(document, hover.span);
        const look = ({ span, children }: OutlineSymbol): void => {
          mustBeWithin(document, span);
          children.forEach(look);
        };
        symbolsOf(document).forEach(look);
        // Each readable text can be submitted: it is JSON with the types that the service accepts.
        if (document.definition) assert.equal(typeof document.definition.name, 'string');
      }),
      runs(1500),
    );
  });

  it('gets no new field before a name with an anchor, because the anchor would belong to the new field', async () => {
    for (const before of ['&a ', '!!str ', '? ']) {
      const document = await readDefinitionText(`${before}${whole.replace(/^name: .*\n/, '')}`);
      for (const { fixes } of findProblems(document, known)) {
        for (const { edits } of fixes) {
          const after = await readDefinitionText(applyEdits(document.text, edits));
          assert.ok(after.syntaxProblems.length <= document.syntaxProblems.length, after.text);
        }
      }
    }
  });

  it('loses its problem by a fix, which breaks no syntax', async () => {
    await fc.assert(
      fc.asyncProperty(cut, fc.nat(), async ({ text }, pick) => {
        const document = await readDefinitionText(text);
        if (document.syntaxProblems.length > 0) return;
        const problems = findProblems(document, known);
        const fixes = problems.flatMap((problem) => problem.fixes.map((fix) => ({ problem, fix })));
        const one = fixes[pick % Math.max(1, fixes.length)];
        if (!one) return;
        const after = await readDefinitionText(applyEdits(text, one.fix.edits));
        assert.deepEqual(after.syntaxProblems, [], `${one.fix.code} ${after.text}`);
        // If the name of a field is corrected, other problems may appear in it.
        const count = (all: typeof problems): number => all.filter((other) => said(other) === said(one.problem)).length;
        assert.ok(count(findProblems(after, known)) < count(problems), `${said(one.problem)} ${text} ${after.text}`);
      }),
      runs(400),
    );
  });

  it('makes the library write no warning to the process, in all of these tests', async () => {
    await setImmediate(); // the process reports a warning in the next turn of the event loop
    assert.deepEqual(warnings, []);
  });
});

describe('a hostile text', () => {
  const many = (part: string, length = 40_000): string => part.repeat(Math.floor(length / part.length));
  const harmful: readonly (readonly [what: string, text: string])[] = [
    ['fields of one name', `name: f\n${many('a: 1\n')}`],
    ['response-only fields', `name: f\n${many('id: 1\n')}`],
    ['unknown fields', Array.from({ length: 4000 }, (_, at) => `treatmant${at}: 1`).join('\n')],
    ['treatments of one name', `treatments:\n${many('- name: a\n')}`],
    ['shares without a size', `defaultRule:\n${many('- treatment: a\n')}`],
    ['rules that ask much the same', `{"rules": [${Array.from({ length: 2000 }, (_, at) => JSON.stringify({ buckets: [], condition: { matchers: [{ type: 'IN_LIST_STRING', strings: [`${at}`, 'x'] }] } })).join()}]}`],
    ['brackets', many('[', 50_000)],
    ['unknown treatments', `{"treatments": [${Array.from({ length: 2000 }, (_, at) => `{"name": "treatment-${at}"}`).join()}], "defaultRule": [${many('{"treatment": "treatmnt-x", "size": 0},', 20_000)}]}`],
  ]; // prettier-ignore
  for (const [what, text] of harmful)
    it(`of ${what} has a limited number of problems`, async () => {
      const problems = findProblems(await readDefinitionText(text), known);
      assert.ok(problems.length > 0 && problems.length <= 1600, String(problems.length));
    });
});
