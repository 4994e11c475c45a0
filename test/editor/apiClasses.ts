/** Classes of the editor's API that several fakes have. */
import { pathToFileURL } from 'node:url';

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class MarkdownString {
  value = '';
  isTrusted?: unknown;
  appendText(text: string): this {
    this.value += text;
    return this;
  }
  appendMarkdown(text: string): this {
    return this.appendText(text);
  }
}

export class Uri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
  constructor({ scheme, path, query = '', fragment = '' }: { scheme: string; path: string; query?: string; fragment?: string }) {
    this.scheme = scheme;
    this.path = path;
    this.query = query;
    this.fragment = fragment;
  }
  get fsPath(): string {
    return this.path;
  }
  static from(parts: { scheme: string; path: string; query?: string }): Uri {
    return new Uri(parts);
  }
  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path });
  }
  static parse(text: string): Uri {
    const { protocol, pathname, search, hash } = new URL(text);
    const path = decodeURIComponent(pathname);
    return new Uri({ scheme: protocol.slice(0, -1), path, query: decodeURIComponent(search.slice(1)), fragment: hash.slice(1) });
  }
  static joinPath(base: Uri, ...parts: readonly string[]): Uri {
    return new Uri({ scheme: base.scheme, path: [base.path, ...parts].join('/') });
  }
  with(change: { fragment: string }): Uri {
    return new Uri({ scheme: this.scheme, path: this.path, query: this.query, ...change });
  }
  toString(): string {
    const query = this.query === '' ? '' : `?${encodeURIComponent(this.query)}`;
    const fragment = this.fragment === '' ? '' : `#${this.fragment}`;
    const path = this.scheme === 'file' ? pathToFileURL(this.path).pathname : encodeURI(this.path);
    return `${this.scheme}:${this.scheme === 'file' ? '//' : ''}${path}${query}${fragment}`;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
  compareTo(other: Position): number {
    return this.line - other.line || this.character - other.character;
  }
  translate(lines: number, characters: number): Position {
    return new Position(this.line + lines, this.character + characters);
  }
}
