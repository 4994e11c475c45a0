/** The panel's own check of what the editor sends. Pure: no DOM, so that it can be tested without a browser. */
import type {
  Action,
  ActionId,
  Bar,
  Change,
  Detail,
  KeyList,
  Notice,
  ReviewView,
  ReviewWords,
  Row,
  Section,
  Sides,
  Step,
  SummaryLine,
  TimelineEntry,
  Tone,
  ToWebview,
} from './protocol.ts';

type Guard<T> = (value: unknown) => value is T;
type Message<Type extends ToWebview['type']> = Extract<ToWebview, { type: Type }>;

/** Messages travel as JSON, where NaN and infinity are null: a number is a finite one. */
const number: Guard<number> = (value): value is number => Number.isFinite(value);
const text: Guard<string> = (value): value is string => typeof value === 'string';
const yesOrNo: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';

/** JSON drops `undefined`: a field that is missing is one that is undefined. */
function maybe<T>(inner: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || inner(value);
}

function list<T>(item: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every((entry) => item(entry));
}

/** One of the words of a union; a record, so that the compiler misses none of them. */
function oneOf<Word extends string>(words: Record<Word, true>): Guard<Word> {
  return (value): value is Word => typeof value === 'string' && Object.hasOwn(words, value);
}

/** An object with at least these fields; a field of the protocol that is not checked here does not compile. */
function record<T>(fields: { readonly [Key in keyof T]-?: Guard<T[Key]> }): Guard<T> {
  const checks = Object.entries<Guard<unknown>>(fields);
  return (value): value is T => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return false;
    }
    const entries = value as Readonly<Record<string, unknown>>;
    return checks.every(([name, check]) => check(Object.hasOwn(entries, name) ? entries[name] : undefined));
  };
}

const tone = oneOf<Tone>({ neutral: true, info: true, good: true, warning: true, danger: true });
const change = oneOf<Change>({ added: true, removed: true, edited: true, moved: true, same: true });
const actionId = oneOf<ActionId>({
  approve: true,
  approveWith: true,
  withdraw: true,
  useKey: true,
  refresh: true,
  textDiff: true,
  copyMarkdown: true,
  reject: true,
  inverse: true,
  history: true,
  compare: true,
  showChanges: true,
  switchConnection: true,
});
const step = record<Step>({ id: actionId, label: text });
const notice = record<Notice>({ text, tone, steps: list(step) });
const summaryLine = record<SummaryLine>({ text, tone, mark: text });

const bar = record<Bar>({ treatment: text, before: maybe(number), after: maybe(number) });
const row = record<Row>({
  change,
  changeLabel: text,
  title: text,
  details: list(record<Detail>({ change, text })),
  before: list(text),
  after: list(text),
  bars: list(bar),
});
const sides = record<Sides>({ before: text, after: text });
const section = record<Section>({ id: text, title: text, rows: list(row), sides: maybe(sides) });
const action = record<Action>({
  id: actionId,
  label: text,
  isEnabled: yesOrNo,
  isPrimary: yesOrNo,
  isTool: yesOrNo,
  reason: text,
});
const timelineEntry = record<TimelineEntry>({ who: text, what: text, when: text, comment: text });
const words = record<ReviewWords>({
  summary: text,
  history: text,
  actions: text,
  tools: text,
  before: text,
  after: text,
  nothing: text,
  searchKeys: text,
  keysShown: text,
  unchanged: text,
  showAll: text,
});
const view = record<ReviewView>({
  id: text,
  restore: text,
  heading: text,
  subheading: text,
  byline: text,
  reason: text,
  object: oneOf<ReviewView['object']>({ flag: true, segment: true }),
  status: record<ReviewView['status']>({ label: text, tone }),
  summary: list(summaryLine),
  notices: list(notice),
  facts: list(record<ReviewView['facts'][number]>({ label: text, value: text })),
  sections: list(section),
  timeline: list(timelineEntry),
  actions: list(action),
  words,
});
const keyList = record<KeyList>({
  id: oneOf<KeyList['id']>({ added: true, removed: true, unchanged: true }),
  title: text,
  change,
  keys: list(text),
});

const messages: { readonly [Type in ToWebview['type']]: Guard<Message<Type>> } = {
  view: record<Message<'view'>>({ type: oneOf({ view: true }), view }),
  keys: record<Message<'keys'>>({ type: oneOf({ keys: true }), lists: list(keyList) }),
  busy: record<Message<'busy'>>({ type: oneOf({ busy: true }), message: maybe(text) }),
  failure: record<Message<'failure'>>({ type: oneOf({ failure: true }), message: text, tone, retry: text, step: maybe(step) }),
};

/** A message of the editor; `undefined` if it is not one, whole and well formed. Fields beyond the protocol are let be. */
export function parseMessage(value: unknown): ToWebview | undefined {
  return Object.values(messages).find((isMessage): boolean => isMessage(value)) ? (value as ToWebview) : undefined;
}

/** What the panel keeps over a reload and while it is hidden: the last view, and what the user did to it. */
export interface Saved {
  readonly view: ReviewView;
  readonly openFolds: readonly string[];
  readonly search: string;
  /** How far the page was scrolled, in pixels. */
  readonly scroll: number;
}

const saved = record<Saved>({ view, openFolds: list(text), search: text, scroll: number });

/** The panel's own saved state; `undefined` if there is none, or one that another version wrote. */
export function parseSaved(value: unknown): Saved | undefined {
  return saved(value) ? value : undefined;
}
