/** A section of the diff: its rows in their order. Consecutive unchanged rows are folded. */
import { renderBars } from './bars.ts';
import { markLines, type MarkedLine } from './lineMarks.ts';
import { foldedHeading, foldedParts, foldedText, type FoldContext } from './longText.ts';
import { fillTemplate } from './numbers.ts';
import type { ChangeMark, DiffRow, Section } from './protocol.ts';
import { groupRows, type FoldedRows, type RowCache } from './rows.ts';
import { h, readable, type Child, type VNode } from './vnode.ts';

/** What every row needs in addition to its data. */
export interface RenderContext extends FoldContext {
  /** The number of row groups of a section to draw, from the first. Undefined = all. */
  readonly limit?: number;
  readonly cache?: RowCache;
}

/** The sign for each kind of change. It appears in addition to the word and the colour. */
const SIGNS: Readonly<Record<ChangeMark, string>> = { added: '+', removed: '−', edited: '~', moved: '↕', same: '=' };

const renderSign = (sign: string): VNode => h('span', { class: 'sign', 'aria-hidden': 'true' }, [sign]);

/**
 * With more rows than this, the layout skips invisible rows, and closed folds are not drawn. Otherwise, everything is drawn:
 * that is no slower, the scroll bar is steadier, and the browser's search finds folded rows.
 */
const MANY_ROWS = 200;
const listClass = ({ length }: readonly unknown[]): string => (length > MANY_ROWS ? 'rows many' : 'rows');

export function renderSection(section: Section, page: RenderContext): VNode {
  const around = section.sides ? { ...page, words: { ...page.words, ...section.sides } } : page;
  const titleId = `section-${section.id}`;
  const isLong = section.rows.length > MANY_ROWS;
  const rows = groupRows(section.rows)
    .slice(0, around.limit)
    .map((group) =>
      group.kind === 'row' ? renderRow(group.row, group.key, section.id, around) : renderFold(section, group, around, isLong),
    );
  const content =
    rows.length === 0
      ? h('p', { class: 'nothing' }, [around.words.nothing])
      : h('ol', { key: 'rows', class: listClass(section.rows) }, rows);
  const title = h('h2', { id: titleId }, readable(section.title));
  return h('section', { key: titleId, class: 'section', 'aria-labelledby': titleId }, [title, content]);
}

function renderFold(section: Section, { key, rows }: FoldedRows, around: RenderContext, isLazy: boolean): VNode {
  const name = `${section.id} ${key}`;
  const isOpen = around.openFolds.has(name);
  const title = fillTemplate(around.words.unchanged, { count: around.numbers.count(rows.length) });
  const drawn = isLazy && !isOpen ? [] : rows.map((entry) => renderRow(entry.row, entry.key, section.id, around));
  const content = [h('summary', {}, [title]), h('ol', { key: 'rows', class: listClass(rows) }, drawn)];
  const fold = h('details', { class: 'fold', 'data-fold': name, open: isOpen ? '' : undefined }, content);
  return h('li', { key, class: 'folded' }, [fold]);
}

function renderRow(row: DiffRow, key: string, section: string, around: RenderContext): VNode {
  const { before, after } = around.words;
  const draw = (): VNode => drawRow(row, key, `${section} ${key}`, around);
  return around.cache?.nodeOf(row, `${section} ${key}`, `${before}\n${after}`, draw) ?? draw();
}

/** Draws a row. `name` identifies the row on this page; the names of its folds begin with it. */
function drawRow(row: DiffRow, key: string, name: string, around: RenderContext): VNode {
  const { words, numbers } = around;
  const [title, whole] = foldedHeading(row.title, `${name} title`, around);
  const badge = h('span', { class: `badge change-${row.change}` }, [renderSign(SIGNS[row.change]), ...readable(row.changeLabel)]);
  return h('li', { key, class: `row change-${row.change}` }, [
    h('div', { key: 'head', class: 'row-head' }, [badge, h('h3', {}, title)]),
    whole,
    renderDetails(row, name, around),
    renderLines(row, name, around),
    row.bars.length === 0 ? undefined : renderBars(row.bars, words, numbers, row.title),
  ]);
}

/** Draws a line for each added, removed or changed part of the row. The columns below show the parts in context. */
function renderDetails({ details, before, after, bars }: DiffRow, name: string, around: RenderContext): VNode | undefined {
  // If there are only bars, they already show their numbers and deltas.
  const isInBars = bars.length > 0 && before.length + after.length === 0;
  if (details.length === 0 || isInBars) return undefined;
  const items = details.map(({ change, text }, index) => {
    const content = h('div', {}, foldedText(text, `${name} detail ${index}`, around));
    return h('li', { class: `detail change-${change}` }, [renderSign(SIGNS[change]), content]);
  });
  return h('ul', { key: 'details', class: 'details' }, items);
}

/** Draws two columns if both sides have lines and differ, otherwise one. */
function renderLines({ before, after }: DiffRow, name: string, around: RenderContext): VNode | undefined {
  if (before.length === 0 && after.length === 0) return undefined;
  const { words } = around;
  const side = (heading: string | undefined, lines: readonly MarkedLine[], which: 'before' | 'after'): VNode => {
    const items = lines.map(({ parts, isChanged }, index) =>
      renderLine(foldedParts(parts, `${name} ${which} ${index}`, around), isChanged, which),
    );
    const title = heading === undefined ? undefined : h('h4', {}, readable(heading));
    return h('div', { key: which, class: `side ${which}` }, [title, h('ul', { class: 'lines' }, items)]);
  };
  const isEqual = before.length === after.length && before.every((line, index) => line === after[index]);
  const marked = markLines(before, after);
  if (isEqual) return h('div', { key: 'lines', class: 'sides' }, [side(undefined, marked.after, 'after')]);
  const isOneSided = before.length === 0 || after.length === 0;
  return h('div', { key: 'lines', class: isOneSided ? 'sides' : 'sides two' }, [
    before.length === 0 ? undefined : side(isOneSided ? undefined : words.before, marked.before, 'before'),
    after.length === 0 ? undefined : side(isOneSided ? undefined : words.after, marked.after, 'after'),
  ]);
}

/** Draws a line. A changed line has a sign in the margin, and a screen reader announces it as a deletion or an insertion. */
function renderLine(text: readonly Child[], isChanged: boolean, side: 'before' | 'after'): VNode {
  if (!isChanged) return h('li', {}, [h('span', {}, text)]);
  const [sign, tag] = side === 'before' ? (['−', 'del'] as const) : (['+', 'ins'] as const);
  return h('li', { class: 'changed' }, [renderSign(sign), h(tag, {}, text)]);
}
