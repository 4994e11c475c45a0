/** What every check of a definition's text is given. */
import { visibleSpan, type LocatedNode, type Span } from './located.ts';
import type { Known, KnownFlag, KnownSegment } from './known.ts';
import type { DefinitionText, Fix, FixCode, Problem, ProblemCode, Severity } from './problem.ts';
import { scalarText } from './scalarText.ts';

/** Of each severity: more than anybody reads. */
const MAX_PROBLEMS = 500;
/** For so many of them fixes are looked for: they cost more to make than to find. */
const MAX_FIXED = 200;

export class Checking {
  readonly problems: Problem[] = [];
  readonly #counts = new Map<Severity, number>();
  #fixed = 0;
  /** The names of the definition's treatments; undefined where they can't be read, and so none is unknown. */
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

  /** `fixes` is asked only where the problem is kept. */
  add(problem: ProblemCode, severity: Severity, at: Span | LocatedNode, fixes?: () => readonly Fix[]): void {
    const count = this.#counts.get(severity) ?? 0;
    if (count >= MAX_PROBLEMS) return;
    this.#counts.set(severity, count + 1);
    const span = visibleSpan(this.document.text, 'span' in at ? at.span : at);
    const made = fixes && (this.#fixed += 1) <= MAX_FIXED ? fixes() : [];
    this.problems.push({ ...problem, severity, span, fixes: made });
  }
}

/** Of a text that is not read to its end. It stands on the first line. */
export function tooLarge(text: string): Problem {
  const span = { start: 0, end: /^[^\r\n]{0,200}/.exec(text)![0].length };
  return { code: 'tooLarge', severity: 'error', span, fixes: [] };
}

/** With the new text in the place of what stands there. */
export const theFix = (code: FixCode, span: Span, newText: string): readonly Fix[] => [
  { ...code, edits: [{ span, newText }], isPreferred: true },
];

/** Another text in the place of this one, if there is one. */
export const replaceText = (span: Span, text: string | undefined): readonly Fix[] =>
  text === undefined ? [] : theFix({ code: 'replaceBy', text }, span, scalarText(text));
