/** The body that a located tree says, by what the service wants in each place, and where the tree doesn't fit that. */
import type { Checking } from './checking.ts';
import { writtenText, type LocatedField, type LocatedMap, type LocatedNode } from './located.ts';
import { addUnknownField, addWrongType } from './shapeProblems.ts';
import {
  any,
  definitionShape,
  isResponseOnly,
  matcherTypeOf,
  requiredFields,
  shapeOfField,
  text,
  type ObjectKind,
  type ValueShape,
} from './shapes.ts';

/** Lists that the service sends as null are empty ones (service-beyond.md, Behaviour). */
const LISTS: Partial<Readonly<Record<ObjectKind, readonly string[]>>> = {
  definition: ['treatments', 'rules', 'defaultRule'],
  rule: ['buckets'],
  condition: ['matchers'],
};
/** What a value can't do without, whatever else is missing. */
const NEEDED: Partial<Readonly<Record<ObjectKind, readonly string[]>>> = {
  definition: ['name'],
  treatment: ['name'],
  bucket: ['treatment', 'size'],
  rule: ['condition'],
  matcher: ['type'],
};

/** The body of a whole definition, and whether it is what its type says; where it does not fit is told to `check`. */
export function readBody(root: LocatedNode, check?: Checking): { readonly value: unknown; readonly fits: boolean } {
  const reader = new BodyReader(check);
  const value = reader.valueOf(root, definitionShape);
  return { value, fits: reader.fits };
}

/** The value of a node where a value of this shape stands. */
export function valueOf(node: LocatedNode, shape: ValueShape = any): unknown {
  return new BodyReader().valueOf(node, shape);
}

class BodyReader {
  readonly #check: Checking | undefined;
  fits = true;

  constructor(check?: Checking) {
    this.#check = check;
  }

  valueOf(node: LocatedNode, shape: ValueShape): unknown {
    switch (shape.kind) {
      case 'text':
        return writtenText(node) ?? this.misfit(node, shape);
      case 'number':
        return node.kind === 'number' ? this.numberOf(node, node.value) : this.misfit(node, shape);
      case 'bool':
        return node.kind === 'bool' ? node.value : this.misfit(node, shape);
      case 'list':
        return node.kind === 'list' ? node.items.map((item) => this.valueOf(item, shape.item)) : this.misfit(node, shape);
      case 'map':
        return node.kind === 'map' ? this.objectOf(node, shape.of) : this.misfit(node, shape);
      case 'any':
        return this.anyOf(node);
      default:
        return shape satisfies never;
    }
  }

  private numberOf(node: LocatedNode, value: number): unknown {
    if (Number.isFinite(value)) return value;
    this.fits = false;
    this.#check?.add({ code: 'notANumber' }, 'error', node);
    return null;
  }

  private misfit(node: LocatedNode, shape: ValueShape): unknown {
    this.fits = false;
    // A syntax problem says already what is wrong with it.
    if (this.#check && node.kind !== 'other') addWrongType(this.#check, node, shape);
    return this.anyOf(node);
  }

  private anyOf(node: LocatedNode): unknown {
    switch (node.kind) {
      case 'text':
      case 'bool':
        return node.value;
      case 'number':
        return this.numberOf(node, node.value);
      case 'null':
        return null;
      case 'list':
        return node.items.map((item) => this.anyOf(item));
      case 'map':
        return Object.fromEntries(this.fieldsOf(node).map(({ name, value }) => [name, this.anyOf(value)]));
      case 'other':
        this.fits = false;
        return null;
      default:
        return node satisfies never;
    }
  }

  /** The last of those with one name counts. */
  private fieldsOf(map: LocatedMap): readonly LocatedField[] {
    const names = new Set<string>();
    for (const field of map.fields) {
      if (names.has(field.name)) {
        this.fits = false;
        this.#check?.add({ code: 'duplicateField', field: field.name }, 'error', field.nameSpan);
      }
      names.add(field.name);
    }
    return map.fields;
  }

  private objectOf(map: LocatedMap, of: ObjectKind): unknown {
    const type = of === 'matcher' ? matcherTypeOf(map) : undefined;
    const lists = LISTS[of] ?? [];
    const entries: [string, unknown][] = [];
    for (const field of this.fieldsOf(map)) {
      const { name, value } = field;
      if (isResponseOnly(of, name)) {
        if (name === 'rolloutStatus') {
          if (value.kind !== 'null' && value.kind !== 'map') this.valueOf(value, text);
          continue;
        }
        this.#check?.add({ code: 'responseOnlyField', field: name }, 'warning', field.nameSpan);
        continue;
      }
      const shape = shapeOfField(of, name, type);
      const isNothing = value.kind === 'null' && value.isWritten;
      // What else a matcher of an unknown type has is its own affair, and the service writes out fields that say nothing.
      if (this.#check && !shape && !isNothing && (of !== 'matcher' || type)) addUnknownField(this.#check, map, of, field);
      if (value.kind === 'null') entries.push([name, lists.includes(name) ? [] : null]);
      else entries.push([name, this.valueOf(value, shape ?? any)]);
    }
    const names = new Set(entries.flatMap(([name, value]) => (value === null ? [] : [name])));
    for (const name of lists) if (!names.has(name)) entries.push([name, []]);
    this.lookForMissing(map, of);
    // From entries, because a field may have the name of something that every object has.
    return Object.fromEntries(entries);
  }

  private lookForMissing(map: LocatedMap, of: ObjectKind): void {
    const first = map.fields[0]?.nameSpan ?? map.span;
    for (const field of requiredFields(of)) {
      const found = map.fields.findLast(({ name }) => name === field);
      if (found && found.value.kind !== 'null') continue;
      if (NEEDED[of]?.includes(field)) this.fits = false;
      this.#check?.add({ code: 'missingField', of, field }, 'error', found?.nameSpan ?? first);
    }
  }
}
