/** The table of a text, read step by step to the end, and the identities in it. */
import assert from 'node:assert/strict';
import { identitiesFrom, type IdentitiesFound } from '../../../src/domain/identities/identitiesFrom.ts';
import type { IdentityTable, TableForm, TableRefusal, TableResult } from '../../../src/domain/identities/identityTable.ts';
import { guessMapping, type Mapping } from '../../../src/domain/identities/mapping.ts';
import { guessForm, readTable } from '../../../src/domain/identities/readTable.ts';

export function read(text: string, form: TableForm): TableResult {
  const steps = readTable(text, form);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export function tableOf(text: string, fileName = ''): IdentityTable {
  const result = read(text, guessForm(text, { fileName }));
  assert.ok(result.ok, JSON.stringify(result));
  return result.table;
}

export function refusalOf(text: string, fileName = ''): TableRefusal {
  const result = read(text, guessForm(text, { fileName }));
  assert.ok(!result.ok);
  return result.refusal;
}

export function found(text: string, fileName = '', change = (mapping: Mapping) => mapping): IdentitiesFound {
  const table = tableOf(text, fileName);
  const steps = identitiesFrom(table, change(guessMapping(table)));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
