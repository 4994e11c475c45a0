/** Keys out of any YAML. Scalars keep their text and are never converted: `yes`, `0x1f` and `null` are keys, as with the failsafe schema. */
import type * as Yaml from 'yaml';
import { KeyCollector } from '../domain/keys/keyCollector.ts';
import { LIST_SAMPLES, type KeyList, type KeysResult } from '../domain/keys/keysFound.ts';
import { withoutMark } from '../domain/keys/keySource.ts';
import type { YamlSource } from './keysByParser.ts';

/**
 * The list is that which is wanted; else the sequence at the top, or the first one with none but mappings around it whose first item is a
 * scalar, or a mapping with the field. Several documents are read one after the other. Repeated names in a mapping are a fault.
 */
export function keysInYaml(yaml: typeof Yaml, text: string, { field, list: wanted }: YamlSource): KeysResult {
  const lines = new yaml.LineCounter();
  const parsed = yaml.parseAllDocuments(withoutMark(text), { schema: 'failsafe', lineCounter: lines, logLevel: 'silent' });
  const documents = Array.isArray(parsed) ? (parsed as readonly Yaml.Document.Parsed[]) : [];
  const fault = documents.flatMap(({ errors }) => errors)[0];
  if (fault) {
    const { line, col } = lines.linePos(fault.pos[0]);
    return { ok: false, refusal: { code: 'malformed', line, column: col } };
  }
  const collector = new KeyCollector();
  const byDocument = documents.map((document) => listsIn(yaml, document));
  const all = byDocument.flat();
  const lists =
    wanted === undefined ? documents.flatMap((document) => listIn(yaml, document, field) ?? []) : all.slice(wanted, wanted + 1);
  const several = byDocument.some(({ length }) => length > 1) ? { lists: all.map((one) => described(yaml, one)) } : {};
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
  if (collector.size === 0) return { ok: false, refusal: { code: 'noKeys', ...several } };
  return { ok: true, found: { ...collector.found(), ...several } };

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

interface NamedList extends Found {
  readonly name: string;
}

/** All that have items, and none but mappings around them. */
function listsIn(yaml: typeof Yaml, document: Yaml.Document.Parsed): readonly NamedList[] {
  const seek = (node: unknown, path: readonly string[]): readonly NamedList[] => {
    if (yaml.isSeq(node)) return node.items.length === 0 ? [] : [{ document, list: node, name: path.join('.') }];
    if (!yaml.isMap(node)) return [];
    return node.items.flatMap(({ key, value }) => seek(value, [...path, yaml.isScalar(key) ? textOf(key) : '']));
  };
  return seek(document.contents, []);
}

function described(yaml: typeof Yaml, { document, list, name }: NamedList): KeyList {
  const [first, ...more] = list.items.slice(0, LIST_SAMPLES).map((item) => resolved(yaml, document, item));
  const fields = yaml.isMap(first) ? first.items.flatMap(({ key }) => (yaml.isScalar(key) ? textOf(key) : [])) : [];
  const samples = [first, ...more].flatMap((item) => (yaml.isScalar(item) ? textOf(item) : []));
  return { name, fields, samples };
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
