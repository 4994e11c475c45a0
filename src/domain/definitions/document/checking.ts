/** The context of all checks of a definition's text. It collects the problems. */
import { visibleSpan, type LocatedNode, type Span } from './located.ts';
import type { Known, KnownFlag, KnownSegment } from './known.ts';
import type { DefinitionText, Fix, FixCode, Problem, ProblemCode, Severity } from './problem.ts';
import { scalarText } from './scalarText.ts';

/** The maximum number of problems of each severity. Nobody reads more. */
const MAX_PROBLEMS = 500;
/** The maximum number of problems with fixes, because fixes cost more than finding the problems. */
const MAX_FIXED = 200;

export class Checking {
  readonly problems: Problem[] = [];
  readonly #counts = new Map<Severity, number>();
  #fixed = 0;
  /** The names of the definition's treatments. Undefined if they can't be read; then no treatment is reported as unknown. */
  readonly treatments: ReadonlySet<string> | undefined;
  readonly document: DefinitionText;
  readonly known: Known;
  readonly segments: ReadonlyMap<string, KnownSegment>;
  readonly flags: ReadonlyMap<string, KnownFlag>;

  constructor(document: DefinitionText, known: Known, treatments: ReadonlySet<string> | undefined) {
    this.document = document;
    this.known = known;
    this.treatments = treatments;
    this.segments = new Map(known.segments?.items.map((segment) => [segment.name, segment]));
    this.flags = new Map(known.flags?.items.map((flag) => [flag.name, flag]));
  }

  /** `fixes` is called only if the problem is added. */
  add(problem: ProblemCode, severity: Severity, at: Span | LocatedNode, fixes?: () => readonly Fix[]): void {
    const count = this.#counts.get(severity) ?? 0;
    if (count >= MAX_PROBLEMS) return;
    this.#counts.set(severity, count + 1);
    const span = visibleSpan(this.document.text, 'span' in at ? at.span : at);
    const made = fixes && (this.#fixed += 1) <= MAX_FIXED ? fixes() : [];
    this.problems.push({ ...problem, severity, span, fixes: made });
  }
}

/** Returns the problem for a text that is not read completely. It is reported on the first line. */
export function tooLarge(text: string): Problem {
  const span = { start: 0, end: /^[^\r\n]{0,200}/.exec(text)![0].length };
  return { code: 'tooLarge', severity: 'error', span, fixes: [] };
}

/** Returns one fix that replaces the span with the new text. */
export const onlyFix = (code: FixCode, span: Span, newText: string): readonly Fix[] => [
  { ...code, edits: [{ span, newText }], isPreferred: true },
];

/** Returns a fix that replaces the span with this text, or no fix if the text is undefined. */
export const replaceText = (span: Span, text: string | undefined): readonly Fix[] =>
  text === undefined ? [] : onlyFix({ code: 'replaceBy', text }, span, scalarText(text));
