/** Identities out of a file: reads the table, asks which column is what, and says why if there are none. */
import * as vscode from 'vscode';
import { identitiesFrom, type IdentitiesFound } from '../../domain/identities/identitiesFrom.ts';
import type { IdentityTable, TableForm, TableRefusal } from '../../domain/identities/identityTable.ts';
import type { Mapping } from '../../domain/identities/mapping.ts';
import { drain } from '../../operations/inSlices.ts';
import { guessForm, readTable } from '../../operations/keySources/identityRows.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { tellRefusal } from '../messages/notifications.ts';
import { askMapping } from './askMapping.ts';
import { openFileStep, type SourceFile } from './readDocument.ts';

const { t } = vscode.l10n;

export interface FoundIdentities extends IdentitiesFound {
  readonly file: SourceFile;
  readonly table: IdentityTable;
  readonly mapping: Mapping;
}

/** Undefined if there are no identities to be had (the user was told why), or the user walked away. */
export async function findIdentities(file: SourceFile): Promise<FoundIdentities | undefined> {
  const { document, name, text } = file;
  let form: TableForm = await guessForm(text, { languageId: document.languageId, fileName: name });
  for (;;) {
    const result = await readTable(text, form);
    if (!result.ok) {
      tellRefusal(refusalSentence(result.refusal, name), openFileStep());
      return undefined;
    }
    const { table } = result;
    const mapping = await askMapping(table, name);
    if (mapping === undefined) return undefined;
    if (mapping === 'otherHeader') {
      form = withOtherHeader(form);
      continue;
    }
    const found = await drain(identitiesFrom(table, mapping));
    if (found.identities.length > 0) return { ...found, file, table, mapping };
    tellRefusal(
      found.counts.undecoded > 0
        ? t('{0} has characters that could not be read. Reopen it with the encoding it was saved in, or save it as UTF-8.', name)
        : t('No row of {0} has both a key and an attribute. Choose other columns, or open another file.', name),
      openFileStep(),
    );
    return undefined;
  }
}

function withOtherHeader(form: TableForm): TableForm {
  return form.format === 'csv' ? { ...form, hasHeader: !form.hasHeader } : form;
}

function refusalSentence(refusal: TableRefusal, file: string): string {
  switch (refusal.code) {
    case 'empty':
      return t('{0} is empty. It needs a column with keys and one for each attribute.', file);
    case 'binary':
      return t('{0} is no text. Save it as CSV or JSON and try again.', file);
    case 'unterminatedQuote':
      return t('A quote in the row that begins in line {0} of {1} is never closed. Close it and try again.', refusal.line, file);
    case 'recordTooLong':
      return t(
        'Line {0} of {1} is too long to hold a key. Is a quote in it never closed? Mend it and try again.',
        refusal.line,
        file,
      );
    case 'tooDeep':
    case 'tooLarge':
      return t('{0} is nested too deeply, or too large, to be read. Save it as CSV.', file);
    case 'malformed':
      return t(
        '{0} is no valid JSON: look at line {1}, column {2}. It needs a list of objects, or one whole object on each line.',
        file,
        refusal.line,
        refusal.column,
      );
    case 'notObjects':
      return t('{0} has no list of objects. It needs one object for each identity, with a field for its key.', file);
    case 'oneObject':
      return t(
        '{0} is one object with lists or objects in it. It needs a list of objects, one for each identity, with a field for its key: put only that list into the file.',
        file,
      );
    case 'noRows':
      return t('{0} has no row below its header. Add an identity on each line.', file);
    case 'oneColumn':
      return t(
        '{0} has one column only. An identity needs a key and at least one attribute; to put keys into a segment, upload keys instead.',
        file,
      );
    case 'tooManyColumns':
      return t('{0} has more than {1} columns. Leave out those that are no attributes.', file, formatNumber(refusal.limit));
    default:
      return refusal satisfies never;
  }
}
