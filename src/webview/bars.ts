/** Shares of the traffic as bars with their numbers: one row per treatment, old above new. */
import type { Numbers } from './numbers.ts';
import type { Bar, ReviewWords } from './protocol.ts';
import { h, say } from './sketch.ts';
import type { Sketch } from './sketch.ts';

type Side = 'before' | 'after';

/** What the bars compare: both sides where they differ, else the one there is (a rule that is new, goes, or only moves). */
export function sidesOf(bars: readonly Bar[]): readonly Side[] {
  const has = (side: Side): boolean => bars.some((bar) => bar[side] !== undefined);
  if (!has('before') || !has('after')) {
    return has('before') ? ['before'] : ['after'];
  }
  return bars.some((bar) => bar.before !== bar.after) ? ['before', 'after'] : ['after'];
}

/** A table. Its columns are the same with one side as with two, so that the bars of all rules can be compared. */
export function renderBars(bars: readonly Bar[], words: ReviewWords, numbers: Numbers, caption: string): Sketch {
  const sides = sidesOf(bars);
  const isCompared = sides.length === 2;
  const numberCell = (bar: Bar, side: Side): Sketch => {
    const share = bar[side];
    return h('td', { class: `number ${side}` }, [
      // A treatment that is not in a list gets nobody.
      sides.includes(side) && (isCompared || share !== undefined) ? numbers.percent(share ?? 0) : '',
    ]);
  };
  const body = bars.map((bar) =>
    h('tr', {}, [
      h('th', { scope: 'row' }, [
        h('div', { class: 'share-head' }, [
          h('bdi', { class: 'treatment' }, say(bar.treatment)),
          h(
            'div',
            { class: 'tracks', 'aria-hidden': 'true' },
            sides.map((side) => renderTrack(side, bar[side])),
          ),
        ]),
      ]),
      numberCell(bar, 'before'),
      numberCell(bar, 'after'),
      h('td', { class: 'number delta' }, [isCompared ? deltaOf(bar, numbers) : '']),
    ]),
  );
  const parts = [isCompared ? renderHead(words) : undefined, h('tbody', {}, body, { key: 'body' })];
  return h('table', { class: 'bars', 'aria-label': caption }, parts, { key: 'bars' });
}

function renderHead(words: ReviewWords): Sketch {
  const column = (side: Side): Sketch =>
    h('th', { scope: 'col', class: 'number' }, [
      h('span', { class: 'side-name' }, [h('span', { class: `swatch ${side}`, 'aria-hidden': 'true' }, []), ...say(words[side])]),
    ]);
  const empty = h('td', { class: 'number delta' }, []);
  return h('thead', {}, [h('tr', {}, [h('td', {}, []), column('before'), column('after'), empty])], { key: 'head' });
}

function renderTrack(side: Side, share = 0): Sketch {
  const width = `${Math.min(Math.max(share, 0), 100)}%`;
  return h('div', { class: 'track' }, share > 0 ? [h('div', { class: `share ${side}` }, [], { style: { width } })] : []);
}

/** Nothing for a share that stays: the changed ones stand out. */
function deltaOf({ before, after }: Bar, numbers: Numbers): string {
  const delta = (after ?? 0) - (before ?? 0);
  return delta === 0 ? '' : numbers.delta(delta);
}
