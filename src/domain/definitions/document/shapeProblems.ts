/** Where a text doesn't fit what the service wants: wrong types, fields that are missing, unknown or there twice. */
import { isSame } from '../sameValue.ts';
import type { Checking } from './checking.ts';
import { addField, choices, freeName, MAX_CHOICES, removeAt, replaceText, theFix, wholeShare, type Choice } from './fixes.ts';
import { fieldIn, writtenText, type LocatedNode } from './located.ts';
import type { DefinitionText, Fix } from './problem.ts';
import { valueOf, type Finding } from './readBody.ts';
import { fieldsOfKind, matcherTypeOf, shapeOfField, text, type ValueShape } from './shapes.ts';
import { similarTo } from './similar.ts';
import { replaceSpan } from './textEdits.ts';
import { scalarText } from './scalarText.ts';

/** Names are compared until there are so many problems. */
const MAX_COMPARED = 200;

export function addShapeProblems(check: Checking, findings: readonly Finding[]): void {
  for (const finding of findings) addOne(check, finding);
}

function addOne(check: Checking, finding: Finding): void {
  const { document } = check;
  switch (finding.code) {
    case 'wrongType': {
      const { node, shape } = finding;
      check.add({ code: 'wrongType', expected: kindOf(shape), found: node.kind }, 'error', node, () =>
        conversion(document, node, shape),
      );
      return;
    }
    case 'notANumber':
      check.add({ code: 'notANumber' }, 'error', finding.node);
      return;
    case 'missingField': {
      const { of, field, span } = finding;
      check.add({ code: 'missingField', of, field }, 'error', span, () => missing(check, finding));
      return;
    }
    case 'unknownField': {
      const { map, of, field } = finding;
      const { name, nameSpan } = field;
      const isNew = !check.known.fields?.includes(name) && check.problems.length < MAX_COMPARED;
      const others = isNew ? Object.keys(fieldsOfKind(of, of === 'matcher' ? matcherTypeOf(map) : undefined)) : [];
      const meant = freeName(map, name, others);
      // What is meant would be taken away by sending this: the rules of a flag, for a letter.
      const severity = meant !== undefined ? 'error' : similarTo(name, others) !== undefined ? 'warning' : 'hint';
      check.add({ code: 'unknownField', of, field: name, ...(meant !== undefined && { meant }) }, severity, nameSpan, () =>
        replaceText(nameSpan, meant),
      );
      return;
    }
    case 'responseOnlyField':
    case 'duplicateField': {
      const { map, field, code } = finding;
      const { name } = field;
      check.add({ code, field: name }, code === 'duplicateField' ? 'error' : 'warning', field.nameSpan, () => {
        const first = map.fields.find((other) => other.name === name)!;
        // Of two that differ, nobody knows which is meant.
        const isClear = code === 'responseOnlyField' || isSame([valueOf(first.value)], [valueOf(field.value)]);
        const edits = removeAt(document, map, map.fields.indexOf(field));
        return isClear ? theFix({ code: 'removeField', field: name }, edits) : [];
      });
      return;
    }
    default:
      finding satisfies never;
  }
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

type Missing = Extract<Finding, { readonly code: 'missingField' }>;

function missing(check: Checking, { map, of, field }: Missing): readonly Fix[] {
  const { document, known, treatments } = check;
  const add = (value: string, written = scalarText(value)): Choice => ({
    code: 'addField',
    field,
    value,
    edits: addField(document, map, of, field, written),
  });
  const found = fieldIn(map, field)?.value;
  const isName = shapeOfField(of, field)?.kind === 'text';
  // `null` is nothing, unless it is in quotes.
  if (found?.kind === 'null' && found.isWritten && isName) return conversion(document, found, text);
  switch (`${of}.${field}`) {
    case 'definition.name':
      return known.flag === undefined ? [] : choices([add(known.flag)]);
    case 'definition.defaultTreatment':
      if (!treatments || treatments.size > MAX_CHOICES) return [];
      return choices([...treatments].filter((name) => name !== '').map((name) => add(name)));
    case 'definition.trafficAllocation':
      return choices([add('100', '100')]);
    case 'definition.defaultRule': {
      const treatment = writtenText(fieldIn(map, 'defaultTreatment')?.value);
      return treatment !== undefined && treatments?.has(treatment)
        ? choices([add(JSON.stringify([{ treatment, size: 100 }]), wholeShare(treatment))])
        : [];
    }
    case 'bucket.size': {
      const rest = restFor(check, map);
      return rest === undefined ? [] : choices([add(String(rest), String(rest))]);
    }
    default:
      return [];
  }
}

/** What is left for a share in its list, if all others have a size. */
function restFor(check: Checking, bucket: LocatedNode): number | undefined {
  let rest = 100;
  for (const item of check.listOf(bucket)) {
    if (item === bucket) continue;
    const size = fieldIn(item, 'size')?.value;
    if (size?.kind !== 'number' || !Number.isInteger(size.value) || size.value < 0) return undefined;
    rest -= size.value;
  }
  return rest < 0 ? undefined : rest;
}
