/** Texts with marked ranges: `«on»`. An empty mark is a position. */
import type { Completion } from '../../../../src/domain/definitions/document/completion.ts';
import { completionsAt } from '../../../../src/domain/definitions/document/completions.ts';
import { findProblems } from '../../../../src/domain/definitions/document/problems.ts';
import type { Known } from '../../../../src/domain/definitions/document/known.ts';
import type { Span, TextEdit } from '../../../../src/domain/definitions/document/located.ts';
import type { DefinitionText, Problem } from '../../../../src/domain/definitions/document/problem.ts';
import { findPlace } from '../../../../src/operations/definitions/text/findPlace.ts';
import { readDefinitionText } from '../../../../src/operations/definitions/text/readDefinitionText.ts';

export interface Marked {
  readonly text: string;
  readonly spans: readonly Span[];
}

export function marked(source: string): Marked {
  const spans: { start: number; end: number }[] = [];
  const open: { start: number; end: number }[] = [];
  let text = '';
  for (const letter of source) {
    if (letter === '«') {
      const span = { start: text.length, end: text.length };
      spans.push(span);
      open.push(span);
    } else if (letter === '»') open.pop()!.end = text.length;
    else text += letter;
  }
  return { text, spans };
}

/** A complete definition of the flag `f`. The parts are lines of YAML. */
export function definition(parts: Partial<Record<'treatments' | 'fields' | 'rules' | 'defaultRule', string>> = {}): string {
  const {
    treatments = 'treatments:\n  - name: on\n  - name: off',
    fields = 'defaultTreatment: off\ntrafficAllocation: 100',
    rules = 'rules: []',
    defaultRule = 'defaultRule:\n  - treatment: off\n    size: 100',
  } = parts;
  return `name: f\n${treatments}\n${fields}\n${rules}\n${defaultRule}\n`;
}

/** A rule that serves `on` if these matchers match. */
export function rule(...matchers: readonly string[]): string {
  const lines = matchers.map((matcher) => `        - ${matcher}`);
  return `  - buckets:\n      - {treatment: on, size: 100}\n    condition:\n      matchers:\n${lines.join('\n')}`;
}

export async function problemsOf(text: string, known: Known): Promise<readonly Problem[]> {
  return findProblems(await readDefinitionText(text), known);
}

/** Returns the completions at a position. */
export async function completionsIn(text: string, offset: number, known: Known = {}): Promise<readonly Completion[]> {
  const place = await findPlace(text, offset);
  return place ? completionsAt(text, place, known) : [];
}

export const read = (text: string): Promise<DefinitionText> => readDefinitionText(text);

/** Applies the edits to the text. They don't overlap. Edits at the same position are applied in order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((one, other) => one.span.start - other.span.start || one.span.end - other.span.end);
  const pieces: string[] = [];
  let place = 0;
  for (const { span, newText } of sorted) {
    pieces.push(text.slice(place, span.start), newText);
    place = Math.max(place, span.end);
  }
  return pieces.join('') + text.slice(place);
}
