/**
 * Reads the items of the lists in YAML. Scalars remain text and are never converted: `yes`, `0x1f` and `null` are keys, as in
 * the failsafe schema.
 */
import type * as Yaml from 'yaml';
import type { KeysRefusal } from '../../../domain/keys/keysFound.ts';
import type { Item, ListSink } from '../../../domain/keys/lists.ts';

/** The maximum depth of nested objects and lists. Deeper ones are not read. */
const MAX_DEPTH = 100;

/**
 * Passes the lists and items of all documents to `sink`, also those before a syntax error. Returns the first error, if there is
 * one. A name that occurs twice in a mapping is an error.
 */
export function readYaml(yaml: typeof Yaml, text: string, sink: ListSink): KeysRefusal | undefined {
  const lines = new yaml.LineCounter();
  const parsed = yaml.parseAllDocuments(text, { schema: 'failsafe', lineCounter: lines, logLevel: 'silent' });
  const documents = Array.isArray(parsed) ? (parsed as readonly Yaml.Document.Parsed[]) : [];
  const lineOf = (node: unknown, parent: Yaml.Node): number =>
    lines.linePos((yaml.isNode(node) ? node.range : undefined)?.[0] ?? parent.range?.[0] ?? 0).line;

  // An alias refers to the last node above it with its name (YAML 1.2.2, 3.2.2.2). Searching for that node from each alias
  // would take quadratic time.
  let anchors = new Map<string, Yaml.Node>();
  const items = new Map<Yaml.Node, Item>();
  for (const document of documents) {
    sink.document();
    anchors = new Map();
    seek(document.contents, []);
  }
  const fault = documents.flatMap(({ errors }) => errors)[0];
  if (!fault) return undefined;
  const { line, col } = lines.linePos(fault.pos[0]);
  return { code: 'malformed', line, column: col };

  function seek(node: unknown, path: readonly string[]): void {
    note(node);
    if (yaml.isMap(node)) {
      for (const { key, value } of node.items) {
        seek(value, [...path, nameOf(key)]);
      }
    }
    if (!yaml.isSeq(node)) return;
    sink.list(path.join('.'), lineOf(node, node));
    for (const item of node.items) sink.item(itemOf(item, node));
  }

  function note(node: unknown): void {
    if (yaml.isNode(node) && !yaml.isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
  }

  /** Replaces an alias with its node. Reads each node once, so that nested aliases don't multiply the work. */
  function itemOf(written: unknown, parent: Yaml.Node, depth = 0): Item {
    note(written);
    const line = lineOf(written, parent);
    const node = yaml.isAlias(written) ? anchors.get(written.source) : written;
    if (!yaml.isNode(node)) return { line, text: '' };
    const known = items.get(node);
    if (known) return { ...known, line };
    if (depth > MAX_DEPTH) return { line, other: '{…}' };
    // If the node contains an alias of itself, the alias gets this placeholder, so that the recursion ends.
    items.set(node, { line, other: '{…}' });
    const item = yaml.isSeq(node)
      ? { line, other: '[…]', items: node.items.map((one) => itemOf(one, node, depth + 1)) }
      : yaml.isMap(node)
        ? {
            line,
            other: '{…}',
            fields: node.items.map(({ key, value }) => [nameOf(key), itemOf(value, node, depth + 1)] as const),
          }
        : { line, text: textOf(node) };
    items.set(node, item);
    return item;
  }

  function nameOf(key: unknown): string {
    note(key);
    return textOf(yaml.isAlias(key) ? anchors.get(key.source) : key);
  }

  function textOf(node: unknown): string {
    return yaml.isScalar(node) && typeof node.value === 'string' ? node.value : '';
  }
}
