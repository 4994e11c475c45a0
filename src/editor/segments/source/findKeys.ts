/** Keys out of the text: guesses the form, asks which column where there are several, and says what was found. */
import * as vscode from 'vscode';
import {
  guessSource,
  keysFromText,
  type Column,
  type KeysFound,
  type KeySource,
  type KeysRefusal,
} from '../../../domain/keys/keysFromText.ts';
import { askChoice } from '../../ask.ts';
import { formatNumber } from '../../requestWords.ts';
import { tellRefusal } from '../../tell.ts';
import { noTextSentence, openFileStep, type Source } from './readSource.ts';

const { t } = vscode.l10n;

export interface FoundKeys extends KeysFound {
  readonly source: Source;
  /** "accounts.csv, column account_id". */
  readonly origin: string;
}

/** Undefined if there are no keys to be had (the user was told why), or the user walked away. */
export async function findKeys(source: Source): Promise<FoundKeys | undefined> {
  const { source: guess, columns } = guessSource(source.text, { languageId: source.languageId, fileName: source.fileName });
  // A text that can't be read at all is refused before anything is asked about it.
  const guessed = keysFromText(source.text, guess);
  if (!guessed.ok && guessed.refusal.code !== 'noKeys') return refuse(guessed.refusal, source);
  const form = await chooseColumn(guess, columns, source);
  if (!form) return undefined;
  const result = form === guess ? guessed : keysFromText(source.text, form);
  if (!result.ok) return refuse(result.refusal, source);
  const column = form.format === 'csv' && columns.length > 1 ? columns[form.column] : undefined;
  const origin = column ? t('{0}, column {1}', source.description, column.name) : source.description;
  return { ...result.found, source, origin };
}

function refuse(refusal: KeysRefusal, source: Source): undefined {
  tellRefusal(refusalSentence(refusal, source), openFileStep());
}

async function chooseColumn(guess: KeySource, columns: readonly Column[], source: Source): Promise<KeySource | undefined> {
  if (guess.format !== 'csv' || columns.length < 2) return guess;
  const options = columns.map((column) => ({
    label: column.name,
    description: column.index === guess.column ? t('likely') : '',
    detail: column.samples.join(', '),
    icon: new vscode.ThemeIcon(column.index === guess.column ? 'key' : 'blank'),
    value: column.index,
  }));
  const column = await askChoice<number>({
    title: t('Upload Keys from {0}', source.description),
    placeholder: t('Which column holds the keys?'),
    options: options.toSorted((a, b) => Number(b.value === guess.column) - Number(a.value === guess.column)),
  });
  if (typeof column !== 'number') return undefined;
  return column === guess.column ? guess : { ...guess, column };
}

function refusalSentence(refusal: KeysRefusal, source: Source): string {
  switch (refusal.code) {
    case 'empty':
      return t('{0} is empty. Put one key on each line, or open another file.', source.description);
    case 'binary':
      return noTextSentence(source.description);
    case 'unterminatedQuote':
      return t(
        'The quote that opens in line {0} of {1} is never closed. Close it and try again.',
        refusal.line + source.linesBefore,
        source.description,
      );
    case 'malformed':
      return t(
        '{0} can’t be read: it breaks off in line {1}, column {2}. Mend it and try again.',
        source.description,
        refusal.line + source.linesBefore,
        refusal.column,
      );
    case 'recordTooLong':
      return t('Line {0} of {1} is too long to be read. Put one key on each line.', refusal.line, source.description);
    case 'tooManyKeys':
      return t('{0} has more than {1} keys, and a segment holds no more.', source.description, formatNumber(refusal.limit));
    case 'needsParser':
    case 'noList':
      return t('There is no list of keys in {0}. Put one key on each line.', source.description);
    case 'noKeys':
      return t('There is no usable key in {0}. Put one key on each line.', source.description);
    default:
      return refusal satisfies never;
  }
}

/** "1 repeated (line 14), 1 blank (line 20)"; empty if every line holds a usable key. */
export function oddities({ counts, problems, trimmed, source }: FoundKeys): string {
  const lines = (...kinds: readonly string[]): string => {
    const numbers = problems.filter(({ kind }) => kinds.includes(kind)).map(({ line }) => line + source.linesBefore);
    return lineNumbers(numbers);
  };
  return [
    counts.repeated > 0 ? t('{0} repeated ({1})', formatNumber(counts.repeated), lines('repeated')) : '',
    counts.blank > 0 ? t('{0} blank ({1})', formatNumber(counts.blank), lines('blank')) : '',
    counts.unusable > 0
      ? t(
          '{0} unusable ({1})',
          formatNumber(counts.unusable),
          lines('tooLong', 'controlCharacter', 'loneSurrogate', 'missingColumn', 'missingField', 'notText'),
        )
      : '',
    counts.trimmed > 0
      ? t('{0} trimmed ({1})', formatNumber(counts.trimmed), lineNumbers(trimmed.map((line) => line + source.linesBefore)))
      : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function lineNumbers(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 3).join(', ');
  if (numbers.length === 1) return t('line {0}', shown);
  return numbers.length > 3 ? t('lines {0}, …', shown) : t('lines {0}', shown);
}
