/** A flag's definition as a YAML text to compare: the same fields in the same order on both sides, whatever the service sent. */
import type { FlagDefinition } from '../../api/model.ts';
import { RESPONSE_ONLY_FIELDS } from '../../domain/definitions/definitionDiff.ts';
import { isFields } from '../../domain/definitions/document/shapes.ts';
import { writeFields } from '../../operations/definitionText/writeDefinitionText.ts';

/** Empty for a definition that is not there. Loads the YAML library. */
export async function definitionText(definition: FlagDefinition | undefined): Promise<string> {
  if (!definition) return '';
  const fields = Object.entries(definition).filter(([field]) => !RESPONSE_ONLY_FIELDS.has(field));
  return writeFields(withoutNulls(Object.fromEntries(fields)) as object);
}

/** Null and missing mean the same to the service (service-beyond.md). */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutNulls(inner)]));
}
