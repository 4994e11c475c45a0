/**
 * A pseudo-language: each sentence is in brackets, has accents, and is 40% longer. On a page in this language, text of the
 * extension without brackets did not go through `vscode.l10n` or `package.nls.json`.
 */
import type { Words } from './source.ts';

/** Its ID in VS Code. */
export const PSEUDO = 'qps-ploc';

const PLAIN = 'abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ';
const ACCENTED = 'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥřşŧŭṽẇẋẏzȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤŘŞŦŬṼẆẊẎẐ';
const accents = new Map(PLAIN.split('').map((letter, at) => [letter, ACCENTED[at] ?? letter]));

/** A name is the same in all languages. */
const NAME = 'Flag Admin';

/** Parts that stay unchanged: placeholders, links and their targets, icons. */
const KEPT = /(\{\w+\}|\]\([^)]*\)|\[|\$\([\w-]+\))/;

/** Returns `text` in that language. Each line has its own brackets, because each may appear alone on the page. */
export function pseudo(text: string): string {
  if (text === NAME) return text;
  return text
    .split('\n')
    .map((line) => {
      const isLink = /^\[[^\]]*\]\([^)]*\)$/.test(line);
      const accented = line
        .split(KEPT)
        .map((part, at) => (at % 2 === 1 ? part : part.replace(/./g, (letter) => accents.get(letter) ?? letter)))
        .join('');
      const letters = line.replace(new RegExp(KEPT, 'g'), '').match(/\p{L}/gu)?.length ?? 0;
      const longer = '·'.repeat(Math.ceil(letters * 0.4));
      if (letters === 0) return line;
      // The welcome view shows a line that contains only a link as a button.
      if (isLink) return accented.replace(/^\[/, '[⟦').replace('](', `${longer}⟧](`);
      // An icon is drawn on a separate line.
      const icon = /^\$\([\w-]+\) /.exec(accented)?.[0] ?? '';
      return `${icon}⟦${accented.slice(icon.length)}${longer}⟧`;
    })
    .join('\n');
}

/** Returns all of `words` in that language. */
export const pseudoWords = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [key, pseudo(text)]));

/** Returns the words on a page that are neither in that language nor in `known`, which is in lower case. */
export function unspoken(text: string, known: ReadonlySet<string>): readonly string[] {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/gu, ' ');
  }
  return wordsOf(rest.replace(BY_LOCALE, ' ')).filter((word) => !known.has(word));
}

/** Words of two or more letters, in lower case. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

/** Ages and dates, which `Intl` formats in the language of the system, because it does not know the pseudo-language. */
const BY_LOCALE =
  /(in )?[\d,.]+ (second|minute|hour|day)s?( ago)?|yesterday|tomorrow|\bnow\b|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+, \d{4}(, [\d:]+\s[AP]M)?/gu;
