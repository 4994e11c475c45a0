/** One section of the diff: its rows in their order, runs of unchanged ones folded. */
import { renderBars } from './bars.ts';
import { groupRows } from './folds.ts';
import type { FoldedRows } from './folds.ts';
import { sayFolded, sayHeading, sayParts } from './longText.ts';
import { markLines } from './lineMarks.ts';
import type { MarkedLine } from './lineMarks.ts';
import { fillTemplate } from './numbers.ts';
import type { Numbers } from './numbers.ts';
import type { Change, ReviewWords, Row, Section } from './protocol.ts';
import type { RowCache } from './rowCache.ts';
import { h, say } from './sketch.ts';
import type { Child, Sketch } from './sketch.ts';

/** What every row needs beside itself. */
export interface Surroundings {
  readonly words: ReviewWords;
  readonly numbers: Numbers;
  /** The folds that are open, by name. */
  readonly openFolds: ReadonlySet<string>;
  /** How many groups of rows of a section are drawn, of the first; all unless told. */
  readonly limit?: number;
  readonly cache?: RowCache;
}

/** Changes by a sign, beside their word and colour. */
const signs: Record<Change, string> = { added: '+', removed: '−', edited: '~', moved: '↕', same: '=' };

/**
 * From this many on, rows out of sight are not laid out, and those in closed folds are not drawn; below it, nothing is gained,
 * the scroll bar stays steady and the browser's search finds what is folded.
 */
const manyRows = 200;

export function renderSection(section: Section, page: Surroundings): Sketch {
  const around = section.sides ? { ...page, words: { ...page.words, ...section.sides } } : page;
  const titleId = `section-${section.id}`;
  const isLong = section.rows.length > manyRows;
  const rows = groupRows(section.rows)
    .slice(0, around.limit)
    .map((group) =>
      group.kind === 'row' ? renderRow(group.row, group.key, section.id, around) : renderFold(section, group, around, isLong),
    );
  const list = isLong ? 'rows many' : 'rows';
  const content =
    rows.length === 0 ? h('p', { class: 'nothing' }, [around.words.nothing]) : h('ol', { class: list }, rows, { key: 'rows' });
  return h('section', { class: 'section', 'aria-labelledby': titleId }, [h('h2', { id: titleId }, say(section.title)), content], {
    key: titleId,
  });
}

function renderFold(section: Section, { key, rows }: FoldedRows, around: Surroundings, isLazy: boolean): Sketch {
  const name = `${section.id} ${key}`;
  const isOpen = around.openFolds.has(name);
  const title = fillTemplate(around.words.unchanged, { count: around.numbers.count(rows.length) });
  const drawn = isLazy && !isOpen ? [] : rows.map((entry) => renderRow(entry.row, entry.key, section.id, around));
  const fold = h(
    'details',
    { class: 'fold', 'data-fold': name },
    [h('summary', {}, [title]), h('ol', { class: 'rows' }, drawn, { key: 'rows' })],
    { initial: { open: isOpen ? '' : undefined } },
  );
  return h('li', { class: 'folded' }, [fold], { key });
}

function renderRow(row: Row, key: string, section: string, around: Surroundings): Sketch {
  const { before, after } = around.words;
  const draw = (): Sketch => drawRow(row, key, `${section} ${key}`, around);
  return around.cache?.sketchOf(row, `${section} ${key}`, `${before}\n${after}`, draw) ?? draw();
}

/** `name` = the row's on this page: its folds are called after it. */
function drawRow(row: Row, key: string, name: string, around: Surroundings): Sketch {
  const { words, numbers } = around;
  const [title, whole] = sayHeading(row.title, `${name} title`, around);
  const badge = h('span', { class: `badge change-${row.change}` }, [
    h('span', { class: 'sign', 'aria-hidden': 'true' }, [signs[row.change]]),
    ...say(row.changeLabel),
  ]);
  return h(
    'li',
    { class: `row change-${row.change}` },
    [
      h('div', { class: 'row-head' }, [badge, h('h3', {}, title)], { key: 'head' }),
      whole,
      renderDetails(row, name, around),
      renderLines(row, name, around),
      row.bars.length === 0 ? undefined : renderBars(row.bars, words, numbers, row.title),
    ],
    { key },
  );
}

/** What came, went or changed in the row, a line for each: the columns below have it in its place. */
function renderDetails({ details, before, after, bars }: Row, name: string, around: Surroundings): Sketch | undefined {
  // Bars alone have their numbers and deltas beside them.
  const isInBars = bars.length > 0 && before.length + after.length === 0;
  if (details.length === 0 || isInBars) {
    return undefined;
  }
  const items = details.map(({ change, text }, index) =>
    h('li', { class: `detail change-${change}` }, [
      h('span', { class: 'sign', 'aria-hidden': 'true' }, [signs[change]]),
      h('div', {}, sayFolded(text, `${name} detail ${index}`, around)),
    ]),
  );
  return h('ul', { class: 'details' }, items, { key: 'details' });
}

/** Two columns where both sides have something and differ, one where they don't. */
function renderLines({ before, after }: Row, name: string, around: Surroundings): Sketch | undefined {
  if (before.length === 0 && after.length === 0) {
    return undefined;
  }
  const { words } = around;
  const side = (heading: string | undefined, lines: readonly MarkedLine[], which: 'before' | 'after'): Sketch =>
    renderSide(heading, lines, which, (parts, index) => sayParts(parts, `${name} ${which} ${index}`, around));
  const isEqual = before.length === after.length && before.every((line, index) => line === after[index]);
  const marked = markLines(before, after);
  if (isEqual) {
    return h('div', { class: 'sides' }, [side(undefined, marked.after, 'after')], { key: 'lines' });
  }
  const isOneSided = before.length === 0 || after.length === 0;
  return h(
    'div',
    { class: isOneSided ? 'sides' : 'sides two' },
    [
      before.length === 0 ? undefined : side(isOneSided ? undefined : words.before, marked.before, 'before'),
      after.length === 0 ? undefined : side(isOneSided ? undefined : words.after, marked.after, 'after'),
    ],
    { key: 'lines' },
  );
}

type SayLine = (parts: MarkedLine['parts'], index: number) => readonly Child[];

function renderSide(
  heading: string | undefined,
  lines: readonly MarkedLine[],
  side: 'before' | 'after',
  sayLine: SayLine,
): Sketch {
  return h(
    'div',
    { class: `side ${side}` },
    [
      heading === undefined ? undefined : h('h4', {}, say(heading)),
      h(
        'ul',
        { class: 'lines' },
        lines.map(({ parts, isChanged }, index) => renderLine(sayLine(parts, index), isChanged, side)),
      ),
    ],
    { key: side },
  );
}

/** A changed line is a deletion or an insertion to a screen reader, and has its sign in the margin. */
function renderLine(text: readonly Child[], isChanged: boolean, side: 'before' | 'after'): Sketch {
  if (!isChanged) {
    return h('li', {}, [h('span', {}, text)]);
  }
  const sign = h('span', { class: 'sign', 'aria-hidden': 'true' }, [side === 'before' ? '−' : '+']);
  return h('li', { class: 'changed' }, [sign, h(side === 'before' ? 'del' : 'ins', {}, text)]);
}
