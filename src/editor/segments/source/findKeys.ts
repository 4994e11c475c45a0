/** Finds the keys in a source: guesses the format, asks for the column if there are several, and describes what was found. */
import * as vscode from 'vscode';
import type { Column } from '../../../domain/keys/columns.ts';
import { KeyCollector } from '../../../domain/keys/keyCollector.ts';
import { MAX_KEYS_PER_SEGMENT } from '../../../domain/keys/keyPlan.ts';
import type { Remedies } from '../../../domain/keys/doubts.ts';
import type { KeysFound, KeysRefusal, KeysResult } from '../../../domain/keys/keysFound.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';
import { similarFileHash, lastChoice } from '../../../operations/learned/keyFiles.ts';
import type { Store } from '../../../operations/learned/store.ts';
import { guessSource } from '../../../operations/keys/sources/guessSource.ts';
import { keysInPieces, keysInText } from '../../../operations/keys/sources/keysInText.ts';
import type { ReadOnlyText } from '../../window/readOnlyText.ts';
import { tellProgress, tellRefusal } from '../../window/notifications.ts';
import { openFileStep } from '../../words/nextSteps.ts';
import { undecodedSentence, unreadableSentence } from '../../words/unreadableWords.ts';
import { askRemedy, remedyOptions } from '../../ask/askDoubts.ts';
import { doubtAnswers, type SourceChoice } from './sourceOptions.ts';
import { noKeysSentence, tooManySentence } from '../messages.ts';
import { askColumn, askForm, columnsIn, headerOf } from './askForm.ts';
import { formInWords, formName, lineWords } from './foundWords.ts';
import { openReport } from './keyReport.ts';
import { readFile } from './readSource.ts';
import { placeOfLine, type BigFile, type FoundKeys, type Source } from './source.ts';

const { t } = vscode.l10n;

/**
 * Finds the keys. Undefined if there are none (a message says why), or if the user cancelled. If `memory` has the choices for a
 * file with the same name, header and format, reads the file in the same way without a question.
 */
export const findKeys = (source: Source, memory?: Store): Promise<FoundKeys | undefined> =>
  inEachFile(source, (file, before) => findIn(file, before, memory));

/**
 * Carries out the user's choice: shows the report, or reads the source in a different way. Returns the newly found keys.
 * Undefined = the keys found so far remain.
 */
export async function applyChoice(texts: ReadOnlyText, found: FoundKeys, choice: SourceChoice): Promise<FoundKeys | undefined> {
  const answer = typeof choice === 'string' ? choice : await askRemedy(choice.doubt, doubtAnswers(choice.doubt, found));
  if (answer === undefined) return undefined;
  if (answer === 'report') return openReport(texts, found).then(() => undefined);
  if (answer === 'readAs' || answer === 'separated' || typeof choice === 'string') return readAs(found, answer as 'readAs');
  return withRemedies(found, { [choice.doubt.kind]: answer });
}

/** Reads each file again in its format, and adds `remedies` to the earlier decisions about doubtful values. */
function withRemedies({ source, forms, fileHash }: FoundKeys, remedies: Remedies): Promise<FoundKeys | undefined> {
  return inEachFile(source, (file, before) => {
    const form = forms[before.length]!;
    return findInFormat(file, { ...form, remedies: { ...form.remedies, ...remedies } });
  }).then((again) => withFileHash(again, fileHash));
}

/** Reads the source in a different format. `readAs` asks for the format. Undefined = the keys found so far remain. */
export async function readAs(found: FoundKeys, as: 'readAs' | 'separated'): Promise<FoundKeys | undefined> {
  const { source } = found;
  const [first = source] = source.files ?? [];
  const form = as === 'separated' ? { format: as } : await askForm(textToGuessBy(first), found.form, source.description);
  const again = form && (await inEachFile(source, (file) => findInFormat(file, form)));
  return again && withFileHash(again, found.fileHash);
}

async function inEachFile(
  source: Source,
  find: (file: Source, before: readonly FoundKeys[]) => Promise<FoundKeys | undefined>,
): Promise<FoundKeys | undefined> {
  const all: FoundKeys[] = [];
  for (const file of source.files ?? [source]) {
    const found = await find(file, all);
    if (!found) return undefined;
    all.push(found);
  }
  return source.files ? joinFiles(all, source) : all[0];
}

/** Finds the keys in one file. `before`: the results for the files that were read before this one. */
async function findIn(file: Source, before: readonly FoundKeys[], memory?: Store): Promise<FoundKeys | undefined> {
  const { languageId, fileName } = file;
  const text = textToGuessBy(file);
  const guess = await guessSource(text, { languageId, fileName, isCut: file.big !== undefined });
  const { columns, source } = guess.withHeader ?? guess;
  const same = before.find((one) => formName(one.form) === formName(source) && isSameTable(one.columns, columns));
  const fileHash =
    fileName === ''
      ? undefined
      : similarFileHash(
          fileName,
          guess.source,
          columns.map(({ name }) => name),
        );
  const remembered = memory && fileHash !== undefined ? lastChoice(memory, fileHash).form : undefined;
  const last = remembered && withStartOf(guess.source, remembered);
  // Asks for the column before the whole file is read, because the first rows are enough for that question.
  const form = same?.form ?? last ?? (await askColumn(text, guess, file.description));
  const result = form && (await keysOf(file, form));
  if (!form || !result) return undefined;
  if (result.ok || !isFormatProblem(result.refusal)) return withFileHash(await accepted(result, file, form), fileHash, last);
  const { doubts = [] } = result.refusal.code === 'noKeys' ? result.refusal : {};
  const doubt = doubts.find(({ kind }) => kind === 'narrowRow' || kind === 'wideRow');
  if (doubt && (await askRemedy(doubt, remedyOptions(doubt))) === 'asTheyAre')
    return withFileHash(await findInFormat(file, { ...form, remedies: { [doubt.kind]: 'asTheyAre' } }), fileHash, last);
  // The guessed format may be wrong, so this shows the problem and asks for a different format.
  refuse(result.refusal, file);
  const other = await askForm(text, form, file.description);
  return other && withFileHash(await findInFormat(file, other), fileHash);
}

/** Returns the remembered format with the line where this file's table begins, as its title lines might be different. */
function withStartOf(guess: KeySource, last: KeySource): KeySource {
  if (last.format !== 'csv') return last;
  const { start: _, ...form } = last;
  return guess.format === 'csv' && guess.start !== undefined ? { ...form, start: guess.start } : form;
}

function withFileHash(found: FoundKeys | undefined, fileHash: string | undefined, last?: KeySource): FoundKeys | undefined {
  if (!found || fileHash === undefined) return found;
  return { ...found, fileHash, ...(last && { formWords: t('{0}, as last time', found.formWords) }) };
}

async function findInFormat(file: Source, form: KeySource): Promise<FoundKeys | undefined> {
  const result = await keysOf(file, form);
  return result && accepted(result, file, form);
}

/**
 * Reads the keys of an earlier change again from its file, in the format that was chosen for the change. Asks nothing.
 * Undefined = the file can't be read, and a message says why. Empty = the file contains no key any more; the caller tells the
 * user what that means for the change.
 */
export async function findKeysAgain(uri: string, form: KeySource): Promise<readonly string[] | undefined> {
  const source = await readFile(vscode.Uri.parse(uri, true));
  const result = source && (await keysOf(source, form));
  if (!result) return undefined;
  if (!result.ok && (result.refusal.code === 'empty' || result.refusal.code === 'noKeys')) return [];
  return (await accepted(result, source, form))?.keys;
}

const textToGuessBy = ({ text, big }: Source): string => big?.head ?? text;

/** True if two files have the same columns, like two files of one export. The user is then asked for the column only once. */
const isSameTable = (one: readonly Column[], other: readonly Column[]): boolean =>
  one.length > 0 && one.length === other.length && one.every(({ name }, index) => name === other[index]?.name);

async function accepted(result: KeysResult, source: Source, form: KeySource): Promise<FoundKeys | undefined> {
  if (!result.ok) return refuse(result.refusal, source);
  const undecoded = undecodedProblem(result.found, source);
  if (undecoded !== undefined) return tellRefusal(undecoded, openFileStep());
  const text = textToGuessBy(source);
  const columns = await columnsIn(text, form);
  const header = headerOf(text, form);
  const words = formInWords(form, columns, source.description, result.found.list);
  return { ...result.found, ...words, source, form, forms: [form], columns, headers: header ? [header] : [] };
}

/**
 * Joins the keys of several files into one list. Reads the files once more, one after the other, to find keys that are repeated
 * in a later file. The line numbers of a file continue those of the files before it.
 */
async function joinFiles(all: readonly FoundKeys[], source: Source): Promise<FoundKeys | undefined> {
  // All files share the user's decisions about doubtful values. The format of the first file determines whether a separator
  // within a value is always doubtful.
  const collector = new KeyCollector(all[0]!.form);
  const headers: { readonly line: number; readonly text: string }[] = [];
  for (const [index, { source: file, form, headers: own }] of all.entries()) {
    const before = source.lines[index]!.from - 1;
    collector.startText(before);
    headers.push(...own.map((header) => ({ ...header, line: header.line + before })));
    const result = await keysOf(file, form, collector);
    if (!result?.ok) return result && refuse(result.refusal, file);
  }
  return { ...all[0]!, ...collector.found(), forms: all.map(({ form }) => form), headers, source, origin: source.description };
}

const MEGABYTE = 1024 * 1024;
/** The length in characters above which YAML is read with progress, because its aliases can stand for much more text. */
const LONG_YAML = 30_000;

/** Reads the keys of one text. Undefined = cancelled. */
async function keysOf(
  { text, big, description }: Source,
  form: KeySource,
  collector?: KeyCollector,
): Promise<KeysResult | undefined> {
  const limit = MAX_KEYS_PER_SEGMENT;
  if (!big && (form.format !== 'yaml' || text.length < LONG_YAML)) return keysInText(text, form, { limit, collector });
  return tellProgress(
    t('Reading {0}', description),
    async (progress, signal) => {
      try {
        return await (big
          ? keysInPieces(piecesOf(big, progress, signal), form, { limit, signal, collector })
          : keysInText(text, form, { limit, signal, collector }));
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },
    { cancellable: true },
  );
}

type Progress = vscode.Progress<{ readonly message?: string; readonly increment?: number }>;

function piecesOf(big: BigFile, progress: Progress, signal: AbortSignal): AsyncIterable<string> {
  let reported = 0;
  return big.pieces((bytesRead) => {
    if (bytesRead - reported < MEGABYTE) return;
    progress.report({ increment: ((bytesRead - reported) / big.bytes) * 100 });
    reported = bytesRead;
  }, signal);
}

const refuse = (refusal: KeysRefusal, source: Source): undefined => tellRefusal(refusalSentence(refusal, source), openFileStep());

/** True if the problem depends on the format, so that a different format may solve it. */
function isFormatProblem({ code }: KeysRefusal): boolean {
  return !['empty', 'binary', 'tooManyKeys', 'tooLarge', 'severalLists'].includes(code);
}

function refusalSentence(refusal: KeysRefusal, source: Source): string {
  const { description } = source;
  switch (refusal.code) {
    case 'tooManyKeys':
      return tooManySentence(description, refusal.limit);
    case 'severalLists':
      return t('{0} has several lists. Select the list with the keys, or save it separately, and try again.', description);
    case 'empty':
    case 'noList':
    case 'noKeys':
      return noKeysSentence(description);
    default:
      return unreadableSentence(refusal, description, (line) => placeOfLine(source, line).line);
  }
}

const REPLACEMENT = '\uFFFD';

/**
 * Returns a sentence about the problem if a key contains U+FFFD, which the editor writes for characters that it could not read.
 * Such keys are refused. Undefined if all keys were read correctly. U+FFFD in columns without keys doesn't matter.
 */
function undecodedProblem({ keys, lines }: Pick<KeysFound, 'keys' | 'lines'>, source: Source): string | undefined {
  const index = keys.findIndex((one) => one.includes(REPLACEMENT));
  if (index === -1) return undefined;
  return undecodedSentence(lineWords(source, lines[index]!));
}
