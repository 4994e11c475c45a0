/** A definition as a text to edit: its own fields in one fixed order, and what only the service writes not among them. */
import type * as Yaml from 'yaml';
import type { FlagDefinition } from '../../../api/model.ts';
import { escapeUnseen, hasUnseen } from '../../../domain/definitions/document/scalarText.ts';
import {
  definitionShape,
  fieldOrder,
  innerShape,
  isAsText,
  itemShape,
  sendable,
  type ValueShape,
} from '../../../domain/definitions/document/shapes.ts';

/** Loads the YAML library. */
export const writeDefinitionText = (definition: FlagDefinition): Promise<string> => writeFields(sendable(definition));

/** The fields of a definition, also those that are not sent. */
export async function writeFields(fields: object): Promise<string> {
  const yaml = await import('yaml');
  const document = new yaml.Document(undefined, written);
  document.contents = nodeOf(yaml, document, fields, definitionShape);
  return document.toString(layout);
}

/**
 * Works around the YAML library, which prints 9007199254740993 as …992 and 1e3 as 1e+3, and loses the blanks of a text that
 * has only blanks and line ends. Numbers are written verbatim, such a text stands in quotes, and characters that an editor or a
 * file would change are escaped.
 */
const exactTags = (tags: Yaml.Tags): Yaml.Tags =>
  tags.map((tag) => {
    if (typeof tag === 'string' || !/:(?:int|float|str)$/.test(tag.tag)) return tag;
    const { stringify, ...scalar } = tag as Required<Yaml.ScalarTag>;
    const write: typeof stringify = (node, ...rest) => {
      if (typeof node.value !== 'string') return node.source ?? stringify(node, ...rest);
      if (!hasUnseen(node.value) && !/^ *\n[ \n]*$/.test(node.value)) return stringify(node, ...rest);
      return escapeUnseen(stringify(Object.assign(node, { type: 'QUOTE_DOUBLE' }), ...rest));
    };
    return { ...scalar, stringify: write };
  });

/**
 * In the order in which fields are best written, and those that are not known here by their names: the service may send the same
 * definition in another order, and no comparison is to show that.
 */
const inOrder = ({ key: one }: Yaml.Pair<Yaml.Scalar<string>>, { key: other }: Yaml.Pair<Yaml.Scalar<string>>): number =>
  placeOf(one.value) - placeOf(other.value) || (one.value < other.value ? -1 : 1);
const placeOf = (name: string): number => (fieldOrder.includes(name) ? fieldOrder.indexOf(name) : fieldOrder.length);

/** Options of a document that is written or edited. `silent`: the library writes no warning to the process. */
export const written = {
  customTags: exactTags,
  sortMapEntries: inOrder as (one: Yaml.Pair, other: Yaml.Pair) => number,
  logLevel: 'silent',
} as const;
export const layout = { lineWidth: 0, flowCollectionPadding: false } as const;

/** The value where one of this shape stands; `readBody` gives it back to the letter. */
export function nodeOf(yaml: typeof Yaml, document: Yaml.Document, value: unknown, shape: ValueShape): Yaml.Node {
  const node = document.createNode(value, { aliasDuplicateObjects: false });
  markTypes(node, shape);
  return node;

  /** Where the service wants a text, the reader takes whatever stands there for one, unless it says its type. */
  function markTypes(part: unknown, inner: ValueShape): void {
    if (yaml.isMap(part)) {
      const fields = part.toJSON() as Readonly<Record<string, unknown>>;
      for (const { key, value: field } of part.items)
        markTypes(field, innerShape(inner, fields, String(yaml.isScalar(key) ? key.value : key)));
    } else if (yaml.isSeq(part)) for (const item of part.items) markTypes(item, itemShape(inner));
    else if (yaml.isScalar(part) && isAsText(inner)) {
      if (typeof part.value === 'boolean') part.tag = 'tag:yaml.org,2002:bool';
      // To YAML, a whole number with an exponent is a float: -1e+21 is no integer.
      if (typeof part.value === 'number') part.tag = `tag:yaml.org,2002:${/^-?\d+$/.test(String(part.value)) ? 'int' : 'float'}`;
    }
  }
}
