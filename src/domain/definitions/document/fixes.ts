/** Edits for what has one right answer, or a few: each replaces what stands at a node. */
import type { Span } from './located.ts';
import type { Fix, FixCode } from './problem.ts';
import { scalarText } from './scalarText.ts';
import { replaceSpan } from './textEdits.ts';

export const theFix = (code: FixCode, edits: Fix['edits']): readonly Fix[] => [{ ...code, edits, isPreferred: true }];

/** Another text in the place of this one, if there is one. */
export function replaceText(span: Span, text: string | undefined): readonly Fix[] {
  return text === undefined ? [] : theFix({ code: 'replaceBy', text }, [replaceSpan(span, scalarText(text))]);
}
