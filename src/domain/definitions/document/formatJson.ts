/** JSON with comments, laid out as `writeJson` writes it: a line for each field and item. Only what stands between the words changes. */
import type { DefinitionText, TextEdit } from './located.ts';
import { lineMark, replaceSpan } from './textEdits.ts';

/** As the editor has them for the document. */
export interface Layout {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}

/** A word, a bracket or a comment. Commas and colons belong to what they stand behind. */
interface Token {
  readonly kind: 'word' | 'open' | 'close' | 'line' | 'block';
  readonly start: number;
  readonly end: number;
  /** Between the one before and this: how many lines end, more than one of them where one is empty, and the comma or colon. */
  readonly breaks: number;
  readonly mark: string;
  /** The comma or colon that follows, behind however many comments. */
  after: string;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|\/\/[^\n]*|\/\*[^]*?\*\/|[{}[\]]|[^\s{}[\],:"/]+/g;

/**
 * One edit for each gap that is to be another one, and none where the text can't be read. Comments stay on the line that they are
 * on: behind what they follow, or before what follows them there. Of empty lines one stays, but for those inside a bracket's end.
 */
export function formatJson(
  { text, root, syntaxProblems }: DefinitionText,
  { tabSize, insertSpaces }: Layout,
): readonly TextEdit[] {
  if (!root || syntaxProblems.length > 0) return [];
  const lineEnd = lineMark(text);
  const unit = insertSpaces ? ' '.repeat(tabSize) : '\t';
  const tokens = tokensOf(text);
  const edits: TextEdit[] = [];
  let place = textStart(text);
  let depth = 0;
  /** The last that is no comment. */
  let owner: Token | undefined;
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (token.kind === 'close') depth -= 1;
    const isInside = before?.kind === 'open' || token.kind === 'close' || owner?.after === ':';
    const blank = token.breaks > 1 && !isInside ? lineEnd : '';
    const space = { none: '', space: ' ', line: blank + lineEnd + unit.repeat(depth) }[gapBefore(tokens, at, owner)];
    edits.push(...change(text, place, token.start, (before === owner ? (owner?.after ?? '') : '') + space));
    if (token.kind === 'open') depth += 1;
    if (!isComment(token)) owner = token;
    place = token.end;
  }
  return [...edits, ...change(text, place, text.length, text.includes('\n', place) ? lineEnd : '')];
}

/** Behind a byte order mark. */
const textStart = (text: string): number => (text.startsWith('\uFEFF') ? 1 : 0);
const isComment = ({ kind }: Token): boolean => kind === 'line' || kind === 'block';

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let owner: Token | undefined;
  let place = textStart(text);
  for (const { 0: written, index } of text.matchAll(TOKEN)) {
    const gap = text.slice(place, index);
    const kind = kindOf(written);
    place = index + (kind === 'line' ? written.trimEnd() : written).length;
    const mark = /[,:]/.exec(gap)?.[0] ?? '';
    if (owner && mark !== '') owner.after = mark;
    const breaks = Math.max(...gap.split(/[,:]/).map((part) => part.split('\n').length - 1));
    const token = { kind, start: index, end: place, breaks, mark, after: '' };
    tokens.push(token);
    if (!isComment(token)) owner = token;
  }
  return tokens;
}

function kindOf(written: string): Token['kind'] {
  if (/^[{[]/.test(written)) return 'open';
  if (/^[}\]]/.test(written)) return 'close';
  if (written.startsWith('//')) return 'line';
  return written.startsWith('/*') ? 'block' : 'word';
}

function gapBefore(tokens: readonly Token[], at: number, owner: Token | undefined): 'none' | 'space' | 'line' {
  const [before, token] = [tokens[at - 1], tokens[at]!];
  if (!before || (before.kind === 'open' && token.kind === 'close')) return 'none';
  if (before.kind === 'line' || token.kind === 'close') return 'line';
  if (owner?.after === ':') return 'space';
  if (token.breaks > 0) return 'line';
  if (isComment(token)) return leads(tokens, at) ? 'line' : 'space';
  return before.kind === 'block' && token.mark === '' ? 'space' : 'line';
}

/** True of the first comment behind a comma or a bracket if something follows on its line: it says something of that. */
function leads(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]!.mark === '' && tokens[at - 1]!.kind !== 'open') return false;
  let next = at;
  do next += 1;
  while (tokens[next]?.kind === 'block' && isBeside(tokens[next]!));
  const found = tokens[next];
  return found !== undefined && isBeside(found) && (found.kind === 'word' || found.kind === 'open');
}

const isBeside = ({ breaks, mark }: Token): boolean => breaks === 0 && mark === '';

function change(text: string, start: number, end: number, wanted: string): readonly TextEdit[] {
  return text.slice(start, end) === wanted ? [] : [replaceSpan({ start, end }, wanted)];
}
