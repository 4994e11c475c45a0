/**
 * The rows of a question about a source of keys, besides the rows that send the keys: to open the report, to read the source
 * again, and to decide about doubtful values.
 */
import * as vscode from 'vscode';
import type { Doubt, Remedy } from '../../../domain/keys/doubts.ts';
import type { Option } from '../../ask/ask.ts';
import { doubtLabel, remedyOptions, reportOption, type DoubtChoice } from '../../ask/askDoubts.ts';
import { cleanSentence, headerWords, keyOddities } from './foundWords.ts';
import type { FoundKeys } from './source.ts';

const { t } = vscode.l10n;

export type SourceChoice = 'report' | 'readAs' | DoubtChoice;
type DoubtAnswer = Remedy | 'separated' | 'readAs' | 'report';

/** Returns options to open the report, or to read the source again, before keys are sent or removed. */
export function sourceOptions(found: FoundKeys): readonly Option<'report' | 'readAs'>[] {
  const odd = [...found.doubts.map(doubtLabel), keyOddities(found)].filter((words) => words !== '').join('. ');
  const remarks = [headerWords(found.headers), odd === '' ? cleanSentence() : odd];
  return [reportOption(remarks.filter(Boolean).join('. ')), readAsOption(found)];
}

const readAsOption = ({ formWords }: FoundKeys): Option<'readAs'> => ({
  label: t('Read the keys as…'),
  detail: formWords,
  icon: new vscode.ThemeIcon('symbol-key'),
  value: 'readAs',
});

/** Returns the possible answers to a doubt about the keys of a source, the most likely first. */
export function doubtAnswers(doubt: Doubt, found: FoundKeys): readonly Option<DoubtAnswer>[] {
  const separated: Option<DoubtAnswer> = {
    label: t('Use each value as a key, without the quotes, brackets and separators around it'),
    icon: new vscode.ThemeIcon('list-flat'),
    value: 'separated',
  };
  const isSeparable = (doubt.kind === 'quoted' || doubt.kind === 'separators') && isList(found);
  return [...(isSeparable ? [separated] : []), ...remedyOptions(doubt), readAsOption(found), reportOption()];
}

/**
 * True if the values can be read as separated keys: for plain lines, or a table with one column and no header. Otherwise, the
 * keys are more likely in a different column or field.
 */
const isList = ({ form, columns }: FoundKeys): boolean =>
  form.format === 'csv'
    ? !form.hasHeader && columns.filter(({ samples }) => samples.length > 0).length < 2
    : form.format === 'lines';
