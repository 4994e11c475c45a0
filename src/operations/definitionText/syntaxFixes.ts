/** Fixes for a text that is no YAML or no JSON, where there is one right answer; each was tried, and takes its problem away. */
import type { Span, TextEdit, TextFormat } from '../../domain/definitions/document/located.ts';
import type { FixCode, Problem, SyntaxReason } from '../../domain/definitions/document/problem.ts';
import { applyEdits, lineEnd, replaceSpan } from '../../domain/definitions/document/textEdits.ts';

/** To try one costs as much as to read the text. */
const MAX_TRIED = 3;
const MAX_TEXT = 100_000;

type Answer = readonly [fix: FixCode, edits: readonly TextEdit[]];

/** `read` gives the problems of another text. */
export function withFixes(
  problems: readonly Problem[],
  text: string,
  format: TextFormat,
  read: (text: string) => readonly Problem[],
): readonly Problem[] {
  let tried = 0;
  return problems.map((problem) => {
    const answer = problem.code === 'syntax' ? answerTo(problem.reason, text, format, problem.span) : undefined;
    if (!answer || text.length > MAX_TEXT || (tried += 1) > MAX_TRIED) return problem;
    const [code, edits] = answer;
    const left = read(applyEdits(text, edits));
    const isGone = left.length < problems.length && countOf(left, problem) < countOf(problems, problem);
    return isGone ? { ...problem, fixes: [{ ...code, edits, isPreferred: true }] } : problem;
  });
}

const countOf = (problems: readonly Problem[], { code, ...one }: Problem): number =>
  problems.filter((other) => other.code === code && reasonOf(other) === reasonOf({ code, ...one } as Problem)).length;

const reasonOf = (problem: Problem): SyntaxReason | undefined => (problem.code === 'syntax' ? problem.reason : undefined);

function answerTo(reason: SyntaxReason, text: string, format: TextFormat, span: Span): Answer | undefined {
  if (reason === 'tabAsIndent') {
    // All of them at once: lines have to stand where the others do.
    const edits = [...text.matchAll(/^[ \t]*\t[ \t]*/gm)].map((found) =>
      replaceSpan({ start: found.index, end: found.index + found[0].length }, found[0].replaceAll('\t', '  ')),
    );
    return [{ code: 'useSpaces' }, edits];
  }
  if (reason !== 'needsQuotes') return undefined;
  // In YAML, only where the value begins is known.
  const end = format === 'json' ? span.end : span.start + valueLength(text.slice(span.start, lineEnd(text, span.start)));
  const value = text.slice(span.start, end);
  return [{ code: 'quote' }, [replaceSpan({ start: span.start, end }, JSON.stringify(value))]];
}

/** To the comment, or to the end; in brackets, which may be around it, to what ends an item. */
function valueLength(rest: string): number {
  const found = /^(?:(?! #)[^,[\]{}])*/.exec(rest)![0];
  return found.trimEnd().length;
}
