/** Which word a service has for a flag: one of those that are known, or another. */
import * as vscode from 'vscode';
import { isWord } from '../../api/vocabulary.ts';
import { askChoice, askText, back, type Answer, type Position } from '../ask.ts';

const { t } = vscode.l10n;

const KNOWN = ['flag', 'split'];
/** No word is empty: the choice to type one. */
const ANOTHER = '';

export async function askWord(position: Position, word: string): Promise<Answer<string>> {
  for (;;) {
    const answer = await askChoice<string>({
      ...position,
      placeholder: t('What does this service call a feature flag in its paths?'),
      options: [
        ...KNOWN.map((value) => ({ label: value, description: pathOf(value), value, isActive: value === word })),
        {
          label: t('Another word…'),
          description: KNOWN.includes(word) ? '' : word,
          value: ANOTHER,
          isActive: !KNOWN.includes(word),
        },
      ],
    });
    if (answer !== ANOTHER) return answer;
    const typed = await askText({
      ...position,
      canGoBack: true,
      prompt: t('The word in the singular; paths carry it with an s: {0}', pathOf('flag')),
      value: KNOWN.includes(word) ? '' : word,
      validate: (text) => (isWord(text.trim()) ? undefined : t('This can’t be the word: use letters, digits, - and _.')),
    });
    if (typed !== back) return typed?.trim();
  }
}

const pathOf = (word: string): string => `/internal/api/v2/${word}s`;
