/**
 * Reads the items of the lists in JSON with jsonc-parser. Allows comments and a comma after the last value, because people
 * write them.
 */
import { visit } from 'jsonc-parser';
import { exceedsLimits } from '../../../api/network/answer.ts';
import type { KeysRefusal } from '../../../domain/keys/keysFound.ts';
import type { Item, ListSink } from '../../../domain/keys/lists.ts';

export interface JsonOptions {
  /** True if the whole text is one item, for example a line of NDJSON. */
  readonly isItem?: boolean;
  /** The number of lines before the text. */
  readonly before?: number;
}

/** A list or object that contains the current value. `node` collects its content if it is an item or a part of one. */
interface OpenContainer {
  readonly kind: 'list' | 'array' | 'object';
  readonly node?: Item & { readonly fields?: (readonly [string, Item])[]; readonly items?: Item[] };
  /** The name of the current field. */
  name: string;
}

/** Passes the lists and items to `sink`, also those before a syntax error. Returns the error, if there is one. */
export function readJson(
  text: string,
  sink: ListSink,
  { isItem = false, before = 0 }: JsonOptions = {},
): KeysRefusal | undefined {
  // If the nesting is too deep, the parser and the code that walks its result would exhaust the stack.
  if (exceedsLimits(text)) return { code: 'tooDeep' };
  const around: OpenContainer[] = [];
  let fault: KeysRefusal | undefined;

  function take(value: Item): void {
    const parent = around.at(-1);
    if (parent ? parent.kind === 'list' : isItem) sink.item(value);
    else if (parent?.kind === 'array') parent.node!.items!.push(value);
    else parent?.node?.fields?.push([parent.name, value]);
  }

  function close(): void {
    const { node } = around.pop()!;
    if (node) take(node);
  }

  visit(
    text,
    {
      onObjectBegin: (_offset, _length, line) => {
        const isWithin = isItem || around.some(({ kind }) => kind === 'list');
        const node = isWithin ? { node: { line: line + 1 + before, other: '{…}', fields: [] } } : {};
        around.push({ kind: 'object', name: '', ...node });
      },
      onObjectProperty: (name) => void (around.at(-1)!.name = name),
      onObjectEnd: close,
      onArrayBegin: (_offset, _length, line) => {
        if (isItem || around.some(({ kind }) => kind !== 'object')) {
          around.push({ kind: 'array', name: '', node: { line: line + 1 + before, other: '[…]', items: [] } });
        } else {
          sink.list(around.map(({ name }) => name).join('.'), line + 1 + before);
          around.push({ kind: 'list', name: '' });
        }
      },
      onArrayEnd: close,
      onLiteralValue: (value: unknown, offset, length, line) => {
        const at = line + 1 + before;
        if (typeof value === 'string') take({ line: at, text: value });
        // Uses the digits as written, because the parsed number may differ from them.
        else if (typeof value === 'number') take({ line: at, text: text.slice(offset, offset + length) });
        else take({ line: at, other: String(value) });
      },
      onError: (_code, _offset, _length, line, column) => {
        fault ??= { code: 'malformed', line: line + 1 + before, column: column + 1 };
      },
    },
    { disallowComments: false, allowTrailingComma: true },
  );
  return fault;
}
