/** Everything that is wrong with a definition's text, or likely not meant. */
import { checkDefinition } from './checkDefinition.ts';
import { Checking } from './checking.ts';
import type { Known } from './known.ts';
import { fieldIn, itemsOf, writtenText, type DefinitionText, type LocatedNode } from './located.ts';
import type { Problem, ProblemCode } from './problem.ts';
import { readBody } from './readBody.ts';
import { addShapeProblems } from './shapeProblems.ts';

/** Not told of a text that can't be read to its end: what is said to be absent may stand there. */
const ABSENCES: ReadonlySet<ProblemCode['code']> = new Set([
  'missingField',
  'incompleteMatcher',
  'unknownTreatment',
  'noTreatments',
  'noMatchers',
  'noValues',
  'sizesDontSum',
  'unreachableRule',
]);

/**
 * In the order of the text; at most 500 of each severity. Works on a text that is half typed, for as much as can be read of it. What is not
 * known never makes a problem.
 */
export function findProblems(document: DefinitionText, known: Known = {}): readonly Problem[] {
  const { root, syntaxProblems, text } = document;
  const check = new Checking(document, known, treatmentNames(root));
  check.problems.push(...syntaxProblems);
  if (root?.kind === 'map') {
    addShapeProblems(check, readBody(root).findings);
    checkDefinition(check, root);
  } else if (syntaxProblems.length === 0) {
    const start = /^[\s\uFEFF]*/.exec(text)![0].length;
    const end = start + /^[^\r\n]*/.exec(text.slice(start))![0].length;
    check.add({ code: 'notADefinition' }, 'error', root ?? { start, end });
  }
  const isWhole = syntaxProblems.length === 0;
  return check.problems
    .filter(({ code }) => isWhole || !ABSENCES.has(code))
    .toSorted((one, other) => one.span.start - other.span.start);
}

/** Undefined where one of them can't be read: then nobody knows what it is called. */
function treatmentNames(root: LocatedNode | undefined): ReadonlySet<string> | undefined {
  const list = fieldIn(root, 'treatments')?.value;
  const names = itemsOf(list).map((item) => writtenText(fieldIn(item, 'name')?.value));
  return list?.kind === 'list' && names.every((name) => name !== undefined) ? new Set(names) : undefined;
}
