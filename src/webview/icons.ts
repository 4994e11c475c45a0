/**
 * Small line drawings in the colour of the text. Their shapes distinguish tones and objects without colours. Screen readers ignore
 * them.
 */
import type { ReviewView, Tone } from './protocol.ts';
import { h, type VNode } from './vnode.ts';

const OUTLINES: Readonly<Record<Tone | ReviewView['object'], string>> = {
  neutral: 'M5 8h6',
  info: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM8 7.25v4M8 4.5v1',
  good: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM5 8.2l2.1 2.1L11 6.2',
  warning: 'M8 1.8L15 14.2H1zM8 6.2v4M8 11.4v1',
  danger: 'M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3zM5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
  flag: 'M3 15V1.5M3 2.5h9.5L10.2 6l2.3 3.5H3',
  segment:
    'M5.5 7.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 1 0 0 5zM1 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 7.5a2.5 2.5 0 0 0 0-5M12 9.8c1.8.5 3 1.8 3 3.7',
};

/** Draws an icon. `tone-…` classes set its colour. */
export function icon(name: keyof typeof OUTLINES): VNode {
  const attributes = { class: `icon icon-${name}`, viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false' };
  return h('svg', attributes, [h('path', { d: OUTLINES[name] })]);
}
