/** What a definition needs to be submitted whole, as UPDATE and CREATE want it (admin-api.md, Flag change-request payload). */
import { fieldIn } from './document/located.ts';
import type { DefinitionText } from './document/problem.ts';
import { valueOf } from './document/readBody.ts';
import { definitionShape } from './document/shapes.ts';

/** Of rules there may be none. */
const REQUIRED = ['treatments', 'defaultTreatment', 'trafficAllocation', 'defaultRule'] as const;

export type WholeDefinition =
  | { readonly ok: true; readonly definition: { readonly name: string; readonly [field: string]: unknown } }
  | {
      readonly ok: false;
      readonly refusal:
        | { readonly code: 'notADefinition' }
        | { readonly code: 'otherFlag'; readonly name: string }
        | { readonly code: 'missing'; readonly fields: readonly string[] };
    };

/** A name may be left out, and what only the service writes is. What the fields hold is the service's to judge. */
export function wholeDefinition({ root, syntaxProblems }: DefinitionText, flagName: string): WholeDefinition {
  if (root?.kind !== 'map' || syntaxProblems.length > 0) return { ok: false, refusal: { code: 'notADefinition' } };
  const fields = valueOf(root, definitionShape) as Readonly<Record<string, unknown>>;
  const { name } = fields;
  if (name !== undefined && name !== flagName)
    return { ok: false, refusal: { code: 'otherFlag', name: typeof name === 'string' ? name : JSON.stringify(name) } };
  const missing = REQUIRED.filter((field) => (fieldIn(root, field)?.value.kind ?? 'null') === 'null');
  if (missing.length > 0) return { ok: false, refusal: { code: 'missing', fields: missing } };
  return { ok: true, definition: { ...fields, name: flagName } };
}
