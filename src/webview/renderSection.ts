/** One section of the diff: its rows in their order, runs of unchanged ones folded. */
import { renderBars } from './bars.ts';
import { markLines, type MarkedLine } from './lineMarks.ts';
import { foldedHeading, foldedParts, foldedText, type FoldContext } from './longText.ts';
import { fillTemplate } from './numbers.ts';
import type { ChangeMark, DiffRow, Section } from './protocol.ts';
import { groupRows, type FoldedRows, type RowCache } from './rows.ts';
import { h, readable, type Child, type VNode } from './vnode.ts';

/** What every row needs beside itself. */
export interface Surroundings extends FoldContext {
  /** How many groups of rows of a section are drawn, of the first; undefined = all. */
  readonly limit?: number;
  readonly cache?: RowCache;
}

/** Changes by a sign, beside their word and colour. */
const SIGNS: Readonly<Record<ChangeMark, string>> = { added: '+', removed: '−', edited: '~', moved: '↕', same: '=' };

const renderSign = (sign: string): VNode => h('span', { class: 'sign', 'aria-hidden': 'true' }, [sign]);

/**
 * From this many on, rows out of sight are not laid out, and those in closed folds are not drawn; below it, nothing is gained,
 * the scroll bar stays steady and the browser's search finds what is folded.
 */
const MANY_ROWS = 200;

export function renderSection(section: Section, page: Surroundings): VNode {
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
      : h('ol', { key: 'rows', class: isLong ? 'rows many' : 'rows' }, rows);
  const title = h('h2', { id: titleId }, readable(section.title));
  return h('section', { key: titleId, class: 'section', 'aria-labelledby': titleId }, [title, content]);
}

function renderFold(section: Section, { key, rows }: FoldedRows, around: Surroundings, isLazy: boolean): VNode {
  const name = `${section.id} ${key}`;
  const isOpen = around.openFolds.has(name);
  const title = fillTemplate(around.words.unchanged, { count: around.numbers.count(rows.length) });
  const drawn = isLazy && !isOpen ? [] : rows.map((entry) => renderRow(entry.row, entry.key, section.id, around));
  const content = [h('summary', {}, [title]), h('ol', { key: 'rows', class: 'rows' }, drawn)];
  const fold = h('details', { class: 'fold', 'data-fold': name, open: isOpen ? '' : undefined }, content);
  return h('li', { key, class: 'folded' }, [fold]);
}

function renderRow(row: DiffRow, key: string, section: string, around: Surroundings): VNode {
  const { before, after } = around.words;
  const draw = (): VNode => drawRow(row, key, `${section} ${key}`, around);
  return around.cache?.nodeOf(row, `${section} ${key}`, `${before}\n${after}`, draw) ?? draw();
}

/** `name` = the row's on this page: its folds are called after it. */
function drawRow(row: DiffRow, key: string, name: string, around: Surroundings): VNode {
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

/** What came, went or changed in the row, a line for each: the columns below have it in its place. */
function renderDetails({ details, before, after, bars }: DiffRow, name: string, around: Surroundings): VNode | undefined {
  // Bars alone have their numbers and deltas beside them.
  const isInBars = bars.length > 0 && before.length + after.length === 0;
  if (details.length === 0 || isInBars) return undefined;
  const items = details.map(({ change, text }, index) => {
    const content = h('div', {}, foldedText(text, `${name} detail ${index}`, around));
    return h('li', { class: `detail change-${change}` }, [renderSign(SIGNS[change]), content]);
  });
  return h('ul', { key: 'details', class: 'details' }, items);
}

/** Two columns where both sides have something and differ, one where they don't. */
function renderLines({ before, after }: DiffRow, name: string, around: Surroundings): VNode | undefined {
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

/** A changed line is a deletion or an insertion to a screen reader, and has its sign in the margin. */
function renderLine(text: readonly Child[], isChanged: boolean, side: 'before' | 'after'): VNode {
  if (!isChanged) return h('li', {}, [h('span', {}, text)]);
  const [sign, tag] = side === 'before' ? (['−', 'del'] as const) : (['+', 'ins'] as const);
  return h('li', { class: 'changed' }, [renderSign(sign), h(tag, {}, text)]);
}
