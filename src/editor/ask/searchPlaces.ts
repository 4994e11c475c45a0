/** One searchable list over all workspaces: what was chosen last first, then what is known, and the rest as it is read. */
import * as vscode from 'vscode';
import { place, answered, toItem, type Answer, type Note, type Option, type Position, type Options } from './quickInput.ts';
import type { Connected } from '../window/connected.ts';
import { formatNumber } from '../words/requestWords.ts';
import { isArchived } from '../../domain/definitions/archived.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { searchPlaces as search } from '../../operations/catalog/placeSearch.ts';
import { after, type Timer } from '../../time/clock.ts';
import { createPlaceSources, type PlaceItem, type PlaceWhere, type WantedPlaces } from './placeSources.ts';
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
      else if (isFirstActive() !== undefined)
        pick.activeItems = pick.items.filter((item) => isFirstActive() && 'value' in item).slice(0, 1);
    };
    /** Whether Enter alone takes the first row; undefined: the row leaves that to the editor. */
    const isFirstActive = (): boolean | undefined => {
      const first = pick.value === '' ? question.rows('').find((row) => 'value' in row) : undefined;
      return first && 'isActive' in first ? first.isActive : undefined;
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
      const item =
        rows.find((row) => chosen && isSameRow(row, chosen)) ??
        (isFirstActive() === false ? undefined : rows.find((row) => 'value' in row));
      if (item && 'value' in item) answer(item.value as T);
    });
  });
}

const isSameRow = (one: vscode.QuickPickItem, other: vscode.QuickPickItem): boolean =>
  one.label === other.label && one.description === other.description;

/** More rows make each key stroke slow, and nobody reads them. */
const MAX_ROWS = 200;
/** Milliseconds between two drawings while lists arrive. */
const REDRAW = 200;

/** A place that a person may choose. */
export interface Place extends PlaceWhere {
  readonly item: PlaceItem;
}

export interface PlaceSearchQuestion<T> extends Position, WantedPlaces {
  readonly connected: Connected;
  readonly placeholder: string;
  /** The row if there is nothing at all. */
  readonly nothing: string;
  /** Offered before all others, as long as they exist. */
  readonly recent?: readonly Place[];
  rowOf(place: Place): Option<T>;
  /** The row of a name that may exist although it is in no list. */
  typed?(place: Place): Option<T>;
  /** Offered below all others. */
  readonly last?: Option<T>;
  /** Read beside the workspaces, and offered below their rows. */
  readMore?(signal: AbortSignal): Promise<readonly Option<T>[]>;
}

/** Rows are made only for the places that are shown, and the lists are read only if they are not known yet. */
export async function searchPlaces<T>(question: PlaceSearchQuestion<T>): Promise<Answer<T>> {
  const { connected, isPerWorkspace = false, recent = [], last, rowOf } = question;
  const sources = createPlaceSources(connected.client, question);
  let more: readonly Option<T>[] = [];
  let unread: readonly string[] = [];
  let isRead = false;
  /** What was found for the text of the last drawing. */
  let found: {
    readonly text: string;
    readonly version: number;
    readonly places: ReturnType<typeof search<PlaceItem, PlaceWhere>>;
  };

  function placesFor(text: string): typeof found.places {
    const { sources: known, version } = sources.known();
    if (found?.text !== text || found.version !== version)
      found = { text, version, places: search<PlaceItem, PlaceWhere>(text, MAX_ROWS + recent.length) };
    found.places.update(known);
    return found.places;
  }

  /** As they are listed now. Those that are not listed any more are left out. */
  const recentNow = (): readonly Place[] =>
    recent.flatMap((place) => {
      const now = sources.now({ ...place, name: place.item.name });
      const listed = now ?? place;
      return listed === 'gone' || (question.isForChange && isArchived(listed.item)) ? [] : [listed];
    });

  function rows(text: string): Options<T> {
    const places = placesFor(text);
    const first = recentNow();
    const recents = filtered(first.map(rowOf), text);
    const isOther = (place: Place): boolean => !first.some((one) => isSamePlace(one, place));
    const others = places.best.map(({ item, where }): Place => ({ item, ...where })).filter(isOther);
    const shown = [...others.slice(0, MAX_ROWS).map(rowOf), ...filtered(more, text)].slice(0, MAX_ROWS);
    const listed = places.count - (places.best.length - others.length);
    const hidden = Math.max(0, listed + filtered(more, text).length - shown.length);
    const typed = text.trim() === '' ? [] : typedRows(text.trim(), recents.length + shown.length > 0);
    const isEmpty = recents.length + shown.length + typed.length === 0;
    return [
      ...(recents.length > 0 ? [{ separator: t('recent') }, ...recents] : []),
      ...(recents.length > 0 && shown.length > 0 ? [{ separator: '' }] : []),
      ...shown,
      ...typed,
      ...(isEmpty && isRead ? [{ note: nothingSentence(text.trim()) }] : []),
      ...(hidden > 0 ? [{ note: t('… and {0} more', formatNumber(hidden)) }] : []),
      ...notes(),
      ...(last ? [{ separator: '' }, last] : []),
    ];
  }

  const unreadWorkspaces = (): readonly string[] =>
    sources.workspaces.filter(({ id }) => !sources.isRead(id)).map(({ name }) => name);

  /** That something does not exist is said only of complete lists. */
  function nothingSentence(text: string): string {
    if (unreadWorkspaces().length > 0) return t('Nothing fits in what could be read');
    return text === '' ? question.nothing : t('Nothing fits “{0}”', text);
  }

  function notes(): readonly Note[] {
    if (!isRead) {
      const all = sources.workspaces.length;
      return all === 0
        ? []
        : [{ note: t('Reading: {0} of {1} workspaces', formatNumber(all - unreadWorkspaces().length), formatNumber(all)) }];
    }
    const names = unread.length > 0 ? unread : unreadWorkspaces();
    return names.length === 0 ? [] : [{ note: t('Could not be read: {0}', names.join(', ')) }];
  }

  function typedRows(name: string, hasFound: boolean): readonly Option<T>[] {
    const { typed } = question;
    if (!typed) return [];
    const open = sources.workspaces.filter(({ id }) => !hasFound || sources.isMissing('flag', id));
    const places = open.flatMap((workspace): readonly Place[] => {
      const environments = isPerWorkspace ? [undefined] : sources.environmentsOf(workspace.id);
      return environments.map((environment) => ({ kind: 'flag', workspace, environment, item: { name } }));
    });
    return places.slice(0, MAX_ROWS).map(typed);
  }

  return askSearch<T>({
    ...question,
    rows,
    async load(changed, signal) {
      let timer: Timer | undefined;
      const soon = (): void => {
        timer ??= after(REDRAW, () => {
          timer = undefined;
          changed();
        });
      };
      const listener = catalogOf(connected.client).onDidChange(soon);
      try {
        [unread] = await Promise.all([
          sources.read(signal),
          question.readMore?.(signal).then((read) => {
            more = read;
            soon();
          }),
        ]);
        isRead = true;
      } finally {
        listener.dispose();
        timer?.dispose();
      }
    },
  });
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.kind === other.kind &&
  one.item.name === other.item.name &&
  one.workspace.id === other.workspace.id &&
  one.environment?.id === other.environment?.id;

/** Rows that have each word of the text somewhere. */
function filtered<T>(rows: readonly Option<T>[], text: string): readonly Option<T>[] {
  const words = text
    .toLowerCase()
    .split(/[\s·]+/)
    .filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ label, description }) => {
    const where = `${label} ${description ?? ''}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
}
