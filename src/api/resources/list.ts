/** A schema for a list in an answer. It checks one item after the other. */
import * as z from 'zod/mini';

/**
 * Returns the schema of a list. Unlike `z.array`, stops at the first invalid item, because the issues of a million invalid
 * items would fill the memory.
 */
export function list<T extends z.ZodMiniType>(item: T): z.ZodMiniArray<T> {
  const schema = z.array(item);
  const { _zod: ofList } = schema;
  const { _zod: ofItem } = item;
  ofList.parse = (payload, context) => {
    const { value } = payload;
    if (!Array.isArray(value)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input: value, inst: schema });
      return payload;
    }
    const items: z.output<T>[] = [];
    payload.value = items;
    for (const [index, one] of value.entries()) {
      const read = ofItem.run({ value: one, issues: [] }, context) as z.core.ParsePayload<z.output<T>>;
      payload.issues.push(...z.util.prefixIssues(index, read.issues));
      if (payload.issues.length > 0) break;
      items.push(read.value);
    }
    return payload;
  };
  ofList.run = ofList.parse;
  return schema;
}
