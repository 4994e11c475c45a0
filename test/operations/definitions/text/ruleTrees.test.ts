/** Tests that a definition with many rules is parsed rule by rule, so that typing in one rule does not parse the others again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import * as yaml from 'yaml';
import { findPlace } from '../../../../src/operations/definitions/text/findPlace.ts';
import { treeByRule, type RuleTrees } from '../../../../src/operations/definitions/text/ruleTrees.ts';
import { writeDefinitionText } from '../../../../src/operations/definitions/text/writeDefinitionText.ts';
import { yamlTree } from '../../../../src/operations/definitions/text/yamlTree.ts';
import { makeDefinition } from '../../../bench/sample.ts';
import { runs } from '../../../properties/runs.ts';

const text = await writeDefinitionText(makeDefinition(25));
/** The same with unindented dashes of the rules. */
const [head, rules] = text.split('rules:\n') as [string, string];
const atMargin = `${head}rules:\n${rules.replaceAll(/^ {2}/gm, '')}`;
const json = JSON.stringify(makeDefinition(25), undefined, 2);

/** Parts of YAML that may end a rule, continue it, or join it with the next one. */
const part = fc.constantFrom('', '\n', '\n  ', '\n  - ', '\n- ', '\n\t', '\n#', '\n---\n', '\n...\n', '\nrules:\n', '\na: 1\n', '\n"', '"', '},{', '},\n    {', '\n    {', '\n    ]', ',', "'", '{', '[', ']', '|\n', '|1\n', '>-\n', '&a ', '*a', '!x ', '? ', '- ', ': ', ' #', '\ufeff', '\u2028', '\u00a0', '\r\n', 'x'); // prettier-ignore
const changed = fc.tuple(fc.constantFrom(text, atMargin, json), fc.nat(), fc.nat(9), fc.boolean(), part).map(([whole, at, length, isLine, added]) => {
  const start = isLine ? whole.indexOf('\n', at % whole.length) + 1 : at % whole.length;
  return whole.slice(0, start) + added + whole.slice(start + length);
}); // prettier-ignore

/** Returns the texts that the problems mark. */
const markedIn = (whole: string): readonly string[] | undefined =>
  treeByRule(yaml, whole, new Map())?.problems.map(({ span }) => whole.slice(span.start, span.end));

describe('the tree of a definition with many rules', () => {
  it('is the same as the tree of the whole text, and has no syntax errors if and only if the whole text has none', () => {
    let valid = 0;
    fc.assert(
      fc.property(changed, changed, (one, other) => {
        const trees: RuleTrees = new Map();
        for (const each of [one, other, one]) {
          const tree = treeByRule(yaml, each, trees);
          if (!tree) continue;
          const whole = yamlTree(yaml, each);
          assert.equal(tree.problems.length > 0, whole.problems.length > 0, each);
          if (whole.problems.length > 0) continue;
          valid += 1;
          assert.deepEqual(tree, whole);
        }
      }),
      runs(60),
    );
    assert.ok(valid > 0);
  });

  it('is made by parsing only the rule that has changed, also for completions', async () => {
    const parsed: string[] = [];
    const counting = {
      ...yaml,
      parseDocument: ((source, options) => {
        parsed.push(source);
        return yaml.parseDocument(source, options);
      }) as typeof yaml.parseDocument,
    };
    for (const whole of [text, json]) {
      const trees: RuleTrees = new Map();
      treeByRule(counting, whole, trees);
      assert.equal(parsed.length, 26);
      const typed = whole.replace('segment-7', 'segment-7x');
      treeByRule(counting, typed, trees);
      assert.equal(parsed.length, 28);
      assert.match(parsed[27]!, /segment-7x/);
      assert.deepEqual(await findPlace(typed, typed.indexOf('7x') + 2, trees), await findPlace(typed, typed.indexOf('7x') + 2));
      parsed.length = 0;
    }
  });

  it('reports an unclosed quote in one rule as a problem of that rule', () => {
    const broken = text.replace('string: segment-7', 'string: "segment-7');
    assert.deepEqual(markedIn(broken), ['"segment-7']);
  });

  it('reports a missing comma of JSON as a problem of its rule, but parses all rules if a quote is open', () => {
    const broken = json.replace(/("type": "IN_SEGMENT"),(?=\s+"string": "segment-7")/, '$1');
    assert.deepEqual(markedIn(broken), yamlTree(yaml, broken).problems.map(({ span }) => broken.slice(span.start, span.end))); // prettier-ignore
    assert.equal(treeByRule(yaml, json.replace('"segment-7"', '"segment-7'), new Map()), undefined);
    // A comma in a comment is no comma.
    assert.equal(treeByRule(yaml, json.replace(/("segment-7"[^]*?\n {4}\}),/, '$1 # x,'), new Map()), undefined);
  });
});
