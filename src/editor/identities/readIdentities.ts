/** Finds identities in a file: reads its text and asks for the columns. If there are no identities, tells the user why. */
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { identitiesFrom, type IdentitiesFound } from '../../domain/identities/identitiesFrom.ts';
import type { IdentityTable, TableRefusal } from '../../domain/identities/identityTable.ts';
import type { Remedies } from '../../domain/keys/doubts.ts';
import type { Mapping } from '../../domain/identities/mapping.ts';
import { similarFileHash, lastChoice } from '../../operations/learned/keyFiles.ts';
import type { Store } from '../../operations/learned/store.ts';
import { guessForm, readTable } from '../../operations/keys/sources/identityRows.ts';
import { formatNumber } from '../words/requestWords.ts';
import { tellRefusal } from '../window/notifications.ts';
import { openFileStep } from '../words/nextSteps.ts';
import { undecodedSentence, unreadableSentence } from '../words/unreadableWords.ts';
import { baseName, currentFile } from '../ask/currentFile.ts';
import { askMapping } from './askMapping.ts';

const { t } = vscode.l10n;

export interface SourceFile {
  readonly document: vscode.TextDocument;
  readonly name: string;
  /** "accounts.csv" or "the selection in accounts.csv". */
  readonly description: string;
  /** The text at the time of reading. */
  readonly text: string;
  /** Ranges of lines, counted from 1, including the last line. Only rows that begin on these lines are used. Absent = all rows. */
  readonly selected?: readonly (readonly [first: number, last: number])[];
}

export interface FoundIdentities extends IdentitiesFound {
  readonly file: SourceFile;
  /** Contains all rows of the file. */
  readonly table: IdentityTable;
  /** The rows to use: all, or the selected ones. */
  readonly rows: IdentityTable['rows'];
  readonly mapping: Mapping;
  /** The user's decisions about doubtful keys. */
  readonly remedies: Remedies;
}

/**
 * Reads the current file, or its selection, including unsaved changes. `args` are the same as for `currentFile`. Undefined =
 * the user cancelled, or was told what is wrong.
 */
export async function readSourceFile(args: readonly unknown[]): Promise<SourceFile | undefined> {
  const current = await currentFile(args);
  if (!current) return undefined;
  const read = await readDocument(current.uri);
  const selected = current.editor?.selections.filter((selection) => !selection.isEmpty).map(linesOf) ?? [];
  if (!read || selected.length === 0) return read;
  return { ...read, selected, description: t('the selection in {0}', read.name) };
}

/** Reads the whole file in its current state, including unsaved changes. Undefined = the user was told what is wrong. */
export async function readDocument(uri: vscode.Uri): Promise<SourceFile | undefined> {
  const name = baseName(uri);
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    return { document, name, description: name, text: document.getText() };
  } catch {
    // The editor opens neither binary files nor files of more than 50 MB.
    return refuse(t('{0} can’t be opened as text. Save it as CSV or JSON, of at most 50 MB, and try again.', name));
  }
}

/** Returns the lines of a selection. A selection that ends at the start of a line does not include that line. */
function linesOf({ start, end }: vscode.Selection): readonly [first: number, last: number] {
  return [start.line + 1, end.character === 0 && end.line > start.line ? end.line : end.line + 1];
}

/** Finds the identities. If there are none, tells the user why and returns undefined. Also undefined if the user cancelled. */
export async function findIdentities(file: SourceFile, memory: Store): Promise<FoundIdentities | undefined> {
  const { document, name, description, text, selected } = file;
  let form = await guessForm(text, { languageId: document.languageId, fileName: name });
  for (;;) {
    const result = await readTable(text, form);
    if (!result.ok) return refuse(refusalSentence(result.refusal, name));
    const table = selected ? { ...result.table, above: [] } : result.table;
    const rows = table.rows.filter(({ line }) => !selected || selected.some(([first, last]) => line >= first && line <= last));
    if (rows.length === 0) return refuse(t('No row begins in {0}. Select whole rows, and try again.', description));
    if (selected && new Set(rows.map(({ line }) => line)).size < rows.length) {
      return refuse(
        t(
          'Several rows of {0} are in one line. Put each row in a line of its own, or remove the selection, and try again.',
          name,
        ),
      );
    }
    const mapping = await askMapping(table, description, lastChoice(memory, identityFileHash({ file, table })).keyColumn);
    if (mapping === undefined) return undefined;
    if (mapping === 'otherHeader') {
      form = form.format === 'csv' ? { ...form, hasHeader: !form.hasHeader } : form;
      continue;
    }
    return identitiesIn({ file, table, rows, mapping, remedies: {} });
  }
}

/** Returns an identifier of the file, under which the user's choices are remembered. */
export const identityFileHash = ({ file, table }: Pick<FoundIdentities, 'file' | 'table'>): string =>
  similarFileHash(
    file.name,
    { ...table.form, isIdentities: true },
    table.columns.map(({ name }) => name),
  );

/**
 * Returns the identities of a file according to the user's choices. The list may be empty if the user still has to decide about
 * doubtful rows. If there are no identities at all, tells the user why and returns undefined.
 */
export async function identitiesIn(
  given: Pick<FoundIdentities, 'file' | 'table' | 'rows' | 'mapping' | 'remedies'>,
): Promise<FoundIdentities | undefined> {
  const { file, table, rows, mapping, remedies } = given;
  const found = await identitiesFrom({ ...table, rows }, mapping, setImmediate, remedies);
  if (found.identities.length + found.doubts.length > 0) return { ...given, ...found };
  const isUndecoded = found.problems.some(({ kind }) => kind === 'undecoded');
  return refuse(isUndecoded ? undecodedSentence(file.description) : noneSentence(file.description));
}

const refuse = (sentence: string): undefined => tellRefusal(sentence, openFileStep());

const noneSentence = (file: string): string =>
  t(
    'There is no identity in {0}. Each identity needs a row or a JSON object of its own, with a key and at least one attribute.',
    file,
  );

function refusalSentence(refusal: TableRefusal, file: string): string {
  switch (refusal.code) {
    case 'empty':
    case 'noRows':
    case 'notObjects':
    case 'oneColumn':
      return noneSentence(file);
    case 'tooManyColumns':
      return t(
        '{0} has more than {1} columns. Remove the columns that you don’t need, and try again.',
        file,
        formatNumber(refusal.limit),
      );
    default:
      return unreadableSentence(refusal, file);
  }
}
