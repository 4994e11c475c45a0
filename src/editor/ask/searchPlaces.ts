/** One searchable list over all workspaces: what was chosen last first, then what is known, and the rest as it is read. */
import * as vscode from 'vscode';
import { place, answered, toItem, type Answer, type Note, type Option, type Position, type Options } from './quickInput.ts';
import type { Connected } from '../window/connected.ts';
import { formatNumber } from '../words/requestWords.ts';
import { knownListings, readListings, type Kind, type Listing } from './listings.ts';
import { labelText } from '../words/escape.ts';

const { t } = vscode.l10n;

export interface SearchQuestion<T> extends Position {
  readonly placeholder: string;
  /** The rows that fit what is typed, best first. Called at each key stroke, so it asks nobody. */
  rows(text: string): Options<T>;
  /** Reads what is not there yet; `changed` draws the rows again. The signal aborts when the question is answered or left. */
  load(changed: () => void, signal: AbortSignal): Promise<void>;
}

/** The caller filters the rows: the editor looks for what is typed in one field, and finds nothing for a word of each. */
async function askSearch<T>(question: SearchQuestion<T>): Promise<Answer<T>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: T }>();
  place(pick, question);
  pick.placeholder = labelText(question.placeholder);
  pick.matchOnDescription = true;
  return answered(pick, (answer, fail, left) => {
    const rowsFor = (text: string) =>
      question.rows(text).map((row) => toItem('label' in row ? { ...row, isAlwaysShown: true } : row));
    let drawn: string | undefined;
    const draw = (): void => {
      const active = drawn === pick.value ? pick.activeItems[0] : undefined;
      drawn = pick.value;
      pick.items = rowsFor(pick.value);
      // Rows that come in above it must not push another row under Enter.
      const again = active && pick.items.find((item) => isSameRow(item, active));
      if (again) pick.activeItems = [again];
    };
    pick.busy = true;
    draw();
    question
      .load(draw, left)
      .then(() => {
        draw();
        pick.busy = false;
      })
      .catch(fail);
    pick.onDidChangeValue(draw);
    pick.onDidAccept(() => {
      const rows = rowsFor(pick.value);
      const [chosen] = pick.selectedItems;
      // Enter may be quicker than the rows for what was just typed.
      const item = rows.find((row) => chosen && isSameRow(row, chosen)) ?? rows.find((row) => 'value' in row);
      if (item && 'value' in item) answer(item.value as T);
    });
  });
}

const isSameRow = (one: vscode.QuickPickItem, other: vscode.QuickPickItem): boolean =>
  one.label === other.label && one.description === other.description;

/** More rows make each key stroke slow, and nobody reads them. */
const MAX_ROWS = 2000;

export interface PlaceSearch<T> extends Position {
  readonly connected: Connected;
  readonly placeholder: string;
  readonly kinds: readonly Kind[];
  /** Where there is nothing to choose. */
  readonly nothing: string;
  /** Offered before all others, until its workspace is read and lacks it. */
  readonly recent?: readonly Option<T>[];
  rowsOf(listing: Listing): readonly Option<T>[];
  /** Rows for a name that may exist although it is in no list. */
  typed?(name: string, listing: Listing): readonly Option<T>[];
  /** Offered below all others. */
  readonly last?: Option<T>;
  /** Read beside the workspaces, and offered below their rows. */
  readMore?(signal: AbortSignal): Promise<readonly Option<T>[]>;
}

export async function searchPlaces<T>(search: PlaceSearch<T>): Promise<Answer<T>> {
  const { connected, kinds, recent = [], last } = search;
  let listings: readonly Listing[] = [];
  let all: readonly Option<T>[] = [];
  let more: readonly Option<T>[] = [];
  let notes: readonly Note[] = [];
  let isRead = false;
  const use = (now: readonly Listing[]): void => {
    listings = now;
    all = now.flatMap((listing) => search.rowsOf(listing));
  };
  use(knownListings(connected, kinds));

  function rows(text: string): ReturnType<Parameters<typeof askSearch<T>>[0]['rows']> {
    const first = freshOf(recent, all, isRead && notes.length === 0 && listings.every(({ areFlagsListed }) => areFlagsListed));
    const rest = [...all.filter((row) => !first.some((other) => isSame(row, other))), ...more];
    const [recents, others] = [filtered(first, text), filtered(rest, text)];
    const shown = others.slice(0, MAX_ROWS - recents.length);
    const typed = text.trim() === '' ? [] : typedRows(text.trim(), recents.length + others.length > 0);
    const hidden = others.length - shown.length;
    const isEmpty = recents.length + shown.length + typed.length === 0;
    return [
      ...(recents.length > 0 ? [{ separator: t('recent') }, ...recents] : []),
      ...(recents.length > 0 && shown.length > 0 ? [{ separator: '' }] : []),
      ...shown,
      ...typed,
      ...(isEmpty && isRead ? [{ note: text.trim() === '' ? search.nothing : t('Nothing fits “{0}”', text.trim()) }] : []),
      ...(hidden > 0 ? [{ note: t('… and {0} more', formatNumber(hidden)) }] : []),
      ...notes,
      ...(last ? [{ separator: '' }, last] : []),
    ];
  }

  const typedRows = (name: string, hasFound: boolean): readonly Option<T>[] =>
    listings.flatMap((listing) => (hasFound && listing.areFlagsListed ? [] : (search.typed?.(name, listing) ?? [])));

  return askSearch<T>({
    ...search,
    rows,
    async load(changed, signal) {
      const [unread] = await Promise.all([
        readListings(connected, kinds, (now) => (use(now), changed()), signal),
        search.readMore?.(signal).then((read) => ((more = read), changed())),
      ]);
      isRead = true;
      if (unread.length > 0) notes = [{ note: t('Could not be read: {0}', unread.join(', ')) }];
    },
  });
}

/** As they are listed now; those that are not listed any more are left out once all is read. */
function freshOf<T>(recent: readonly Option<T>[], all: readonly Option<T>[], isComplete: boolean): readonly Option<T>[] {
  return recent.flatMap((row) => all.find((other) => isSame(row, other)) ?? (isComplete ? [] : [row]));
}

const isSame = (one: Option<unknown>, other: Option<unknown>): boolean =>
  one.label === other.label && one.description === other.description;

/** Rows that have each word of the text somewhere; first those in which a name begins with most of them. */
function filtered<T>(rows: readonly Option<T>[], text: string): readonly Option<T>[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const found = rows.flatMap((row) => {
    const where = `${row.label} · ${row.description ?? ''}`.toLowerCase();
    if (!words.every((word) => where.includes(word))) return [];
    const names = where.split(' · ');
    return [{ row, begins: words.filter((word) => names.some((name) => name.startsWith(word))).length }];
  });
  return found.toSorted((one, other) => other.begins - one.begins).map(({ row }) => row);
}
