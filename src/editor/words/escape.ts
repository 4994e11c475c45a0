/**
 * Escapes text that others wrote: names, titles, comments, file names, values, and messages of the service. Only this file does
 * so. It has one function for each kind of target, such as a label or a message. Only code that shows such a text calls these
 * functions: all other layers pass the text on unchanged.
 */
import * as vscode from 'vscode';

/** Invisible characters that are allowed after a character that matches NEEDS_JOINER. */
const JOINER = String.raw`\u200C\u200D\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}`;
/** Matches the position after a character of a script, or an emoji, that needs an invisible character to be drawn correctly. */
const NEEDS_JOINER = String.raw`(?<=[\u0600-\u1DBF\u2190-\u{1FAFF}])`;
/** Matches the character that `withoutIcons` and `withoutLinks` insert. */
const INSERTED_SPACE = String.raw`(?<=[$\]])\u200B(?=\()`;

/**
 * Matches hidden characters: control characters, marks that reverse the direction of text, zero-width characters, and lone
 * halves of surrogate pairs.
 */
const HIDDEN = new RegExp(
  String.raw`(?!${NEEDS_JOINER}[${JOINER}]|${INSERTED_SPACE}|\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`,
  'gu',
);

const numberOf = (mark: string): string => mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');

/**
 * Escapes text for a target that shows it verbatim in several lines: a tooltip, a problem, the text for a screen reader. Writes
 * a hidden character as its number. Otherwise, a hidden U+202E would reverse the words that follow it.
 */
export const plainText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(HIDDEN, (mark) => `[U+${numberOf(mark)}]`);

/** Creates an entry of the Problems view, by default an error. `sentence` may contain text that others wrote. */
export function ownProblem(range: vscode.Range, sentence: string, severity?: vscode.DiagnosticSeverity): vscode.Diagnostic {
  return Object.assign(new vscode.Diagnostic(range, plainText(sentence), severity), { source: 'Flag Admin' });
}

const oneLine = (text: string): string => plainText(text.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, ' ⏎ '));

/** Prevents icons: the editor draws one for `$(pass)`. A zero-width character after the `$` leaves the letters visible. */
const withoutIcons = (text: string): string => text.replaceAll('$(', '$\u200B(');

/** Prevents links: the editor shows `[x](command:…)` as a link that runs a command. */
const withoutLinks = (text: string): string => text.replaceAll('](', ']\u200B(');

/**
 * Escapes text for a label in one line: a row of a list or of the tree, the title of a tab, a button, the status bar, a code
 * lens. Most of these draw icons, so the text of others must not contain an icon.
 */
export const labelText = (text: string): string => withoutIcons(oneLine(text));

/**
 * Returns a label that begins with an icon of Flag Admin. The space must be non-breaking: the editor drops any other space
 * after an icon.
 */
export const iconLabel = (icon: string, text: string): string => `$(${icon})\u00A0${labelText(text)}`;

/**
 * Escapes text for a notification, a dialog, and the sentence below a text box. All of them show links and can have several
 * lines. Some draw icons.
 */
export const messageText = (text: string): string => withoutLinks(withoutIcons(plainText(text)));

/**
 * Escapes text for one line of Markdown. Inserts a zero-width space in a mention (`@name`) and the number of an issue (`#1`),
 * because sites such as GitHub make them links despite a backslash.
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

/** Writes text as Markdown code in one line. Copying the code gives the text. */
export function markdownCode(text: string): string {
  const runs = text.match(/`+/g)?.map(({ length }) => length) ?? [];
  let fence = '`';
  while (runs.includes(fence.length)) fence += '`';
  const pad = /^[` ]|[` ]$|^$/.test(text) ? ' ' : '';
  return `${fence}${pad}${oneLine(text)}${pad}${fence}`;
}

/** Creates a tooltip of several paragraphs. Markup in them has no effect. */
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

/**
 * Creates a hover of paragraphs, whose markup has no effect, and of rows of links. The hover can run only the commands of these
 * links.
 */
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
  // A parenthesis or an apostrophe could end the link.
  const data = encodeURIComponent(JSON.stringify(args)).replaceAll(/[()']/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `[${markdownText(label)}](command:${command}?${data})`;
}

const HIDDEN_IN_KEY = /[\p{Zs}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const DASH = /[\u2010-\u2015\u2212]/;
const ASCII = /^[\x21-\x7e]+$/;
/** Cyrillic and Greek letters that look like Latin ones. */
const LIKE_LATIN = /[аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅαικνορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/g;

/**
 * Writes a key, a value, or a cell of a table for a line that also contains other text. Shortens a long text. Writes as `\u{…}`
 * every character that can make two different keys look the same: hidden characters, spaces other than U+0020, spaces at the
 * beginning or end, repeated spaces, combining accents if the accented letter also exists as one character, and letters and
 * dashes that look like ASCII ones. A Greek or Cyrillic letter is written this way only if a Latin letter is also present, or
 * if all letters look like Latin ones. `webview/visibleText.ts` marks the same characters.
 */
export function keyText(key: string, most = 60): string {
  // The cut must not leave half of a surrogate pair.
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

/** Escapes text for an entry of the log. Indents each line after the first, so that it doesn't look like a separate entry. */
export const logText = (text: string): string =>
  text.replaceAll(/\r\n?|[\n\u0085\u2028\u2029]/g, '\n    ').replaceAll(/[^\P{Cc}\n\t]/gu, ' ');
