/** What several cursors have selected, as one text whose lines know where they stand. */
import type { Stretch } from './source.ts';

export interface Selected {
  readonly text: string;
  /** From 0, as the editor counts. */
  readonly line: number;
}

/** The selections in the order of the document, each on lines of its own. */
export function joinSelected(
  selected: readonly Selected[],
  place: Omit<Stretch, 'from' | 'line'>,
): { readonly text: string; readonly lines: readonly Stretch[] } {
  let from = 1;
  const texts: string[] = [];
  const lines: Stretch[] = [];
  for (const { text, line } of selected) {
    // A selection that ends at the start of a line has not selected that line.
    const body = text.replace(/(\r\n|\r|\n)$/, '');
    texts.push(body);
    lines.push({ ...place, from, line: line + 1 });
    from += (body.match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
  }
  return { text: texts.join('\n'), lines };
}
