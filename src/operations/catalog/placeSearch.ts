/**
 * Finds places by words in their names. A place is an item, such as a flag, in an environment or in a whole workspace. There
 * may be a million places. So the search checks each item once, checks environments that match the same words together, and
 * lists only as many places as are shown.
 */

/** Items of one kind in one workspace, and the places that each of them may be in. */
export interface PlaceSource<Item extends { readonly name: string }, Where> {
  /**
   * Grows while the list is read. Reading the list again must create a new array, because the search checks each item of an
   * array only once.
   */
  readonly items: readonly Item[];
  /**
   * The places in which each item is searched. `names` = the names of the environment and the workspace, which are searched in
   * addition to the item's own name.
   */
  readonly places: readonly { readonly where: Where; readonly names: readonly string[] }[];
  /** The names of the items to leave out. */
  readonly except?: ReadonlySet<string>;
  /** True for items that are listed after all others, however well they match. */
  isLast?(item: Item): boolean;
}

export interface FoundPlace<Item, Where> {
  readonly item: Item;
  readonly where: Where;
}

export interface PlaceSearch<Item extends { readonly name: string }, Where> {
  /**
   * Checks the items that have arrived since the last call. `sources` must begin with the sources of the last call, in the same
   * order; new ones may follow.
   */
  update(sources: readonly PlaceSource<Item, Where>[]): void;
  /**
   * The best matches. Places whose names begin with more of the words come first. Among equally good places, the order is that
   * of the sources.
   */
  readonly best: readonly FoundPlace<Item, Where>[];
  /** The number of all matching places. */
  readonly count: number;
}

/** The maximum number of words in a search, because each word is one bit of a number. Further words are ignored. */
const MAX_WORDS = 30;

/** The words of the search that a name contains, and those that it begins with, as bit sets. */
interface WordMatches {
  readonly has: number;
  readonly begins: number;
}

/** Every word of `text` must occur in a name of the place. `max` = the maximum number of places to list. */
export function createPlaceSearch<Item extends { readonly name: string }, Where>(
  text: string,
  max: number,
): PlaceSearch<Item, Where> {
  const words = text
    .toLowerCase()
    .split(/[\s·]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const all = 2 ** words.length - 1;
  /**
   * The places found, from the worst to the best. Index 0 = items that are always listed last (`isLast`). Index n + 1 = places
   * whose names begin with n of the words.
   */
  const ranks = Array.from({ length: words.length + 2 }, (): FoundPlace<Item, Where>[] => []);
  /** How many items of each array have been checked. */
  const seen = new Map<readonly Item[], number>();
  let count = 0;

  function hitsOf(name: string): WordMatches {
    const lower = name.toLowerCase();
    let [has, begins] = [0, 0];
    for (const [index, word] of words.entries()) {
      const at = lower.indexOf(word);
      if (at >= 0) has |= 1 << index;
      if (at === 0) begins |= 1 << index;
    }
    return { has, begins };
  }

  function groupsOf({ places }: PlaceSource<Item, Where>): readonly (WordMatches & { readonly places: readonly Where[] })[] {
    const hits = places.map(({ where, names }) => {
      const each = names.map(hitsOf);
      return { where, has: each.reduce((sum, one) => sum | one.has, 0), begins: each.reduce((sum, one) => sum | one.begins, 0) };
    });
    const groups = Map.groupBy(hits, ({ has, begins }) => `${has} ${begins}`);
    return [...groups.values()].map((group) => ({ ...group[0]!, places: group.map(({ where }) => where) }));
  }

  function look(source: PlaceSource<Item, Where>): void {
    const { items, except } = source;
    const from = seen.get(items) ?? 0;
    seen.set(items, items.length);
    if (from === items.length) return;
    const groups = groupsOf(source);
    for (let index = from; index < items.length; index += 1) {
      const item = items[index]!;
      if (except?.has(item.name)) continue;
      const own = hitsOf(item.name);
      const isLast = source.isLast?.(item) === true;
      for (const group of groups) {
        if ((own.has | group.has) !== all) continue;
        count += group.places.length;
        const rank = ranks[isLast ? 0 : bitsIn(own.begins | group.begins) + 1]!;
        for (let next = 0; next < group.places.length && rank.length < max; next += 1)
          rank.push({ item, where: group.places[next]! });
      }
    }
  }

  return {
    update: (sources) => sources.forEach(look),
    get best() {
      return ranks.toReversed().flat().slice(0, max);
    },
    get count() {
      return count;
    },
  };
}

function bitsIn(number: number): number {
  let bits = 0;
  for (let left = number; left !== 0; left &= left - 1) bits += 1;
  return bits;
}
