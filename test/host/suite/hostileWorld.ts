/** The sandbox's sample with icons, links, and invisible characters in each name, title, comment, and description. */
import { makeSampleWorld } from '../../../src/sandbox/world/sampleWorld.ts';
import { textOf } from '../../../src/sandbox/world/world.ts';

/** Part of each hostile text. It stays readable wherever the text is shown. */
export const MARK = 'workbench.action.quit';
const HOSTILE = ` $(pass) [ok](command:${MARK}) <b> \u202e\u2066\u200b`;

/** Fields whose text is no reference, so it can be hostile everywhere. */
const FREE = new Set(['title', 'comment', 'description', 'user', 'displayName']);
/** Fields whose text the sandbox interprets. */
const FIXED =
  /^(id|kind|role|status|operation|format|changeControl|submitter|creator|approvers|matcherType|type|.*Id|trafficType)$/;

/** The text of a state file, and the hostile form of a name of the sample. */
export function hostileWorld(): { readonly state: string; readonly named: (name: string) => string } {
  const sample = JSON.parse(textOf(makeSampleWorld(Date.now()))) as Json;
  const names = new Set<string>();
  collect(sample, names);
  const named = (name: string): string => name + HOSTILE;
  return { state: JSON.stringify(change(sample, '', names, named)), named };
}

type Json = string | number | boolean | null | Json[] | { [field: string]: Json };

/** Returns all names of objects: the texts of fields `name`. */
function collect(value: Json, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [field, inner] of Object.entries(value)) {
    if (field === 'name' && typeof inner === 'string') names.add(inner);
    else collect(inner, names);
  }
}

function change(value: Json, field: string, names: ReadonlySet<string>, named: (name: string) => string): Json {
  if (typeof value === 'string') {
    if (FIXED.test(field)) return value;
    if (FREE.has(field)) return `${named(value)}\nsecond line`;
    return names.has(value) ? named(value) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => change(item, field, names, named));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name, names, named)]));
}
