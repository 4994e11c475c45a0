/** Identities out of a file: reads its text, asks which column is what, and says why if there are none. */
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { identitiesFrom, type IdentitiesFound } from '../../domain/identities/identitiesFrom.ts';
import type { IdentityTable, TableRefusal } from '../../domain/identities/identityTable.ts';
import type { Mapping } from '../../domain/identities/mapping.ts';
import { guessForm, readTable } from '../../operations/keySources/identityRows.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { openFileStep, tellRefusal } from '../messages/notifications.ts';
import { noFileSentence, undecodedSentence, unreadableSentence } from '../messages/unreadable.ts';
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
  if (!uri) return refuse(noFileSentence());
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
    return refuse(found.problems.some(({ kind }) => kind === 'undecoded') ? undecodedSentence(name) : noneSentence(name));
  }
}

const refuse = (sentence: string): undefined => tellRefusal(sentence, openFileStep());

const noneSentence = (file: string): string =>
  t('There is no identity in {0}. Each needs a row or a JSON object of its own, with its key and at least one attribute.', file);

function refusalSentence(refusal: TableRefusal, file: string): string {
  switch (refusal.code) {
    case 'empty':
    case 'noRows':
    case 'notObjects':
    case 'oneColumn':
      return noneSentence(file);
    case 'tooManyColumns':
      return t('{0} has more than {1} columns. Leave out those that are no attributes.', file, formatNumber(refusal.limit));
    default:
      return unreadableSentence(refusal, file);
  }
}
