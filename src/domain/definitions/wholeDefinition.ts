/** What a definition needs to be submitted whole, as UPDATE and CREATE want it (admin-api.md, Flag change-request payload). */

const REQUIRED = ['treatments', 'defaultTreatment', 'trafficAllocation', 'rules', 'defaultRule'] as const;

export type WholeDefinition =
  | { readonly ok: true; readonly definition: { readonly name: string; readonly [field: string]: unknown } }
  | {
      readonly ok: false;
      readonly refusal:
        | { readonly code: 'notADefinition' }
        | { readonly code: 'otherFlag'; readonly name: string }
        | { readonly code: 'missing'; readonly fields: readonly string[] };
    };

/** `value` is what a text says; a name may be left out. What its fields hold is the service's to judge. */
export function wholeDefinition(value: unknown, flagName: string): WholeDefinition {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, refusal: { code: 'notADefinition' } };
  const fields = value as Readonly<Record<string, unknown>>;
  const { name } = fields;
  if (name !== undefined && name !== flagName)
    return { ok: false, refusal: { code: 'otherFlag', name: typeof name === 'string' ? name : JSON.stringify(name) } };
  const missing = REQUIRED.filter((field) => fields[field] === undefined || fields[field] === null);
  // Of rules there may be none.
  const needed = missing.filter((field) => field !== 'rules');
  if (needed.length > 0) return { ok: false, refusal: { code: 'missing', fields: needed } };
  return { ok: true, definition: { ...fields, name: flagName } };
}
