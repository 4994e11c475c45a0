/** A map for a cache. It contains at most `limit` entries, and drops the entry that was set longest ago. */
export class LimitedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number;
  constructor(limit: number) {
    super();
    this.#limit = limit;
  }
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#limit) break;
      this.delete(oldest);
    }
    return this;
  }
}
