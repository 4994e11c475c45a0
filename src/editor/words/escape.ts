/**
 * The only place that escapes text which others wrote: names, titles, comments, file names, values, and messages of the service.
 * There is one function for each target. Whoever shows such a text calls it, and nobody else: the layers below pass the text on as it is.
 */
import * as vscode from 'vscode';

/** These are invisible, but emoji and several scripts need them behind one of their own characters. */
const JOINER = String.raw`\u200C\u200D\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}`;
const NEEDS_JOINER = String.raw`(?<=[\u0600-\u1DBF\u2190-\u{1FAFF}])`;
/** What `withoutIcons` and `withoutLinks` put into a text. */
const OURS = String.raw`(?<=[$\]])\u200B(?=\()`;

/** Control characters, marks that turn the direction of a text round, characters of no width, and halves of characters. */
const HIDDEN = new RegExp(
  String.raw`(?!${NEEDS_JOINER}[${JOINER}]|${OURS}|\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`,
  'gu',
);

const numberOf = (mark: string): string => mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');

/**
 * For a place that shows text as it is and may have several lines: a tooltip, a problem, what a screen reader reads out. Writes
 * a hidden character as its number: behind a hidden U+202E, the editor would show our own words from right to left.
 */
export const plainText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(HIDDEN, (mark) => `[U+${numberOf(mark)}]`);

const oneLine = (text: string): string => plainText(text.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, ' ⏎ '));

/** The editor draws an icon for `$(pass)`. A character of no width behind the `$` keeps the letters. */
const withoutIcons = (text: string): string => text.replaceAll('$(', '$\u200B(');

/** The editor makes `[x](command:…)` a link that runs a command. */
const withoutLinks = (text: string): string => text.replaceAll('](', ']\u200B(');

/**
 * For a label on one line: a row of a list or of the tree, the title of a tab, a button, the status bar, a lens. Most of these
 * draw icons, so no label draws an icon that others wrote.
 */
export const labelText = (text: string): string => withoutIcons(oneLine(text));

/** A label with an icon of ours in front. The space can't be dropped: the editor drops any other space behind an icon. */
export const iconLabel = (icon: string, text: string): string => `$(${icon})\u00A0${labelText(text)}`;

/** For a notification, a dialog, and the sentence below a text box: they make links, some draw icons, and they may have several lines. */
export const messageText = (text: string): string => withoutLinks(withoutIcons(plainText(text)));

/**
 * For Markdown, as text on one line. A mention and a number of an issue get a space of no width, since no backslash keeps a
 * forge from linking them.
 */
export function markdownText(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>#|~$&!:@]/g, (mark) => `\\${mark}`)
    .replace(/\\[@#](?=\w)/g, (mark) => `${mark}\u200b`)
    .replace(/^( *)([-+=]|\d+(?=[.)]))/, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    )
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}\\.`);
}

/** For Markdown, as code on one line that can be copied. */
export function markdownCode(text: string): string {
  const runs = text.match(/`+/g)?.map(({ length }) => length) ?? [];
  let fence = '`';
  while (runs.includes(fence.length)) fence += '`';
  const pad = /^[` ]|[` ]$|^$/.test(text) ? ' ' : '';
  return `${fence}${pad}${oneLine(text)}${pad}${fence}`;
}

/** A tooltip of several paragraphs, in which nothing is markup. */
export function markdownTooltip(paragraphs: readonly string[]): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) tooltip.appendMarkdown('\n\n');
    tooltip.appendText(plainText(paragraph));
  }
  return tooltip;
}

const HIDDEN_IN_KEY = /[\p{Zs}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const DASH = /[\u2010-\u2015\u2212]/;
const ASCII = /^[\x21-\x7e]+$/;
/** Cyrillic and Greek letters. */
const LIKE_LATIN = /[аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅαικνορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/g;

/**
 * A key, a value, or a cell of a table, in a line with others; a long one is shortened. Writes as `\u{…}` what makes two keys look alike:
 * hidden characters, spaces that are not U+0020, blanks at an end or in a row, marks that are also part of a letter, and letters and dashes
 * that look like those of ASCII. A Greek or Cyrillic letter counts only beside a Latin one, or if all letters look like Latin ones. `webview/visibleText.ts`
 * marks the same.
 */
export function keyText(key: string, most = 60): string {
  // Not in the middle of a character that takes two.
  if (key.length > most) return `${keyText(key.slice(0, most).replace(/[\uD800-\uDBFF]$/, ''), most)}…`;
  const shown = key;
  if (ASCII.test(shown)) return shown;
  const compatible = shown.normalize('NFKC');
  const isLikeLatin = /[a-z]/i.test(compatible) || !/\p{L}/u.test(compatible.replace(LIKE_LATIN, ''));
  let end = shown.length;
  while (shown[end - 1] === ' ') end -= 1;
  const isMarked = (character: string, at: number): boolean => {
    const before = shown[at - 1] ?? '';
    if (character === ' ') return at >= end || at === 0 || before === ' ';
    if (/\p{M}/u.test(character)) return `${before}${character}`.normalize('NFC').length === 1;
    if (HIDDEN_IN_KEY.test(character) || DASH.test(character)) return true;
    return ASCII.test(character.normalize('NFKC')) || (isLikeLatin && character.search(LIKE_LATIN) === 0);
  };
  return shown.replace(/[^\x21-\x7e]/gu, (character, at: number) =>
    isMarked(character, at) ? `\\u{${character.codePointAt(0)!.toString(16)}}` : character,
  );
}

/** For an entry of a log: its other lines stand further in, so that none looks like an entry of its own. */
export const logText = (text: string): string =>
  text.replaceAll(/\r\n?|[\n\u0085\u2028\u2029]/g, '\n    ').replaceAll(/[^\P{Cc}\n\t]/gu, ' ');
