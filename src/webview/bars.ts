/** Draws shares of the traffic as bars with their numbers: one row for each treatment, the old share above the new one. */
import type { Numbers } from './numbers.ts';
import type { Bar, ReviewWords } from './protocol.ts';
import { h, readable, type VNode } from './vnode.ts';

type Side = 'before' | 'after';

/**
 * Returns the sides to draw: both if both have shares and the shares differ, otherwise one side (for a rule that is added,
 * removed, or only moved).
 */
export function sidesOf(bars: readonly Bar[]): readonly Side[] {
  const has = (side: Side): boolean => bars.some((bar) => bar[side] !== undefined);
  if (!has('before') || !has('after')) return has('before') ? ['before'] : ['after'];
  return bars.some((bar) => bar.before !== bar.after) ? ['before', 'after'] : ['after'];
}

/**
 * Draws a table. A table with one side has the same columns as a table with two, so that the bars of all rules can be compared.
 */
export function renderBars(bars: readonly Bar[], words: ReviewWords, numbers: Numbers, caption: string): VNode {
  const sides = sidesOf(bars);
  const isCompared = sides.length === 2;
  const number = (bar: Bar, side: Side): VNode => {
    // A treatment that is missing in a list has 0 %.
    const isDrawn = sides.includes(side) && (isCompared || bar[side] !== undefined);
    return h('td', { class: `number ${side}` }, [isDrawn ? numbers.percent(bar[side] ?? 0) : '']);
  };
  const body = bars.map((bar) => {
    const tracks = h(
      'div',
      { class: 'tracks', 'aria-hidden': 'true' },
      sides.map((side) => renderTrack(side, bar[side])),
    );
    const head = h('div', { class: 'share-head' }, [h('bdi', { class: 'treatment' }, readable(bar.treatment)), tracks]);
    const delta = (bar.after ?? 0) - (bar.before ?? 0);
    return h('tr', {}, [
      h('th', { scope: 'row' }, [head]),
      number(bar, 'before'),
      number(bar, 'after'),
      // An unchanged share has no delta, so that the changed ones stand out.
      h('td', { class: 'number delta' }, [isCompared && delta !== 0 ? numbers.delta(delta) : '']),
    ]);
  });
  const parts = [isCompared ? renderHead(words) : undefined, h('tbody', { key: 'body' }, body)];
  return h('table', { key: 'bars', class: 'bars', 'aria-label': caption }, parts);
}

function renderHead(words: ReviewWords): VNode {
  const column = (side: Side): VNode => {
    const swatch = h('span', { class: `swatch ${side}`, 'aria-hidden': 'true' });
    return h('th', { scope: 'col', class: 'number' }, [h('span', { class: 'side-name' }, [swatch, ...readable(words[side])])]);
  };
  const cells = [h('td', {}), column('before'), column('after'), h('td', { class: 'number delta' })];
  return h('thead', { key: 'head' }, [h('tr', {}, cells)]);
}

function renderTrack(side: Side, share = 0): VNode {
  const width = `${Math.min(Math.max(share, 0), 100)}%`;
  return h('div', { class: 'track' }, share > 0 ? [h('div', { class: `share ${side}` }, [], { width })] : []);
}
