/** Creates a readable text with the review of each change of a list. Run this file to update the stored texts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ChangeRequest } from '../../../../src/api/model.ts';
import type { SummaryLine } from '../../../../src/webview/protocol.ts';
import { setLanguage } from '../../fakeVscode.ts';
import { translations } from '../../../l10n/source.ts';
import { CHANGES, type RealisticChange } from './changes.ts';
import { UNUSUAL } from './unusual.ts';

const { addFacts, forWhom } = await import('../../../../src/editor/words/audienceWords.ts');
const { changeLines } = await import('../../../../src/editor/words/changeLines.ts');
const { operationSentence } = await import('../../../../src/editor/words/requestWords.ts');

/** The stored texts: a list of changes in a language. */
export const TEXTS = [
  { file: 'reviews.en.txt', language: 'en', changes: CHANGES },
  { file: 'reviews.de.txt', language: 'de', changes: CHANGES },
  { file: 'unusual.en.txt', language: 'en', changes: UNUSUAL },
] as const;
export const pathOf = (file: string): string => path.join(import.meta.dirname, file);

/** Sets the display language to English afterwards. */
export async function reviewTexts({ language, changes }: (typeof TEXTS)[number]): Promise<string> {
  setLanguage(language, language === 'de' ? translations['l10n/bundle.l10n.de.json'].read() : undefined);
  try {
    const texts = await Promise.all(changes.map(reviewText));
    return `${texts.join('\n\n')}\n`;
  } finally {
    setLanguage('en');
  }
}

/** The facts that a review has in the sandbox, which answers every call. */
const FACTS = {
  sizes: new Map([
    ['beta-accounts', 8],
    ['vip-accounts', 312],
    ['eu-accounts', 5_318],
  ]),
  empty: new Set(['loyalty: gold & platinum']),
  dependants: [],
  indirectDependants: [],
};

async function reviewText(change: RealisticChange, index: number): Promise<string> {
  const request = requestOf(change);
  const status = { id: 'r0', name: 'Pre-production' };
  const live = { kind: 'definition', definition: change.live, status } as const;
  await addFacts(request, live, { ...FACTS, rolloutStatus: status });
  const { changed = [], exact = [] } = forWhom(request, live) ?? {};
  return [
    `${index + 1}. ${change.title} – ${operationSentence(request)}`,
    ...changed.map(lineText),
    ...exact.map((line) => `  ${lineText(line)}`),
    '   --',
    ...changeLines(request, live, { isProduction: true }).map(lineText),
  ].join('\n');
}

const requestOf = ({ title, operationType, wanted, rolloutStatus }: RealisticChange): ChangeRequest => ({
  id: title,
  status: 'REQUESTED',
  title,
  operationType,
  flag: wanted,
  approvers: [],
  comments: [],
  ...(rolloutStatus !== undefined && { rolloutStatus: { id: 'r1', name: rolloutStatus } }),
});

const lineText = ({ text, mark }: SummaryLine): string => `   ${mark ? `[${mark}] ` : ''}${text}`;

if (process.argv[1] === import.meta.filename) for (const text of TEXTS) writeFileSync(pathOf(text.file), await reviewTexts(text));
