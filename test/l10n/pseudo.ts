/**
 * A language that nobody speaks: every sentence in brackets, with accents, and two fifths longer. On a page in it, words of
 * ours without brackets did not come through `vscode.l10n` or `package.nls.json`.
 */
import type { Words } from './source.ts';

/** As VS Code names it. */
export const PSEUDO = 'qps-ploc';

const PLAIN = 'abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ';
const ACCENTED = 'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥřşŧŭṽẇẋẏzȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤŘŞŦŬṼẆẊẎẐ';
const accents = new Map(PLAIN.split('').map((letter, at) => [letter, ACCENTED[at] ?? letter]));

/** A name is the same in every language. */
const NAME = 'Flag Admin';

/** What stays: places, targets of links and the brackets that make one, icons. */
const KEPT = /(\{\w+\}|\]\([^)]*\)|\[|\$\([\w-]+\))/;

/** `text` in that language. Each line has brackets of its own, for each may stand by itself on the page. */
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
      // The welcome view makes a button of a line that is a link and nothing else.
      if (isLink) return accented.replace(/^\[/, '[⟦').replace('](', `${longer}⟧](`);
      // An icon is drawn as a line of its own.
      const icon = /^\$\([\w-]+\) /.exec(accented)?.[0] ?? '';
      return `${icon}⟦${accented.slice(icon.length)}${longer}⟧`;
    })
    .join('\n');
}

/** All of `words` in that language. */
export const pseudoWords = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [key, pseudo(text)]));

/** Words of what a page shows that are no words of ours in that language, and not among `known`, which is in lower case. */
export function unspoken(text: string, known: ReadonlySet<string>): readonly string[] {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/gu, ' ');
  }
  return wordsOf(rest.replace(BY_LOCALE, ' ')).filter((word) => !known.has(word));
}

/** Words of two letters and more, in lower case. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

/** Ages and dates, which `Intl` makes; it has no such language, and writes them in the system's. */
const BY_LOCALE =
  /(in )?[\d,.]+ (second|minute|hour|day)s?( ago)?|yesterday|tomorrow|\bnow\b|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+, \d{4}(, [\d:]+\s[AP]M)?/gu;
