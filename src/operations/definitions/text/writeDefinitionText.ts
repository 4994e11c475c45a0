/**
 * Writes a definition as a text for editing. The fields are in a fixed order, and the fields that only the service sets are
 * left out.
 */
import type * as Yaml from 'yaml';
import type { FlagDefinition } from '../../../api/model.ts';
import { escapeInvisible, hasInvisible } from '../../../domain/definitions/document/scalarText.ts';
import {
  definitionShape,
  fieldOrder,
  innerShape,
  isAsText,
  itemShape,
  sendable,
  type ValueShape,
} from '../../../domain/definitions/document/shapes.ts';

/** Returns the text of a definition for editing. Loads the YAML library. */
export const writeDefinitionText = (definition: FlagDefinition): Promise<string> => writeFields(sendable(definition));

/** Writes all given fields of a definition, also those that are not sent. */
export async function writeFields(fields: object): Promise<string> {
  const yaml = await import('yaml');
  const document = new yaml.Document(undefined, documentOptions);
  document.contents = nodeOf(yaml, document, fields, definitionShape);
  return document.toString(layoutOptions);
}

/**
 * Works around the YAML library, which prints 9007199254740993 as …992 and 1e3 as 1e+3, and loses the blanks of a text that
 * consists of blanks and line ends only. Numbers are written verbatim, such a text is quoted, and characters that an editor or
 * a file would alter are escaped.
 */
const exactTags = (tags: Yaml.Tags): Yaml.Tags =>
  tags.map((tag) => {
    if (typeof tag === 'string' || !/:(?:int|float|str)$/.test(tag.tag)) return tag;
    const { stringify, ...scalar } = tag as Required<Yaml.ScalarTag>;
    const write: typeof stringify = (node, ...rest) => {
      if (typeof node.value !== 'string') return node.source ?? stringify(node, ...rest);
      if (!hasInvisible(node.value) && !/^ *\n[ \n]*$/.test(node.value)) return stringify(node, ...rest);
      return escapeInvisible(stringify(Object.assign(node, { type: 'QUOTE_DOUBLE' }), ...rest));
    };
    return { ...scalar, stringify: write };
  });

/**
 * Sorts known fields in the preferred order, and then the others by name. The service may send the same fields in a different
 * order, and a comparison of two texts must not show that as a change.
 */
const compareFieldOrder = (
  { key: one }: Yaml.Pair<Yaml.Scalar<string>>,
  { key: other }: Yaml.Pair<Yaml.Scalar<string>>,
): number => placeOf(one.value) - placeOf(other.value) || (one.value < other.value ? -1 : 1);
const placeOf = (name: string): number => (fieldOrder.includes(name) ? fieldOrder.indexOf(name) : fieldOrder.length);

/** Options for a document that is written or edited. `silent`: the library prints no warnings. */
export const documentOptions = {
  customTags: exactTags,
  sortMapEntries: compareFieldOrder as (one: Yaml.Pair, other: Yaml.Pair) => number,
  logLevel: 'silent',
} as const;
export const layoutOptions = { lineWidth: 0, flowCollectionPadding: false } as const;

/** Creates the node for a value of this shape. `readBody` reads exactly the same value from it. */
export function nodeOf(yaml: typeof Yaml, document: Yaml.Document, value: unknown, shape: ValueShape): Yaml.Node {
  const node = document.createNode(value, { aliasDuplicateObjects: false });
  markTypes(node, shape);
  return node;

  /** Adds a type tag to a number or boolean where a string is expected. Without the tag, it would be read as a string. */
  function markTypes(part: unknown, inner: ValueShape): void {
    if (yaml.isMap(part)) {
      const fields = part.toJSON() as Readonly<Record<string, unknown>>;
      for (const { key, value: field } of part.items)
        markTypes(field, innerShape(inner, fields, String(yaml.isScalar(key) ? key.value : key)));
    } else if (yaml.isSeq(part)) for (const item of part.items) markTypes(item, itemShape(inner));
    else if (yaml.isScalar(part) && isAsText(inner)) {
      if (typeof part.value === 'boolean') part.tag = 'tag:yaml.org,2002:bool';
      // In YAML, a whole number with an exponent is a float, so -1e+21 is not an integer.
      if (typeof part.value === 'number') part.tag = `tag:yaml.org,2002:${/^-?\d+$/.test(String(part.value)) ? 'int' : 'float'}`;
    }
  }
}
