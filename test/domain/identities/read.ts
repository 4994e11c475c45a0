/** Reads the table of a text, and the identities in it. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { identitiesFrom, type IdentitiesFound } from '../../../src/domain/identities/identitiesFrom.ts';
import type { IdentityTable, TableRefusal } from '../../../src/domain/identities/identityTable.ts';
import { guessMapping, type Mapping } from '../../../src/domain/identities/mapping.ts';
import { guessForm, readTable } from '../../../src/operations/keys/sources/identityRows.ts';

export async function tableOf(text: string, fileName = ''): Promise<IdentityTable> {
  const result = await readTable(text, await guessForm(text, { fileName }));
  assert.ok(result.ok, JSON.stringify(result));
  return result.table;
}

export async function refusalOf(text: string, fileName = ''): Promise<TableRefusal> {
  const result = await readTable(text, await guessForm(text, { fileName }));
  assert.ok(!result.ok);
  return result.refusal;
}

type Remedies = Parameters<typeof identitiesFrom>[3];

export async function found(
  text: string,
  fileName = '',
  change = (mapping: Mapping) => mapping,
  remedies?: Remedies,
): Promise<IdentitiesFound> {
  const table = await tableOf(text, fileName);
  return identitiesFrom(table, change(guessMapping(table)), setImmediate, remedies);
}

export const keysOf = (identities: readonly { readonly key: string }[]): string => identities.map(({ key }) => key).join(' ');
