/** Fixes for a text that is no YAML, where there is one right answer; each was tried, and takes its problem away. */
import type { Span, TextEdit } from '../../domain/definitions/document/located.ts';
import type { FixCode, Problem, SyntaxReason } from '../../domain/definitions/document/problem.ts';
import { applyEdits, insertAt, lineEnd, replaceSpan } from '../../domain/definitions/document/textEdits.ts';

/** To try one costs as much as to read the text. */
const MAX_TRIED = 4;
const MAX_TEXT = 100_000;

type Answer = readonly [fix: FixCode, edits: readonly TextEdit[]];

/** What means something behind a backslash. */
const ESCAPES = '"\\/0abtnvfre NLPxuU\t';

/** Tabs that lines begin with, or a block of text: all lines as far in as its first. */
const TABS = /(?<=[-:] +)[|>][-+\d]*(?: +#[^\n]*)?\s*?\n( +)[^ \r\n][^\n]*(?:\s*?\n\1[^\n]*)*|^[ \t]*\t[ \t]*/gm;

/** `read` gives the problems of another text. */
export async function withFixes(
  problems: readonly Problem[],
  text: string,
  read: (text: string) => Promise<readonly Problem[]>,
): Promise<readonly Problem[]> {
  let tried = 0;
  const all: Problem[] = [];
  for (const problem of problems) {
    all.push(problem);
    if (problem.code !== 'syntax' || text.length > MAX_TEXT) continue;
    const { reason, span } = problem;
    let [answer, least]: [Answer | undefined, number] = [undefined, problems.length];
    for (const one of answersTo(reason, text, span)) {
      const left = (tried += 1) <= MAX_TRIED ? await read(applyEdits(text, one[1])) : problems;
      if (left.length < least && countOf(left, reason) < countOf(problems, reason)) [answer, least] = [one, left.length];
    }
    if (!answer) continue;
    // What stands behind the second colon may also belong on lines of its own, and an alias may lack what it stands for.
    const isPreferred = reason !== 'nestedOnOneLine' && reason !== 'alias';
    all.splice(-1, 1, { ...problem, fixes: [{ ...answer[0], edits: answer[1], isPreferred }] });
  }
  return all;
}

const countOf = (problems: readonly Problem[], wanted: SyntaxReason): number =>
  problems.filter((problem) => problem.code === 'syntax' && problem.reason === wanted).length;

function answersTo(reason: SyntaxReason, text: string, { start, end }: Span): readonly Answer[] {
  const rest = text.slice(start, lineEnd(text, start));
  switch (reason) {
    case 'tabAsIndent': {
      // All of them at once: lines have to stand where the others do. A tab in a block of text is a part of that.
      const edits = [...text.matchAll(TABS)].flatMap(({ 0: found, index }) =>
        found.trim() === '' ? replaceSpan({ start: index, end: index + found.length }, found.replaceAll('\t', '  ')) : [],
      );
      return [[{ code: 'useSpaces' }, edits]];
    }
    case 'badEscape': {
      // The backslashes themselves are meant, as in a pattern: `\d`.
      const own = /^(?:\\.|[^"\\])*/.exec(rest)![0];
      const wrong = [...own.matchAll(/\\(.)/g)].filter(([, letter]) => !ESCAPES.includes(letter!));
      const edits = wrong.map(({ index }) => insertAt(start + index, '\\'));
      return edits.length === 0 ? [] : [[{ code: 'replaceBy', text: `\\${wrong[0]![0]}` }, edits]];
    }
    case 'alias':
    case 'needsQuotes':
    case 'nestedOnOneLine': {
      // An alias that stands for something is one.
      if (reason === 'alias' && text.includes(`&${text.slice(start + 1, end)}`)) return [];
      // Only where the value begins is known: it ends with the line, or in brackets before what ends an item.
      const ends = [/ #|[,[\]{}]|$/, / #|$/].map((mark) => rest.slice(0, rest.search(mark)).trimEnd().length);
      return ends.map((length) => {
        const span = { start, end: start + length };
        return [{ code: 'quote' }, [replaceSpan(span, JSON.stringify(text.slice(start, span.end)))]];
      });
    }
    default:
      return [];
  }
}
