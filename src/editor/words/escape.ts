/**
 * Escapes text that others wrote: names, titles, comments, file names, values, and messages of the service. This is the only place
 * that does so, with one function for each target. Only the code that shows such a text calls it: the layers below pass the text on
 * unchanged.
 */
import * as vscode from 'vscode';

/** These characters are invisible, but emoji and several scripts need them after one of their own characters. */
const JOINER = String.raw`\u200C\u200D\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}`;
const NEEDS_JOINER = String.raw`(?<=[\u0600-\u1DBF\u2190-\u{1FAFF}])`;
/** The character that `withoutIcons` and `withoutLinks` insert. */
const OURS = String.raw`(?<=[$\]])\u200B(?=\()`;

/** Control characters, marks that reverse the direction of text, zero-width characters, and lone halves of surrogate pairs. */
const HIDDEN = new RegExp(
  String.raw`(?!${NEEDS_JOINER}[${JOINER}]|${OURS}|\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`,
  'gu',
);

const numberOf = (mark: string): string => mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');

/**
 * Escapes text for a place that shows it verbatim and may have several lines: a tooltip, a problem, the text for a screen reader.
 * Writes a hidden character as its number: after a hidden U+202E, the editor would show the words of Flag Admin from right to left.
 */
export const plainText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(HIDDEN, (mark) => `[U+${numberOf(mark)}]`);

/**
 * Creates a problem (an entry of the Problems view) of this extension, by default an error. `sentence` may contain text that
 * others wrote.
 */
export function ownProblem(range: vscode.Range, sentence: string, severity?: vscode.DiagnosticSeverity): vscode.Diagnostic {
  return Object.assign(new vscode.Diagnostic(range, plainText(sentence), severity), { source: 'Flag Admin' });
}

const oneLine = (text: string): string => plainText(text.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, ' ⏎ '));

/** Prevents icons: the editor draws one for `$(pass)`. A zero-width character after the `$` leaves the letters visible. */
const withoutIcons = (text: string): string => text.replaceAll('$(', '$\u200B(');

/** Prevents links: the editor makes `[x](command:…)` a link that runs a command. */
const withoutLinks = (text: string): string => text.replaceAll('](', ']\u200B(');

/**
 * Escapes text for a label in one line: a row of a list or of the tree, the title of a tab, a button, the status bar, a lens. Most
 * of these draw icons, so the text of others must not contain one.
 */
export const labelText = (text: string): string => withoutIcons(oneLine(text));

/**
 * Returns a label with an icon of Flag Admin in front. The non-breaking space is necessary: the editor drops any other space after
 * an icon.
 */
export const iconLabel = (icon: string, text: string): string => `$(${icon})\u00A0${labelText(text)}`;

/**
 * Escapes text for a notification, a dialog, and the sentence below a text box. All these places show links and may have
 * several lines, and some of them draw icons.
 */
export const messageText = (text: string): string => withoutLinks(withoutIcons(plainText(text)));

/**
 * Escapes text for one line of Markdown. A mention (`@name`) and the number of an issue (`#1`) get a zero-width space, because
 * sites such as GitHub link them despite a backslash.
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

/** Writes text as Markdown code in one line, which can be copied. */
export function markdownCode(text: string): string {
  const runs = text.match(/`+/g)?.map(({ length }) => length) ?? [];
  let fence = '`';
  while (runs.includes(fence.length)) fence += '`';
  const pad = /^[` ]|[` ]$|^$/.test(text) ? ' ' : '';
  return `${fence}${pad}${oneLine(text)}${pad}${fence}`;
}

/** Creates a tooltip of several paragraphs without markup. */
export function markdownTooltip(paragraphs: readonly string[]): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) tooltip.appendMarkdown('\n\n');
    tooltip.appendText(plainText(paragraph));
  }
  return tooltip;
}

/** A link in a hover that runs a command of this extension. */
type HoverLink = Pick<vscode.Command, 'command' | 'arguments'> & { readonly label: string };

/** Creates a hover of paragraphs without markup, and of rows of links. It can run the commands of these links, and no others. */
export function markdownHover(paragraphs: readonly (string | readonly HoverLink[])[]): vscode.MarkdownString {
  const hover = new vscode.MarkdownString();
  hover.isTrusted = {
    enabledCommands: paragraphs.flatMap((one) => (typeof one === 'string' ? [] : one)).map((one) => one.command),
  };
  for (const paragraph of paragraphs) {
    if (typeof paragraph === 'string') hover.appendText(plainText(paragraph));
    else hover.appendMarkdown(paragraph.map(commandLink).join(' | '));
    hover.appendMarkdown('\n\n');
  }
  return hover;
}

function commandLink({ label, command, arguments: args }: HoverLink): string {
  // A parenthesis would end the link.
  const data = encodeURIComponent(JSON.stringify(args)).replaceAll(/[()']/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `[${markdownText(label)}](command:${command}?${data})`;
}

const HIDDEN_IN_KEY = /[\p{Zs}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const DASH = /[\u2010-\u2015\u2212]/;
const ASCII = /^[\x21-\x7e]+$/;
/** Cyrillic and Greek letters that look like Latin ones. */
const LIKE_LATIN = /[аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅαικνορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/g;

/**
 * Writes a key, a value, or a cell of a table for a line that also has other text. Shortens a long text. Some characters make
 * two different keys look the same, and are therefore written as `\u{…}`: hidden characters, spaces other than U+0020, spaces
 * at the beginning or end, repeated spaces, combining accents if the accented letter also exists as one character, and letters
 * and dashes that look like ASCII ones. A Greek or Cyrillic letter counts as one of these only if a Latin letter is also
 * present, or if all letters look like Latin ones. `webview/visibleText.ts` marks the same characters.
 */
export function keyText(key: string, most = 60): string {
  // Must not cut a surrogate pair in half.
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

/** Escapes text for an entry of a log. Further lines are indented, so that none looks like a separate entry. */
export const logText = (text: string): string =>
  text.replaceAll(/\r\n?|[\n\u0085\u2028\u2029]/g, '\n    ').replaceAll(/[^\P{Cc}\n\t]/gu, ' ');
