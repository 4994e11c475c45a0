/** The whole panel: first what changes, then who wants it, then the diff in detail, the keys and the history. */
import { icon } from './icons.ts';
import { foldedHeading, foldedText } from './longText.ts';
import type { PanelState } from './panelState.ts';
import type { ForWhomView, ReviewView } from './protocol.ts';
import { renderBar, renderFailure, renderNote, renderNotices, renderQueue } from './renderControls.ts';
import { renderKeys } from './keys.ts';
import { renderSection, type RenderContext } from './renderSection.ts';
import { h, readable, type VNode } from './vnode.ts';

/** The id of the heading. The heading gets the focus if the focused element no longer exists. */
export const headingId = 'heading';

/**
 * Draws the page. Without a view, draws the current work or the failure, below the page's title for people who navigate by
 * headings.
 */
export function renderPage(state: PanelState, around: Omit<RenderContext, 'words'>, title: string): readonly VNode[] {
  const { view, lists, search } = state;
  const [failure, notices, bar] = [renderFailure(state), renderNotices(state), renderBar(state)];
  if (view === undefined) {
    const heading = h('h1', { key: 'title', id: headingId, class: 'unseen', tabindex: '-1' }, [title]);
    return [...(title === '' ? [] : [heading]), failure, notices, bar];
  }
  const page = { ...around, words: view.words };
  return [
    renderQueue(view),
    renderHeader(view, page),
    failure,
    notices,
    view.forWhom && renderLines('forWhom', view.forWhom, page),
    renderLines('summary', { title: view.words.summary, lines: view.summary, folds: [] }, page),
    bar,
    renderNote(state),
    renderFacts(view.facts, page),
    ...view.sections.map((section) => renderSection(section, page)),
    renderKeys(lists, search, page),
    renderTimeline(view.timeline, page),
  ].filter((part) => part !== undefined);
}

function renderHeader(view: ReviewView, page: RenderContext): VNode {
  const { object, heading, subheading, byline, reason, status, place } = view;
  const pill = h('span', { class: 'pill' }, [icon(status.tone), h('span', {}, readable(status.label))]);
  const line = (name: string, text: string): VNode | undefined =>
    text === '' ? undefined : h('p', { key: name, class: name }, foldedText(text, name, page));
  const [title, whole] = foldedHeading(heading, 'heading', page);
  return h('header', { key: 'header', class: 'header' }, [
    h('div', { class: 'object' }, [icon(object)]),
    h('div', { class: 'titles' }, [
      h('div', { key: 'title', class: 'title' }, [
        h('h1', { id: headingId, tabindex: '-1' }, title),
        place && h('span', { class: `pill place tone-${place.tone}` }, readable(place.label)),
        // A live region, so that a screen reader announces a decision about the request.
        h('span', { role: 'status' }, [status.label === '' ? undefined : pill]),
      ]),
      whole,
      line('subheading', subheading),
      line('byline', byline),
      reason === '' ? undefined : h('blockquote', { key: 'reason' }, foldedText(reason, 'reason', page)),
    ]),
  ]);
}

function renderLines(name: string, { title, lines, folds }: ForWhomView, page: RenderContext): VNode | undefined {
  if (lines.length === 0) return undefined;
  const folded = folds.map((fold, index) => {
    const key = `${name} ${index}`;
    const attributes = { class: 'fold', 'data-fold': key, open: page.openFolds.has(key) ? '' : undefined };
    return h('details', attributes, [h('summary', {}, [fold.label]), renderSummaryLines(fold.lines, key, page)]);
  });
  const heading = h('h2', { id: name }, readable(title));
  const parts = [heading, renderSummaryLines(lines, name, page), ...folded];
  return h('section', { key: name, class: 'summary', 'aria-labelledby': name }, parts);
}

function renderSummaryLines(lines: ReviewView['summary'], name: string, page: RenderContext): VNode {
  const items = lines.map(({ text, tone, mark }, index) => {
    const badge = mark ? h('strong', { class: `mark tone-${tone}` }, readable(mark)) : undefined;
    return h('li', {}, [icon(tone), h('div', {}, [h('span', {}, foldedText(text, `${name} ${index}`, page)), ' ', badge])]);
  });
  return h('ul', {}, items);
}

function renderFacts(facts: ReviewView['facts'], page: RenderContext): VNode | undefined {
  if (facts.length === 0) return undefined;
  const pairs = facts.map(({ label, value }) =>
    h('div', {}, [h('dt', {}, readable(label)), h('dd', {}, foldedText(value, `fact ${label}`, page))]),
  );
  return h('dl', { key: 'facts', class: 'facts' }, pairs);
}

function renderTimeline(entries: ReviewView['timeline'], page: RenderContext): VNode | undefined {
  if (entries.length === 0) return undefined;
  const items = entries.map(({ who, what, when, comment }, index) => {
    const head = [h('strong', {}, [h('bdi', {}, readable(who))]), ' ', h('span', {}, readable(what)), ' '];
    return h('li', { class: 'entry' }, [
      h('p', { class: 'entry-head' }, [...head, h('span', { class: 'when' }, readable(when))]),
      comment === '' ? undefined : h('div', { class: 'comment' }, foldedText(comment, `comment ${index}`, page)),
    ]);
  });
  const title = h('h2', { id: 'history' }, [page.words.history]);
  return h('section', { key: 'history', class: 'section', 'aria-labelledby': 'history' }, [
    title,
    h('ol', { class: 'timeline' }, items),
  ]);
}
