/** The items of the lists in YAML. Scalars keep their text and are never converted: `yes`, `0x1f` and `null` are keys, as with the failsafe schema. */
import type * as Yaml from 'yaml';
import type { KeysRefusal } from '../../../domain/keys/keysFound.ts';
import type { Item, ListSink } from '../../../domain/keys/lists.ts';

/** Several documents are read one after the other. `sink` also gets what stands before a fault. Repeated names in a mapping are a fault. */
export function readYaml(yaml: typeof Yaml, text: string, sink: ListSink): KeysRefusal | undefined {
  const lines = new yaml.LineCounter();
  const parsed = yaml.parseAllDocuments(text, { schema: 'failsafe', lineCounter: lines, logLevel: 'silent' });
  const documents = Array.isArray(parsed) ? (parsed as readonly Yaml.Document.Parsed[]) : [];
  const lineOf = (node: unknown, parent: Yaml.Node): number =>
    lines.linePos((yaml.isNode(node) ? node.range : undefined)?.[0] ?? parent.range?.[0] ?? 0).line;

  for (const document of documents) {
    sink.document();
    seek(document, document.contents);
  }
  const fault = documents.flatMap(({ errors }) => errors)[0];
  if (!fault) return undefined;
  const { line, col } = lines.linePos(fault.pos[0]);
  return { code: 'malformed', line, column: col };

  function seek(document: Yaml.Document.Parsed, node: unknown): void {
    if (yaml.isMap(node)) for (const { value } of node.items) seek(document, value);
    if (!yaml.isSeq(node)) return;
    sink.list();
    for (const item of node.items) sink.item(itemOf(document, item, node));
  }

  /** An alias is what it stands for. Nothing is looked into but the fields of an item, so aliases of aliases multiply nothing. */
  function itemOf(document: Yaml.Document.Parsed, written: unknown, parent: Yaml.Node, isField = false): Item {
    const node = yaml.isAlias(written) ? written.resolve(document) : written;
    const line = lineOf(written, parent);
    if (yaml.isSeq(node)) return { line, other: '[…]', size: node.items.length };
    if (!yaml.isMap(node)) return { line, text: textOf(node) };
    if (isField) return { line, other: '{…}' };
    return { line, other: '{…}', fields: node.items.map(({ key, value }) => [textOf(key), itemOf(document, value, node, true)]) };
  }

  function textOf(node: unknown): string {
    return yaml.isScalar(node) && typeof node.value === 'string' ? node.value : '';
  }
}
