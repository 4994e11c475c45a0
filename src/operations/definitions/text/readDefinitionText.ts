/** Reads a definition from YAML or JSON, with the position of each part. The text may be incomplete or hostile. */
import type { FlagDefinition } from '../../../api/model.ts';
import type { DefinitionText, Problem } from '../../../domain/definitions/document/problem.ts';
import { tooLarge } from '../../../domain/definitions/document/checking.ts';
import { readBody } from '../../../domain/definitions/document/readBody.ts';
import { treeByRule, type RuleTrees } from './ruleTrees.ts';
import { yamlTree, type YamlTree } from './yamlTree.ts';

/** The maximum length of a text in characters. A longer text takes more than a second to read, and no service accepts it. */
const MAX_TEXT = 1_000_000;

/**
 * Never throws because of the content of the text: `syntaxProblems` lists the syntax errors. Loads the YAML library on demand.
 * An unquoted YAML value such as `yes`, `0x1f` or `2026-01-31` is read as a string if the service requires a string there.
 * `trees` as in `readTree`.
 */
export async function readDefinitionText(text: string, trees?: RuleTrees): Promise<DefinitionText> {
  if (text.length > MAX_TEXT) return { text, root: undefined, syntaxProblems: [tooLarge(text)], definition: undefined };
  const { root, problems } = await readTree(text, trees);
  const isWhole = problems.length === 0 && root?.kind === 'map';
  let body: ReturnType<typeof readBody> | undefined;
  return {
    text,
    root,
    syntaxProblems: firstOfEachLine(problems, text),
    // The definition is read on demand: finding the problems does not need it, and reading it takes as long as finding them.
    get definition() {
      body ??= isWhole ? readBody(root) : undefined;
      return body?.fits === true ? (body.value as FlagDefinition) : undefined;
    },
  };
}

/**
 * Reads only the syntax tree, for a text of any length. `trees` contains the parsed rules of the latest texts; with it, only
 * new rules are parsed.
 */
export async function readTree(text: string, trees?: RuleTrees): Promise<YamlTree> {
  // In YAML a single carriage return ends a line, but the library treats it as a character. The replacement does not change
  // positions.
  const lines = text.replaceAll(/\r(?!\n)/g, '\n');
  const yaml = await import('yaml');
  return (trees && treeByRule(yaml, lines, trees)) ?? yamlTree(yaml, lines);
}

/** Reduces the syntax errors of a line to one, because the others follow from the first. Prefers an error that has a fix. */
function firstOfEachLine(problems: readonly Problem[], text: string): readonly Problem[] {
  const lines = Map.groupBy(problems.filter(isUnreadable), ({ span }) => text.slice(0, span.start).lastIndexOf('\n'));
  const first = new Set([...lines.values()].map((line) => line.find(({ fixes }) => fixes.length > 0) ?? line[0]));
  return problems.filter((problem) => !isUnreadable(problem) || first.has(problem));
}

/**
 * True for a syntax error that may cause others on its line. An error about an alias causes no others, because the parser can
 * read an alias.
 */
const isUnreadable = (problem: Problem): boolean => problem.code === 'syntax' && problem.reason !== 'alias';
