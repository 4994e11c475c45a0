/** A definition out of YAML, and so out of JSON, half typed or hostile as it may be, with the place of everything in it. */
import type { FlagDefinition } from '../../../api/model.ts';
import type { DefinitionText, Problem } from '../../../domain/definitions/document/problem.ts';
import { tooLarge } from '../../../domain/definitions/document/checking.ts';
import { readBody } from '../../../domain/definitions/document/readBody.ts';
import { yamlTree, type YamlTree } from './yamlTree.ts';

/** Characters. More take more than a second, and no service takes them. */
const MAX_TEXT = 1_000_000;

/**
 * Never throws for what the text says: what is wrong with its form stands in `syntaxProblems`. Loads the YAML library where it
 * is needed.  In YAML a value without quotes is a text where the service wants one: `yes`, `0x1f`, `2026-01-31`.
 */
export async function readDefinitionText(text: string): Promise<DefinitionText> {
  if (text.length > MAX_TEXT) return { text, root: undefined, syntaxProblems: [tooLarge(text)] };
  const { root, problems } = await readTree(text);
  const isWhole = problems.length === 0 && root?.kind === 'map';
  const body = isWhole ? readBody(root) : undefined;
  const syntaxProblems = firstOfLines(problems, text);
  return { text, root, syntaxProblems, ...(body?.fits && { definition: body.value as FlagDefinition }) };
}

/** The tree alone, of a text of any length. */
export async function readTree(text: string): Promise<YamlTree> {
  // To YAML a carriage return alone ends a line; to the library it is a character of the text around it. All places stay the same.
  return yamlTree(await import('yaml'), text.replaceAll(/\r(?!\n)/g, '\n'));
}

/**
 * One of each line that is no YAML: what is said of the rest of a line that could not be read follows from the first, unless
 * another has a fix.
 */
function firstOfLines(problems: readonly Problem[], text: string): readonly Problem[] {
  const lines = Map.groupBy(problems.filter(isUnreadable), ({ span }) => text.slice(0, span.start).lastIndexOf('\n'));
  const first = new Set([...lines.values()].map((line) => line.find(({ fixes }) => fixes.length > 0) ?? line[0]));
  return problems.filter((problem) => !isUnreadable(problem) || first.has(problem));
}

/** An alias can be read, and there may be several in a line. */
const isUnreadable = (problem: Problem): boolean => problem.code === 'syntax' && problem.reason !== 'alias';
