/** Where a text doesn't fit what the service wants, with what may be meant: wrong types, and unknown fields. */
import { replaceText, theFix, type Checking } from './checking.ts';
import { replaceSpan, fieldIn, writtenText, type LocatedField, type LocatedMap, type LocatedNode } from './located.ts';
import type { DefinitionText, Fix } from './problem.ts';
import { fieldsOfKind, matcherTypeOf, type ObjectKind, type ValueShape } from './shapes.ts';
import { similarTo } from './similar.ts';
import { scalarText } from './scalarText.ts';

/** Names are compared until there are so many problems, and in maps of so many fields. */
const MAX_COMPARED = 200;
const MAX_SIZE = 500;

export function addWrongType(check: Checking, node: LocatedNode, shape: ValueShape): void {
  check.add({ code: 'wrongType', expected: kindOf(shape), found: node.kind }, 'error', node, () =>
    conversion(check.document, node, shape),
  );
}

export function addUnknownField(check: Checking, map: LocatedMap, of: ObjectKind, { name, nameSpan }: LocatedField): void {
  const isNew = !check.known.fields?.includes(name) && check.problems.length < MAX_COMPARED;
  const others = isNew ? Object.keys(fieldsOfKind(of, of === 'matcher' ? matcherTypeOf(map) : undefined)) : [];
  const isFree = (other: string): boolean => fieldIn(map, other) === undefined;
  const meant = map.fields.length > MAX_SIZE ? undefined : similarTo(name, others.filter(isFree));
  // What is meant would be taken away by sending this: the rules of a flag, for a letter.
  const severity = meant !== undefined ? 'error' : similarTo(name, others) !== undefined ? 'warning' : 'hint';
  check.add({ code: 'unknownField', of, field: name, ...(meant !== undefined && { meant }) }, severity, nameSpan, () =>
    replaceText(nameSpan, meant),
  );
}

const kindOf = ({ kind }: ValueShape): Exclude<ValueShape['kind'], 'any'> => (kind === 'any' ? 'text' : kind);

/** The same value as what the service wants. */
function conversion(document: DefinitionText, node: LocatedNode, shape: ValueShape): readonly Fix[] {
  const written = document.text.slice(node.span.start, node.span.end);
  const isScalar = node.kind === 'text' || node.kind === 'number' || node.kind === 'bool';
  const said = writtenText(node)?.trim();
  const convert = (value: string): readonly Fix[] =>
    theFix({ code: 'convert', to: kindOf(shape), value }, [replaceSpan(node.span, value)]);
  switch (shape.kind) {
    case 'text': {
      const isNull = node.kind === 'null' && node.isWritten;
      if (!isNull && node.kind !== 'number' && node.kind !== 'bool') return [];
      return theFix({ code: 'quote' }, [replaceSpan(node.span, scalarText(written.replace(/^!!\w+ /, '')))]);
    }
    case 'number':
      return said !== undefined && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(said) ? convert(said) : [];
    case 'bool':
      if (said === undefined) return [];
      if (/^(?:true|yes)$/i.test(said)) return convert('true');
      return /^(?:false|no)$/i.test(said) ? convert('false') : [];
    case 'list':
      if (!isScalar || shape.item.kind !== 'text' || written.includes('\n')) return [];
      return theFix({ code: 'makeList' }, [replaceSpan(node.span, `[${scalarText(said ?? written)}]`)]);
    case 'map':
    case 'any':
      return [];
    default:
      return shape satisfies never;
  }
}
