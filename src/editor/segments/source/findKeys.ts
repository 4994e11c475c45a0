/** Keys out of a source: guesses the form, asks which column where there are several, and says what was found. */
import * as vscode from 'vscode';
import type { Column } from '../../../domain/keys/columns.ts';
import { KeyCollector } from '../../../domain/keys/keyCollector.ts';
import { MAX_KEYS_PER_SEGMENT } from '../../../domain/keys/keyPlan.ts';
import type { KeyList, KeysResult } from '../../../domain/keys/keysFound.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';
import { guessSource } from '../../../operations/keySources/guessSource.ts';
import { drain } from '../../../operations/inSlices.ts';
import { keysInPieces, keysInText } from '../../../operations/keySources/keysInText.ts';
import { formatNumber } from '../../formats/requestWords.ts';
import { tellProgress, tellRefusal } from '../../messages/notifications.ts';
import { askColumn, askForm, askList } from './askForm.ts';
import { formInWords, formName } from './foundWords.ts';
import { openFileStep, readOne } from './readSource.ts';
import { isOfForm, refuse, undecodedSentence } from './refusalWords.ts';
import { columnsIn, headerOf } from './sourceAs.ts';
import type { BigFile, FoundKeys, Source } from './source.ts';

export { oddities } from './foundWords.ts';

const { t } = vscode.l10n;

/** Undefined if there are no keys to be had (the user was told why), or the user walked away. `title` is that of the question. */
export async function findKeys(source: Source, title: string): Promise<FoundKeys | undefined> {
  const all: FoundKeys[] = [];
  for (const file of source.files ?? [source]) {
    const found = await findIn(file, all, title);
    if (!found) return undefined;
    all.push(found);
  }
  return joined(all, source);
}

/** `before` are the files that were read before this one. */
async function findIn(file: Source, before: readonly FoundKeys[], title: string): Promise<FoundKeys | undefined> {
  const guess = await guessSource(textToGuessBy(file), {
    languageId: file.languageId,
    fileName: file.fileName,
    isCut: file.big !== undefined,
  });
  let read = await readIn(file, guess.source, title);
  if (read?.result.ok && read.form === guess.source) {
    const { columns, source } = guess.withHeader ?? guess;
    const same = before.find((one) => formName(one.form) === formName(source) && !one.lists && isSameTable(one.columns, columns));
    const form = same?.form ?? (await askColumn(guess, title, file.description));
    if (form !== guess.source) read = form && (await readIn(file, form, title));
  }
  if (read && !read.result.ok && isOfForm(read.result.refusal)) {
    // The guess may be wrong: what is wrong is told, and another form asked for.
    refuse(read.result.refusal, file);
    const form = await askForm(textToGuessBy(file), read.form, title);
    read = form && (await readIn(file, form, title));
  }
  return read && told(read.result, file, read.form);
}

interface Read {
  readonly form: KeySource;
  readonly result: KeysResult;
}

/** Where it has several lists, asks which one is meant: the first may be another. Undefined = the user walked away. */
async function readIn(file: Source, form: KeySource, title: string): Promise<Read | undefined> {
  const result = await keysOf(file, form);
  const lists = result && listsOf(result);
  if (!lists || !('field' in form) || form.list !== undefined) return result && { form, result };
  const chosen = await askList(lists, form, { title, description: file.description });
  const read = chosen && (await keysOf(file, chosen));
  return read && { form: chosen, result: read };
}

function listsOf(result: KeysResult): readonly KeyList[] | undefined {
  if (result.ok) return result.found.lists;
  return result.refusal.code === 'noKeys' ? result.refusal.lists : undefined;
}

/**
 * Asks nothing: the same keys again from a kept file, in the form that was chosen then. Undefined = the user was told why not.
 * None where the file has no key any more: what that means for what was begun is for the caller to say.
 */
export async function findKeysAgain(uri: string, form: KeySource): Promise<readonly string[] | undefined> {
  const source = await readOne(vscode.Uri.parse(uri, true));
  const result = source && (await keysOf(source, form));
  if (!result) return undefined;
  if (!result.ok && (result.refusal.code === 'empty' || result.refusal.code === 'noKeys')) return [];
  return (await told(result, source, form))?.keys;
}

/** `readAs` asks for the form and its column. Undefined = the user stays with what was found. */
export async function readAs(found: FoundKeys, title: string, as: 'readAs' | 'separated'): Promise<FoundKeys | undefined> {
  const [file] = found.source.files ?? [found.source];
  const form = as === 'separated' ? { format: as } : file && (await askForm(textToGuessBy(file), found.form, title));
  return form && inForm(found.source, form, title);
}

async function inForm(source: Source, form: KeySource, title: string): Promise<FoundKeys | undefined> {
  const all: FoundKeys[] = [];
  for (const file of source.files ?? [source]) {
    const read = await readIn(file, form, title);
    const found = read && (await told(read.result, file, read.form));
    if (!found) return undefined;
    all.push(found);
  }
  return joined(all, source);
}

const textToGuessBy = ({ text, big }: Source): string => big?.head ?? text;

/** Files of one export have the same columns: which one holds the keys is asked once. */
const isSameTable = (one: readonly Column[], other: readonly Column[]): boolean =>
  one.length > 0 && one.length === other.length && one.every(({ name }, index) => name === other[index]?.name);

async function told(result: KeysResult, source: Source, form: KeySource): Promise<FoundKeys | undefined> {
  if (!result.ok) return refuse(result.refusal, source);
  const undecoded = undecodedSentence(result.found, source);
  if (undecoded !== undefined) {
    tellRefusal(undecoded, openFileStep());
    return undefined;
  }
  const text = textToGuessBy(source);
  const columns = await columnsIn(text, form);
  const header = headerOf(text, form);
  const list = 'list' in form && form.list !== undefined ? result.found.lists?.[form.list]?.name : undefined;
  const { origin, formWords } = formInWords(form, columns, source.description, list);
  return {
    ...result.found,
    source,
    form,
    columns,
    headers: header ? [header] : [],
    // In a table it is another column.
    cut: columns.length === 1 ? result.found.cut : [],
    origin,
    formWords,
  };
}

/** The keys of several files as one list: each is kept where it stands first. Undefined = there is none. */
async function joined(all: readonly FoundKeys[], source: Source): Promise<FoundKeys | undefined> {
  const [first] = all;
  if (!source.files || !first) return first;
  const collector = new KeyCollector();
  await drain(addSteps(all, source, collector));
  const { keys, lines, problems, lookAlikes, counts } = collector.found();
  const sum = (of: (one: FoundKeys) => number): number => all.reduce((total, one) => total + of(one), 0);
  /** The lines of each file begin where its stretch of the joined source does. */
  const shifted = all.map((one, index) => ({ ...one, by: source.lines[index]!.from - 1 }));
  const own = shifted.flatMap(({ problems: some, by }) =>
    some.map((problem) => ({
      ...problem,
      line: problem.line + by,
      ...(problem.firstLine !== undefined && { firstLine: problem.firstLine + by }),
    })),
  );
  return {
    ...first,
    keys,
    lines,
    problems: [...own, ...problems].toSorted((one, other) => one.line - other.line),
    lookAlikes,
    trimmed: shifted.flatMap(({ trimmed, by }) => trimmed.map((line) => line + by)),
    cut: shifted.flatMap(({ cut, by }) => cut.map((line) => line + by)),
    headers: shifted.flatMap(({ headers, by }) => headers.map((header) => ({ ...header, line: header.line + by }))),
    counts: {
      found: keys.length,
      repeated: counts.repeated + sum((one) => one.counts.repeated),
      blank: sum((one) => one.counts.blank),
      unusable: sum((one) => one.counts.unusable),
      trimmed: sum((one) => one.counts.trimmed),
      lookAlikes: lookAlikes.length,
    },
    source,
    origin: source.description,
  };
}

/** Keys added in one step: a few milliseconds. */
const STEP = 2_000;

function* addSteps(all: readonly FoundKeys[], source: Source, collector: KeyCollector): Generator<void, void> {
  for (const [file, { keys, lines }] of all.entries()) {
    const by = source.lines[file]!.from - 1;
    for (const [index, key] of keys.entries()) {
      if (index % STEP === STEP - 1) yield;
      collector.add(key, lines[index]! + by);
    }
  }
}

const MEGABYTE = 1024 * 1024;
/** Characters of YAML that take a moment. */
const LONG_YAML = 100_000;

/** Undefined = cancelled. */
async function keysOf({ text, big, description }: Source, form: KeySource): Promise<KeysResult | undefined> {
  if (!big && (form.format !== 'yaml' || text.length < LONG_YAML)) return keysInText(text, form);
  return tellProgress(
    t('Reading {0}', description),
    async (progress, signal) => {
      try {
        return await (big
          ? keysInPieces(piecesOf(big, progress, signal), form, { limit: MAX_KEYS_PER_SEGMENT, signal })
          : keysInText(text, form, signal));
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
  const all = formatNumber(Math.ceil(big.bytes / MEGABYTE));
  let shown = 0;
  return big.pieces((bytesRead) => {
    if (bytesRead - shown < MEGABYTE) return;
    const message = t('{0} of {1} MB', formatNumber(Math.floor(bytesRead / MEGABYTE)), all);
    progress.report({ message, increment: ((bytesRead - shown) / big.bytes) * 100 });
    shown = bytesRead;
  }, signal);
}
