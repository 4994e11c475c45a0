/** Applies a JSON Patch (RFC 6902) to a copy of a document. Pointers reach only the document's own properties. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { anyObject, checked, isJsonObject, mustBeSmall, type BodyFields } from '../bodyFields.ts';
import { MAX_DEFINITION } from '../limits.ts';
import { invalid } from '../refusal.ts';

/** The maximum number of operations in one patch. */
const MAX_OPERATIONS = 100;
const operations = z.array(anyObject).check(z.maxLength(MAX_OPERATIONS, `must have at most ${MAX_OPERATIONS} operations`));
const pointer = z.string().check(z.regex(/^(?:\/|$)/, 'must be a JSON pointer'));

function partsOf(value: unknown, field: string): readonly string[] {
  const parts = checked(pointer, value, field).split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
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
    else if (isJsonObject(at) && Object.hasOwn(at, part)) at = at[part];
    else throw invalid(`There is nothing at ${part}`);
  }
  return at;
}

type Change = { readonly kind: 'add' | 'replace'; readonly value: unknown } | { readonly kind: 'remove' };

/**
 * Returns the document with a change at the path `parts`. Copies the objects and lists on this path, and shares everything else
 * with the given document.
 */
function changed(document: unknown, parts: readonly string[], change: Change): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (change.kind === 'remove') throw invalid('The whole definition can not be removed');
    return change.value;
  }
  const isHere = rest.length === 0;
  if (Array.isArray(document)) {
    const list = [...(document as readonly unknown[])];
    const index = indexOf(list, part, isHere && change.kind === 'add' ? list.length : list.length - 1);
    if (!isHere) list[index] = changed(list[index], rest, change);
    else if (change.kind === 'remove') list.splice(index, 1);
    else list.splice(index, change.kind === 'add' ? 0 : 1, change.value);
    return list;
  }
  const fields = new Map(Object.entries(checked(anyObject, document, `What is at ${part}`)));
  if (!fields.has(part) && !(isHere && change.kind === 'add')) throw invalid(`There is nothing at ${part}`);
  if (!isHere) fields.set(part, changed(fields.get(part), rest, change));
  else if (change.kind === 'remove') fields.delete(part);
  else fields.set(part, change.value);
  return Object.fromEntries(fields);
}

function step(document: unknown, operation: BodyFields): unknown {
  const { op, value } = operation;
  const path = partsOf(operation['path'], 'path');
  const from = () => partsOf(operation['from'], 'from');
  if ((op === 'add' || op === 'replace' || op === 'test') && value === undefined) throw invalid(`${op} must have a value`);
  switch (op) {
    case 'add':
    case 'replace':
      return changed(document, path, { kind: op, value });
    case 'remove':
      return changed(document, path, { kind: op });
    case 'test':
      if (!isDeepStrictEqual(read(document, path), value)) throw invalid(`The test of ${String(operation['path'])} failed`);
      return document;
    case 'copy': {
      const copied = changed(document, path, { kind: 'add', value: read(document, from()) });
      // Checks the size, because each copy of the document into itself doubles it.
      mustBeSmall(copied, 'The patched definition', MAX_DEFINITION);
      return copied;
    }
    case 'move':
      return changed(changed(document, from(), { kind: 'remove' }), path, { kind: 'add', value: read(document, from()) });
    default:
      throw invalid('op must be add, remove, replace, move, copy or test');
  }
}

/** Returns the patched document, and does not change the given one. 400 if the patch can't be applied completely. */
export const patched = (document: unknown, patch: unknown): unknown => checked(operations, patch).reduce<unknown>(step, document);
