/** Keys out of any YAML. Scalars keep their text and are never converted: `yes`, `0x1f` and `null` are keys, as with the failsafe schema. */
import type * as Yaml from 'yaml';
import { KeyCollector } from '../domain/keys/keyCollector.ts';
import type { KeysResult } from '../domain/keys/keysFound.ts';
import { withoutMark } from '../domain/keys/keySource.ts';

/**
 * The list is the sequence at the top, or else the first one with none but mappings around it whose first item is a scalar, or a mapping with
 * the field. Several documents are read one after the other. Repeated names in a mapping are a fault.
 */
export function keysInYaml(yaml: typeof Yaml, text: string, field: string | undefined): KeysResult {
  const lines = new yaml.LineCounter();
  const parsed = yaml.parseAllDocuments(withoutMark(text), { schema: 'failsafe', lineCounter: lines, logLevel: 'silent' });
  const documents = Array.isArray(parsed) ? (parsed as readonly Yaml.Document.Parsed[]) : [];
  const fault = documents.flatMap(({ errors }) => errors)[0];
  if (fault) {
    const { line, col } = lines.linePos(fault.pos[0]);
    return { ok: false, refusal: { code: 'malformed', line, column: col } };
  }
  const collector = new KeyCollector();
  const lists = documents.flatMap((document) => listIn(yaml, document, field) ?? []);
  for (const { document, list } of lists) {
    for (const item of list.items) {
      const line = lineOf(item, list);
      const node = resolved(yaml, document, item);
      const value = field === undefined ? node : valueOf(yaml, document, node, field);
      if (value === undefined) collector.addProblem('missingField', line, yaml.isScalar(node) ? textOf(node) : '');
      else if (yaml.isScalar(value)) collector.add(textOf(value), value === node ? line : lineOf(value, list));
      else collector.addProblem('notText', line, yaml.isSeq(value) ? '[…]' : '{…}');
    }
  }
  if (lists.length === 0) return { ok: false, refusal: { code: 'noList' } };
  return collector.size === 0 ? { ok: false, refusal: { code: 'noKeys' } } : { ok: true, found: collector.found() };

  function lineOf(item: unknown, list: Yaml.YAMLSeq): number {
    const range = yaml.isNode(item) ? item.range : undefined;
    return lines.linePos(range?.[0] ?? list.range?.[0] ?? 0).line;
  }
}

type Found = { readonly document: Yaml.Document.Parsed; readonly list: Yaml.YAMLSeq };

function listIn(yaml: typeof Yaml, document: Yaml.Document.Parsed, field: string | undefined): Found | undefined {
  const seek = (node: unknown): Yaml.YAMLSeq | undefined => {
    if (yaml.isSeq(node)) {
      if (node === document.contents || node.items.length === 0) return node;
      const first = resolved(yaml, document, node.items[0]);
      const fits = field === undefined ? yaml.isScalar(first) : valueOf(yaml, document, first, field) !== undefined;
      return fits ? node : undefined;
    }
    if (!yaml.isMap(node)) return undefined;
    const found = node.items.map(({ value }) => seek(value)).filter((list) => list !== undefined);
    return found.find((list) => list.items.length > 0) ?? found[0];
  };
  const list = seek(document.contents);
  return list && { document, list };
}

/** An alias is what it stands for. */
function resolved(yaml: typeof Yaml, document: Yaml.Document.Parsed, node: unknown): unknown {
  return yaml.isAlias(node) ? node.resolve(document) : node;
}

function valueOf(yaml: typeof Yaml, document: Yaml.Document.Parsed, node: unknown, field: string): unknown {
  if (!yaml.isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => yaml.isScalar(key) && textOf(key) === field);
  return pair && (resolved(yaml, document, pair.value) ?? new yaml.Scalar(''));
}

const textOf = ({ value }: Yaml.Scalar): string => (typeof value === 'string' ? value : '');
