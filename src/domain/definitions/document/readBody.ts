/**
 * Reads the body from a located tree, using the shape that the service expects in each place, and reports where the tree does
 * not fit.
 */
import { replaceText, onlyFix, type Checking } from './checking.ts';
import { fieldIn, writtenText, type LocatedField, type LocatedMap, type LocatedNode } from './located.ts';
import type { DefinitionText, Fix } from './problem.ts';
import { scalarText } from './scalarText.ts';
import {
  any,
  definitionShape,
  fieldsOfKind,
  isAsText,
  isResponseOnly,
  itemShape,
  matcherTypeOf,
  shapeReadAs,
  requiredFields,
  shapeOfField,
  textShape,
  type ObjectKind,
  type ValueShape,
} from './shapes.ts';
import { similarTo } from './similar.ts';

/** After this many problems, no similar names are searched for unknown fields. */
const MAX_COMPARED = 200;
/** In a map with more fields than this, no similar names are searched for unknown fields. */
const MAX_SIZE = 500;

/** The fields that a value must have to conform to its type. The absence of any other required field is only reported. */
const NEEDED: Partial<Readonly<Record<ObjectKind, readonly string[]>>> = {
  definition: ['name'],
  treatment: ['name'],
  bucket: ['treatment', 'size'],
  rule: ['condition'],
  matcher: ['type'],
};

/** Reads the body of a whole definition. `fits` = the value conforms to its type. Reports mismatches to `check`. */
export function readBody(root: LocatedNode, check?: Checking): { readonly value: unknown; readonly fits: boolean } {
  const reader = new BodyReader(check);
  const value = reader.valueOf(root, definitionShape);
  return { value, fits: reader.fits };
}

/** Reads the value of a node in a place where this shape is expected. */
export function valueOf(node: LocatedNode, shape: ValueShape = any): unknown {
  return new BodyReader().valueOf(node, shape);
}

class BodyReader {
  readonly #check: Checking | undefined;
  fits = true;

  constructor(check?: Checking) {
    this.#check = check;
  }

  valueOf(node: LocatedNode, wanted: ValueShape): unknown {
    const written = isAsText(wanted) ? writtenText(node) : undefined;
    if (written !== undefined) return written;
    const isFitting = wanted.kind === 'any' || wanted.kind === node.kind;
    if (!isFitting) {
      this.fits = false;
      // A syntax problem already reports a node of the kind `other`.
      if (node.kind !== 'other') {
        const problem = { code: 'wrongType', expected: wanted.kind, found: node.kind } as const;
        this.#check?.add(problem, 'error', node, () => conversion(this.#check!.document, node, wanted));
      }
    }
    const shape = isFitting ? wanted : any;
    switch (node.kind) {
      case 'text':
      case 'bool':
        return node.value;
      case 'number':
        if (Number.isFinite(node.value)) return node.value;
        this.fits = false;
        this.#check?.add({ code: 'notANumber' }, 'error', node);
        return null;
      case 'null':
        return null;
      case 'list':
        return node.items.map((item) => this.valueOf(item, itemShape(shape)));
      case 'map':
        this.#checkTwice(node);
        if (shape.kind === 'map') return this.#objectOf(node, shape.of);
        return Object.fromEntries(node.fields.map(({ name, value }) => [name, this.valueOf(value, any)]));
      case 'other':
        this.fits = false;
        return null;
      default:
        return node satisfies never;
    }
  }

  /** Reports fields with the same name. The last one counts. */
  #checkTwice(map: LocatedMap): void {
    const names = new Set<string>();
    for (const { name, nameSpan } of map.fields) {
      if (names.has(name)) {
        this.fits = false;
        this.#check?.add({ code: 'duplicateField', field: name }, 'error', nameSpan);
      }
      names.add(name);
    }
  }

  #objectOf(map: LocatedMap, of: ObjectKind): unknown {
    const type = of === 'matcher' ? matcherTypeOf(map) : undefined;
    const entries: [string, unknown][] = [];
    for (const field of map.fields) {
      const { name, value } = field;
      if (isResponseOnly(of, name)) {
        if (name !== 'rolloutStatus') this.#check?.add({ code: 'responseOnlyField', field: name }, 'warning', field.nameSpan);
        else if (value.kind !== 'null' && value.kind !== 'map') this.valueOf(value, textShape);
        continue;
      }
      const shape = shapeOfField(of, name, type);
      const isNothing = value.kind === 'null' && value.isWritten;
      // Ignores extra fields of a matcher with an unknown type, and fields that are null, because the service sends such
      // fields, too.
      if (this.#check && !shape && !isNothing && (of !== 'matcher' || type)) addUnknownField(this.#check, map, of, field);
      if (value.kind === 'null') entries.push([name, isOfObjects(shape) ? [] : null]);
      else entries.push([name, this.valueOf(value, shapeReadAs(of, name, type))]);
    }
    const names = new Set(entries.flatMap(([name, value]) => (value === null ? [] : [name])));
    for (const [name, shape] of Object.entries(fieldsOfKind(of, type)))
      if (isOfObjects(shape) && !names.has(name)) entries.push([name, []]);
    this.#lookForMissing(map, of);
    // Uses Object.fromEntries, because a field may have a name that every object has, such as `__proto__`.
    return Object.fromEntries(entries);
  }

  #lookForMissing(map: LocatedMap, of: ObjectKind): void {
    const first = map.fields[0]?.nameSpan ?? map.span;
    for (const field of requiredFields(of)) {
      const found = fieldIn(map, field);
      if (found && found.value.kind !== 'null') continue;
      if (NEEDED[of]?.includes(field)) this.fits = false;
      this.#check?.add({ code: 'missingField', of, field }, 'error', found?.nameSpan ?? first);
    }
  }
}

/** True for a list of objects, which the service sends as null if it is empty (service-beyond.md, Behaviour). */
const isOfObjects = (shape: ValueShape | undefined): boolean => itemShape(shape ?? any).kind === 'map';

type KnownShape = Exclude<ValueShape, { readonly kind: 'any' }>;

function addUnknownField(check: Checking, map: LocatedMap, of: ObjectKind, { name, nameSpan }: LocatedField): void {
  const isNew = !check.known.fields?.includes(name) && check.problems.length < MAX_COMPARED;
  const others = isNew ? Object.keys(fieldsOfKind(of, of === 'matcher' ? matcherTypeOf(map) : undefined)) : [];
  const isFree = (other: string): boolean => fieldIn(map, other) === undefined;
  const meant = map.fields.length > MAX_SIZE ? undefined : similarTo(name, others.filter(isFree));
  // A misspelled field is an error, because the text would be sent without the correct field. For example, one wrong letter in
  // `rules` would remove all rules of the flag.
  const severity = meant !== undefined ? 'error' : similarTo(name, others) !== undefined ? 'warning' : 'hint';
  check.add({ code: 'unknownField', of, field: name, ...(meant !== undefined && { meant }) }, severity, nameSpan, () =>
    replaceText(nameSpan, meant),
  );
}

function conversion(document: DefinitionText, node: LocatedNode, shape: KnownShape): readonly Fix[] {
  const written = document.text.slice(node.span.start, node.span.end);
  const isScalar = node.kind === 'text' || node.kind === 'number' || node.kind === 'bool';
  const said = writtenText(node)?.trim();
  const convert = (value: string): readonly Fix[] => onlyFix({ code: 'convert', to: shape.kind, value }, node.span, value);
  switch (shape.kind) {
    case 'text': {
      const isNull = node.kind === 'null' && node.isWritten;
      if (!isNull && node.kind !== 'number' && node.kind !== 'bool') return [];
      return onlyFix({ code: 'quote' }, node.span, scalarText(written.replace(/^!!\w+ /, '')));
    }
    case 'number':
      return said !== undefined && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(said) ? convert(said) : [];
    case 'bool':
      if (said === undefined) return [];
      if (/^(?:true|yes)$/i.test(said)) return convert('true');
      return /^(?:false|no)$/i.test(said) ? convert('false') : [];
    case 'list':
      if (!isScalar || shape.item.kind !== 'text' || written.includes('\n')) return [];
      return onlyFix({ code: 'makeList' }, node.span, `[${scalarText(said ?? written)}]`);
    case 'map':
      return [];
    default:
      return shape satisfies never;
  }
}
