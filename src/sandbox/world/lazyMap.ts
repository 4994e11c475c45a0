/** A map that creates its values when they are read, because a generated world has millions of them. */

export interface Numbered<V> {
  readonly count: number;
  /** The text before the number in a name, as in `segment-00042`. */
  readonly prefix: string;
  readonly make: (name: string, index: number) => V;
}

const DIGITS = 5;

/**
 * Behaves like a map with `count` entries, in the order of the numbers in their names. Stores a value that `get` has returned,
 * because the caller may change it.
 */
export class LazyMap<V> extends Map<string, V> {
  readonly #of: Numbered<V>;
  readonly #removed = new Set<string>();

  constructor(of: Numbered<V>) {
    super();
    this.#of = of;
  }

  #indexOf(name: string): number | undefined {
    const { prefix, count } = this.#of;
    const digits = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const isIndex = /^\d{5}$/.test(digits) && Number(digits) < count && !this.#removed.has(name);
    return isIndex ? Number(digits) : undefined;
  }

  override get size(): number {
    let added = 0;
    for (const name of super.keys()) if (this.#indexOf(name) === undefined) added += 1;
    return this.#of.count - this.#removed.size + added;
  }

  override has(name: string): boolean {
    return super.has(name) || this.#indexOf(name) !== undefined;
  }

  override get(name: string): V | undefined {
    const index = this.#indexOf(name);
    if (!super.has(name) && index !== undefined) super.set(name, this.#of.make(name, index));
    return super.get(name);
  }

  override delete(name: string): boolean {
    const isThere = this.has(name);
    if (this.#indexOf(name) !== undefined) this.#removed.add(name);
    return super.delete(name) || isThere;
  }

  override *entries(): Generator<[string, V], undefined> {
    const { count, prefix, make } = this.#of;
    for (let index = 0; index < count; index += 1) {
      const name = nameAt(prefix, index);
      if (!this.#removed.has(name)) yield [name, super.get(name) ?? make(name, index)];
    }
    for (const [name, value] of super.entries()) if (this.#indexOf(name) === undefined) yield [name, value];
  }

  override *keys(): Generator<string, undefined> {
    for (const [name] of this.entries()) yield name;
  }

  override *values(): Generator<V, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  override [Symbol.iterator](): Generator<[string, V], undefined> {
    return this.entries();
  }

  /** Returns the values that were read by name or set. No other values can have been changed. */
  stored(): Iterable<V> {
    return super.values();
  }
}

export const nameAt = (prefix: string, index: number): string => prefix + String(index).padStart(DIGITS, '0');

/** Returns the values that were stored in the map. Only these can differ from the generated ones. */
export const storedValues = <V>(map: ReadonlyMap<string, V>): Iterable<V> =>
  map instanceof LazyMap ? (map as LazyMap<V>).stored() : map.values();
