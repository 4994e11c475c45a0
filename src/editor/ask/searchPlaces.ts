/** One searchable list over all workspaces: first the recent choices, then the known places, and the rest as it is read. */
import * as vscode from 'vscode';
import { askSearch } from './askSearch.ts';
import type { Answer, Note, Option, Options, Position } from './quickInput.ts';
import type { Connected } from '../window/connected.ts';
import { formatNumber } from '../words/requestWords.ts';
import { isArchived } from '../../domain/definitions/archived.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { createPlaceSearch as search } from '../../operations/catalog/placeSearch.ts';
import { after, type Timer } from '../../time/clock.ts';
import { createPlaceSources, type Place, type PlaceItem, type PlaceScope, type WantedPlaces } from './placeSources.ts';

const { t } = vscode.l10n;

/** The maximum number of rows. More rows would slow down each key stroke, and nobody reads so many. */
const MAX_ROWS = 200;
/** Milliseconds between two redraws while lists arrive. */
const REDRAW_INTERVAL = 200;

/** Rows that do not come from the lists of the workspaces. */
export interface FurtherRows<T> {
  readonly rows: readonly Option<T>[];
  /** Says what was not read. Undefined if the rows are complete. */
  readonly unread?: string | undefined;
}

export interface PlaceSearchQuestion<T> extends Position, WantedPlaces {
  readonly connected: Connected;
  readonly placeholder: string;
  /** The text of the row if there is nothing to choose. */
  readonly emptyText: string;
  /** Places that are offered before all others, as long as they exist at the service. */
  readonly recent?: readonly Place[];
  rowOf(place: Place): Option<T>;
  /** Returns the row for a name that may exist although no list contains it. */
  typed?(place: Place): Option<T>;
  /** Returns the row for a pasted text that is not a name, such as a link. The list then contains no other row. */
  pasted?(text: string): Option<T> | undefined;
  /** A row below all other rows. */
  readonly lastRow?: Option<T>;
  /** Reads further rows at the same time as the workspaces. They are offered below the rows of the workspaces. */
  readMore?(signal: AbortSignal): Promise<FurtherRows<T>>;
}

/** Asks for a place. Creates rows only for the places that are shown, and reads a list only if it is not known yet. */
export async function searchPlaces<T>(question: PlaceSearchQuestion<T>): Promise<Answer<T>> {
  const { connected, isPerWorkspace = false, recent = [], lastRow, rowOf } = question;
  const sources = createPlaceSources(connected.client, question);
  let more: FurtherRows<T> = { rows: [] };
  /** Flags that the service found by the typed name before their lists were read. */
  const early: Place[] = [];
  /** The typed texts for which the service was asked. */
  const searched = new Set<string>();
  let unread: readonly string[] = [];
  let isRead = false;
  /** The last search result, and the text that was searched for. */
  let found: {
    readonly text: string;
    readonly version: number;
    readonly places: ReturnType<typeof search<PlaceItem, PlaceScope>>;
  };

  function placesFor(text: string): typeof found.places {
    const { sources: known, version } = sources.known();
    if (found?.text !== text || found.version !== version)
      found = { text, version, places: search<PlaceItem, PlaceScope>(text, MAX_ROWS + recent.length) };
    found.places.update(known);
    return found.places;
  }

  /** Returns the recent places in their current state, without those that are no longer listed. */
  const recentNow = (): readonly Place[] =>
    recent.flatMap((place) => {
      const now = sources.currentPlace({ ...place, name: place.item.name });
      const listed = now ?? place;
      return listed === 'gone' || (question.excludesArchived && isArchived(listed.item)) ? [] : [listed];
    });

  function rows(text: string): Options<T> {
    const pasted = question.pasted?.(text.trim());
    if (pasted) return [{ ...pasted, isAlwaysShown: true }];
    const places = placesFor(text);
    const first = recentNow();
    const recents = matchingRows(first.map(rowOf), text);
    const isOther = (place: Place): boolean => !first.some((one) => isSamePlace(one, place));
    const others = places.best.map(({ item, where }): Place => ({ item, ...where })).filter(isOther);
    const isUnlisted = (place: Place): boolean => isOther(place) && !others.some((one) => isSamePlace(one, place));
    const notYetListed = matchingRows(early.filter(isUnlisted).map(rowOf), text);
    const further = matchingRows(more.rows, text);
    // Flags that were found early come after the listed ones. The lists arrive in the order of the workspaces, so such a flag
    // keeps its position when the list that contains it arrives.
    const shown = [...others.slice(0, MAX_ROWS).map(rowOf), ...notYetListed, ...further].slice(0, MAX_ROWS);
    const listed = places.count - (places.best.length - others.length);
    const hidden = Math.max(0, listed + notYetListed.length + further.length - shown.length);
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
      ...(lastRow ? [{ separator: '' }, lastRow] : []),
    ];
  }

  const unreadWorkspaces = (): readonly string[] =>
    sources.workspaces.filter(({ id }) => !sources.isRead(id)).map(({ name }) => name);

  /** Returns the sentence that is shown if there is no row. Only complete lists prove that something does not exist. */
  function nothingSentence(text: string): string {
    if (unreadWorkspaces().length > 0) return t('No match in the lists that could be read');
    if (more.unread !== undefined) return t('No match in the data that was read');
    return text === '' ? question.emptyText : t('No match for “{0}”', text);
  }

  function notes(): readonly Note[] {
    if (!isRead) {
      const all = sources.workspaces.length;
      return all === 0
        ? []
        : [{ note: t('Reading: {0} of {1} workspaces', formatNumber(all - unreadWorkspaces().length), formatNumber(all)) }];
    }
    const names = unread.length > 0 ? unread : unreadWorkspaces();
    return [
      ...(names.length > 0 ? [{ note: t('Workspaces that could not be read: {0}', names.join(', ')) }] : []),
      ...(more.unread === undefined ? [] : [{ note: more.unread }]),
    ];
  }

  function typedRows(name: string, hasFound: boolean): readonly Option<T>[] {
    const { typed } = question;
    if (!typed) return [];
    const open = sources.workspaces.filter(({ id }) => !hasFound || sources.isListMissing('flag', id));
    const places = open.flatMap((workspace): readonly Place[] => {
      const environments = isPerWorkspace ? [undefined] : sources.environmentsOf(workspace.id);
      return environments.map((environment) => ({ kind: 'flag', workspace, environment, item: { name } }));
    });
    return places.slice(0, MAX_ROWS).map(typed);
  }

  return askSearch<T>({
    ...question,
    rows,
    async loadFor(typed, changed, signal) {
      const text = typed.trim();
      // Asks the service for the name, because reading all lists of a large service may take minutes. A name of a flag has no
      // spaces.
      const isName = text !== '' && !/\s/.test(text) && question.kinds.includes('flag');
      if (isRead || !isName || searched.has(text) || placesFor(text).count > 0) return;
      searched.add(text);
      early.push(...(await sources.search(text, signal)));
      changed();
    },
    async load(changed, signal) {
      let timer: Timer | undefined;
      const soon = (): void => {
        timer ??= after(REDRAW_INTERVAL, () => {
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

/** Returns the rows that contain each word of the text. */
function matchingRows<T>(rows: readonly Option<T>[], text: string): readonly Option<T>[] {
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
