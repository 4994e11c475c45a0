/** The table of a text, read step by step to the end. */
import type { TableForm, TableResult } from '../../../src/domain/identities/identityTable.ts';
import { readTable } from '../../../src/domain/identities/readTable.ts';

export function read(text: string, form: TableForm): TableResult {
  const steps = readTable(text, form);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
