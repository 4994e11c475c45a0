/** Identities out of a file: reads its text, asks which column is what, and says why if there are none. */
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { identitiesFrom, type IdentitiesFound } from '../../domain/identities/identitiesFrom.ts';
import type { IdentityTable, TableRefusal } from '../../domain/identities/identityTable.ts';
import type { Mapping } from '../../domain/identities/mapping.ts';
import { guessForm, readTable } from '../../operations/keySources/identityRows.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { tellRefusal } from '../messages/notifications.ts';
import { unreadableSentence } from '../messages/unreadable.ts';
import { askMapping } from './askMapping.ts';

const { t } = vscode.l10n;

export interface SourceFile {
  readonly document: vscode.TextDocument;
  readonly name: string;
  /** When it was read. */
  readonly text: string;
}

export interface FoundIdentities extends IdentitiesFound {
  readonly file: SourceFile;
  readonly table: IdentityTable;
  readonly mapping: Mapping;
}

/** The file selected in the Explorer, or the active editor's, with unsaved text. Undefined = the user was told what is wrong. */
export async function readFile(argument: unknown): Promise<SourceFile | undefined> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const inTab = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
  const uri = argument instanceof vscode.Uri ? argument : (vscode.window.activeTextEditor?.document.uri ?? inTab);
  if (!uri) return refuse(t('Open the file that lists the identities, or select it in the Explorer, and try again.'));
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    return { document, name, text: document.getText() };
  } catch {
    // The editor opens no binary document, and none larger than 50 MB.
    return refuse(t('{0} can’t be opened as text. Save it as CSV or JSON, of at most 50 MB, and try again.', name));
  }
}

/** Undefined = there are none, and the user was told why, or the user walked away. */
export async function findIdentities(file: SourceFile): Promise<FoundIdentities | undefined> {
  const { document, name, text } = file;
  let form = await guessForm(text, { languageId: document.languageId, fileName: name });
  for (;;) {
    const result = await readTable(text, form);
    if (!result.ok) return refuse(refusalSentence(result.refusal, name));
    const { table } = result;
    const mapping = await askMapping(table, name);
    if (mapping === undefined) return undefined;
    if (mapping === 'otherHeader') {
      form = form.format === 'csv' ? { ...form, hasHeader: !form.hasHeader } : form;
      continue;
    }
    const found = await identitiesFrom(table, mapping, setImmediate);
    if (found.identities.length > 0) return { ...found, file, table, mapping };
    return refuse(
      found.problems.some(({ kind }) => kind === 'undecoded')
        ? t('{0} has characters that could not be read. Reopen it with the encoding it was saved in, or save it as UTF-8.', name)
        : t('No row of {0} has both a key and an attribute. Choose other columns, or open another file.', name),
    );
  }
}

function refuse(sentence: string): undefined {
  const run = () => vscode.commands.executeCommand('workbench.action.files.openFile');
  tellRefusal(sentence, { label: t('Open a File…'), run });
}

function refusalSentence(refusal: TableRefusal, file: string): string {
  switch (refusal.code) {
    case 'empty':
    case 'noRows':
      return t('{0} has no identities. It needs a row for each, with its key and its attributes.', file);
    case 'notObjects':
      return t('{0} needs a list of objects, or an object on each line: one for each identity, with a field for its key.', file);
    case 'oneColumn':
      return t('{0} has one column only. An identity needs a key and at least one attribute.', file);
    case 'tooManyColumns':
      return t('{0} has more than {1} columns. Leave out those that are no attributes.', file, formatNumber(refusal.limit));
    default:
      return unreadableSentence(refusal, file);
  }
}
