/** The whole panel as a sketch: what changes first, then who wants it, then the diff in detail. */
import { icon } from './icons.ts';
import { sayFolded, sayHeading } from './longText.ts';
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
  const always = [renderFailure(state), renderNotices(state), renderBar(state)] as const;
  if (view === undefined) {
    return title === ''
      ? always
      : [h('h1', { id: headingId, class: 'unseen', tabindex: '-1' }, [title], { key: 'title' }), ...always];
  }
  const [failure, notices, bar] = always;
  const surroundings = { ...around, words: view.words };
  return [
    renderHeader(view, surroundings),
    failure,
    notices,
    renderSummary(view, surroundings),
    bar,
    renderReasons(view.actions),
    renderFacts(view.facts, surroundings),
    ...view.sections.map((section) => renderSection(section, surroundings)),
    hole('div', { id: keysId }, keysId),
    renderTimeline(view.timeline, surroundings),
  ].filter((part) => part !== undefined);
}

function renderHeader(view: ReviewView, around: Surroundings): Sketch {
  const { object, heading, subheading, byline, reason, status } = view;
  // A live region: when the request is decided, that is said.
  const pill = h('span', { role: 'status' }, [
    status.label === '' ? undefined : h('span', { class: 'pill' }, [icon(status.tone), h('span', {}, say(status.label))]),
  ]);
  const line = (name: string, text: string): Sketch | undefined =>
    text === '' ? undefined : h('p', { class: name }, sayFolded(text, name, around), { key: name });
  const [title, whole] = sayHeading(heading, 'heading', around);
  const quote = reason === '' ? undefined : h('blockquote', {}, sayFolded(reason, 'reason', around), { key: 'reason' });
  const titles = [
    h('div', { class: 'title' }, [h('h1', { id: headingId, tabindex: '-1' }, title), pill], { key: 'title' }),
    whole,
    line('subheading', subheading),
    line('byline', byline),
    quote,
  ];
  return h(
    'header',
    { class: 'header' },
    [h('div', { class: 'object' }, [icon(object)]), h('div', { class: 'titles' }, titles)],
    {
      key: 'header',
    },
  );
}

function renderSummary({ summary, words }: ReviewView, around: Surroundings): Sketch | undefined {
  if (summary.length === 0) {
    return undefined;
  }
  const items = summary.map(({ text, tone, mark }, index) => {
    const badge = mark === '' ? undefined : h('strong', { class: `mark tone-${tone}` }, say(mark));
    return h('li', {}, [icon(tone), h('div', {}, [h('span', {}, sayFolded(text, `summary ${index}`, around)), ' ', badge])]);
  });
  return h(
    'section',
    { class: 'summary', 'aria-labelledby': 'summary' },
    [h('h2', { id: 'summary' }, say(words.summary)), h('ul', {}, items)],
    {
      key: 'summary',
    },
  );
}

function renderFacts(facts: ReviewView['facts'], around: Surroundings): Sketch | undefined {
  if (facts.length === 0) {
    return undefined;
  }
  const pairs = facts.map(({ label, value }) =>
    h('div', {}, [h('dt', {}, say(label)), h('dd', {}, sayFolded(value, `fact ${label}`, around))]),
  );
  return h('dl', { class: 'facts' }, pairs, { key: 'facts' });
}
