/** A JSON Patch (RFC 6902) on a copy of a document. Pointers never reach beyond the document's own properties. */
import { fieldsOf, isFields, listOf, mustBeModest, type Fields } from './bodyFields.ts';
import { MAX_DEFINITION } from './limits.ts';
import { invalid } from './refusal.ts';

/** Operations in one patch. */
const MAX_OPERATIONS = 100;

function partsOf(value: unknown, what: string): readonly string[] {
  if (typeof value !== 'string' || (value !== '' && !value.startsWith('/'))) throw invalid(`${what} must be a JSON pointer`);
  return value
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function indexOf(list: readonly unknown[], part: string, most: number): number {
  const index = part === '-' ? list.length : /^(?:0|[1-9]\d{0,8})$/.test(part) ? Number(part) : Number.NaN;
  if (!(index <= most)) throw invalid(`There is no place ${part} in the list`);
  return index;
}

function read(document: unknown, parts: readonly string[]): unknown {
  let at = document;
  for (const part of parts) {
    if (Array.isArray(at)) at = at[indexOf(at, part, at.length - 1)] as unknown;
    else if (isFields(at) && Object.hasOwn(at, part)) at = at[part];
    else throw invalid(`There is nothing at ${part}`);
  }
  return at;
}

type Change = { readonly kind: 'add' | 'replace'; readonly value: unknown } | { readonly kind: 'remove' };

/** The document with a change at a place; what is on the way there is copied, the rest shared. */
function changed(document: unknown, parts: readonly string[], change: Change): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (change.kind === 'remove') throw invalid('The whole definition can not be removed');
    return change.value;
  }
  if (Array.isArray(document)) {
    const list: unknown[] = [...(document as readonly unknown[])];
    const index = indexOf(list, part, rest.length === 0 && change.kind === 'add' ? list.length : list.length - 1);
    if (rest.length > 0) list[index] = changed(list[index], rest, change);
    else if (change.kind === 'add') list.splice(index, 0, change.value);
    else if (change.kind === 'replace') list[index] = change.value;
    else list.splice(index, 1);
    return list;
  }
  const fields = new Map(Object.entries(fieldsOf(document, `What is at ${part}`)));
  if (!fields.has(part) && !(rest.length === 0 && change.kind === 'add')) throw invalid(`There is nothing at ${part}`);
  if (rest.length > 0) fields.set(part, changed(fields.get(part), rest, change));
  else if (change.kind === 'remove') fields.delete(part);
  else fields.set(part, change.value);
  return Object.fromEntries(fields);
}

/** Equal as JSON, whatever the order of an object's fields. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (isFields(a) && isFields(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]));
  }
  return a === b;
}

function step(document: unknown, operation: Fields): unknown {
  const path = partsOf(operation['path'], 'path');
  const valueOf = () => {
    if (!Object.hasOwn(operation, 'value')) throw invalid(`${String(operation['op'])} must have a value`);
    return operation['value'];
  };
  switch (operation['op']) {
    case 'add':
      return changed(document, path, { kind: 'add', value: valueOf() });
    case 'replace':
      return changed(document, path, { kind: 'replace', value: valueOf() });
    case 'remove':
      return changed(document, path, { kind: 'remove' });
    case 'test':
      if (!isEqual(read(document, path), valueOf())) throw invalid(`The test of ${String(operation['path'])} failed`);
      return document;
    case 'copy': {
      const copied = changed(document, path, { kind: 'add', value: read(document, partsOf(operation['from'], 'from')) });
      // A copy of the whole into itself doubles it.
      mustBeModest(copied, 'The patched definition', MAX_DEFINITION);
      return copied;
    }
    case 'move': {
      const from = partsOf(operation['from'], 'from');
      const value = read(document, from);
      return changed(changed(document, from, { kind: 'remove' }), path, { kind: 'add', value });
    }
    default:
      throw invalid('op must be add, remove, replace, move, copy or test');
  }
}

/** The patched document; the given one is left as it is. 400 on a patch that can not be applied as a whole. */
export function patched(document: unknown, patch: unknown): unknown {
  const operations = listOf(patch, 'The body');
  if (operations.length > MAX_OPERATIONS) throw invalid(`A patch has at most ${MAX_OPERATIONS} operations`);
  return operations.reduce<unknown>((at, operation) => step(at, fieldsOf(operation, 'An operation')), document);
}
