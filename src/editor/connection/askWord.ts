/** Which word a service has for a flag: one of those that are known, or another. */
import * as vscode from 'vscode';
import { isWord, KNOWN_WORDS } from '../../api/vocabulary.ts';
import { askChoice, askText, back, type Answer, type Position } from '../prompts/ask.ts';

const { t } = vscode.l10n;

/** No word is empty: the choice to type one. */
const ANOTHER = '';

/** `word` is the one it has now. Without one no row is active, so that a second Enter takes none that nobody has read. */
export async function askWord(position: Position, word: string | undefined, placeholder: string): Promise<Answer<string>> {
  const other = word === undefined || KNOWN_WORDS.includes(word) ? '' : word;
  for (;;) {
    const answer = await askChoice<string>({
      ...position,
      placeholder,
      options: [
        ...KNOWN_WORDS.map((value) => ({ label: value, description: pathOf(value), value, isActive: value === word })),
        {
          label: t('Another word…'),
          description: other,
          value: ANOTHER,
          isActive: other !== '',
        },
      ],
    });
    if (answer !== ANOTHER) return answer;
    const typed = await askText({
      ...position,
      canGoBack: true,
      prompt: t('The word in the singular; paths carry it with an s: {0}', pathOf('flag')),
      value: other,
      validate: (text) => (isWord(text.trim()) ? undefined : t('This can’t be the word: use letters, digits, - and _.')),
    });
    if (typed !== back) return typed?.trim();
  }
}

const pathOf = (word: string): string => `/internal/api/v2/${word}s`;
