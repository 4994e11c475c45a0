/** A flag's definition as a YAML text to compare: the same fields in the same order on both sides, whatever the service sent. */
import type { FlagDefinition } from '../api/model.ts';
import { RESPONSE_ONLY_FIELDS } from '../domain/definitions/definitionDiff.ts';

/** In the order of evaluation; the rest follows by name. */
const ORDER = [
  'name',
  'killed',
  'trafficAllocation',
  'defaultTreatment',
  'baselineTreatment',
  'treatments',
  'rules',
  'defaultRule',
];

/** Empty for a definition that is not there. Loads the YAML library. */
export async function definitionText(definition: FlagDefinition | undefined): Promise<string> {
  if (!definition) return '';
  const { stringify } = await import('yaml');
  const fields = Object.keys(definition).filter((field) => !RESPONSE_ONLY_FIELDS.has(field));
  const sorted = fields.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
  return stringify(inOrder(definition, sorted), { lineWidth: 0, aliasDuplicateObjects: false });
}

const place = (field: string): number => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length);

function inOrder(value: object, fields: readonly string[]): unknown {
  const entries = fields.map((field) => [field, ordered((value as Readonly<Record<string, unknown>>)[field])] as const);
  // Null and missing mean the same to the service (service-beyond.md).
  return Object.fromEntries(entries.filter(([, inner]) => inner !== null && inner !== undefined));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return inOrder(value, orderOf(Object.keys(value)));
}

/** Inside: what names a thing first, long lists last. */
function orderOf(fields: readonly string[]): readonly string[] {
  const first = ['name', 'treatment', 'size', 'attribute', 'type', 'negate', 'description', 'condition', 'combiner'];
  const rank = (field: string): number => (first.includes(field) ? first.indexOf(field) : first.length);
  return fields.toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}
