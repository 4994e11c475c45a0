/** The whole panel as a sketch: what changes first, then who wants it, then the diff in detail. */
import { icon } from './icons.ts';
import type { PanelState } from './panelState.ts';
import type { ReviewView } from './protocol.ts';
import { renderBar, renderReasons } from './renderActions.ts';
import { renderFailure, renderNotices } from './renderNotices.ts';
import { renderSection } from './renderSection.ts';
import type { Surroundings } from './renderSection.ts';
import { renderTimeline } from './renderTimeline.ts';
import { h, hole, say } from './sketch.ts';
import type { Sketch } from './sketch.ts';

/** The id of the element that the key lists go into. */
export const keysId = 'keys';
/** The id of the heading, which gets the focus when the element that had it is gone. */
export const headingId = 'heading';

/** Without a view: what is going on, or what failed, under the page's title for those who go by headings. */
export function renderPage(state: PanelState, around: Omit<Surroundings, 'words'>, title: string): readonly Sketch[] {
  const { view } = state;
  const always = [renderBar(state), renderFailure(state), renderNotices(view?.notices ?? [])] as const;
  if (view === undefined) {
    return title === ''
      ? always
      : [h('h1', { id: headingId, class: 'unseen', tabindex: '-1' }, [title], { key: 'title' }), ...always];
  }
  const [bar, failure, notices] = always;
  const surroundings = { ...around, words: view.words };
  return [
    renderHeader(view),
    bar,
    renderReasons(view.actions),
    failure,
    notices,
    renderSummary(view),
    renderFacts(view.facts),
    ...view.sections.map((section) => renderSection(section, surroundings)),
    hole('div', { id: keysId }, keysId),
    renderTimeline(view.timeline, view.words.history),
  ].filter((part) => part !== undefined);
}

function renderHeader({ object, heading, subheading, status }: ReviewView): Sketch {
  const title = h('div', { class: 'title' }, [
    h('h1', { id: headingId, tabindex: '-1' }, say(heading)),
    h('span', { class: 'pill' }, [icon(status.tone), h('span', {}, say(status.label))]),
  ]);
  const under = subheading === '' ? undefined : h('p', { class: 'subheading' }, say(subheading));
  return h(
    'header',
    { class: 'header' },
    [h('div', { class: 'object' }, [icon(object)]), h('div', { class: 'titles' }, [title, under])],
    {
      key: 'header',
    },
  );
}

function renderSummary({ summary, words }: ReviewView): Sketch | undefined {
  if (summary.length === 0) {
    return undefined;
  }
  const items = summary.map(({ text, tone }) => h('li', {}, [icon(tone), h('span', {}, say(text))]));
  return h(
    'section',
    { class: 'summary', 'aria-labelledby': 'summary' },
    [h('h2', { id: 'summary' }, [words.summary]), h('ul', {}, items)],
    {
      key: 'summary',
    },
  );
}

function renderFacts(facts: ReviewView['facts']): Sketch | undefined {
  if (facts.length === 0) {
    return undefined;
  }
  const pairs = facts.map(({ label, value }) => h('div', {}, [h('dt', {}, say(label)), h('dd', {}, say(value))]));
  return h('dl', { class: 'facts' }, pairs, { key: 'facts' });
}
