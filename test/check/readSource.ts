/**
 * Reads a TypeScript file of this repository as tokens. It only distinguishes comments, strings, template literals and regular
 * expressions from code, and supports neither JSX nor decorators.
 */

export interface Token {
  readonly kind: 'word' | 'mark' | 'string' | 'part' | 'regex' | 'number';
  /**
   * For a string: the text between the quotes. A template with `${}` is not a string: each piece of its text is a part, and the
   * text in its braces is code.
   */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

const WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy;
const NUMBER = /\d[\w.]*/y;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
const MARK = /=>|\?\.|\.\.\.|[^\s]/y;

/** Words after which a `/` begins a regular expression. After most words, it is a division. */
const BEFORE_REGEX = new Set(['return', 'typeof', 'case', 'in', 'of', 'await', 'yield', 'void', 'delete', 'else', 'throw']);

/**
 * Returns the code of the file as tokens, without comments and white space. Throws if it can't read a part, instead of skipping
 * it.
 */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  /** The number of open braces inside each enclosing `${`. */
  const templates: number[] = [];
  let at = 0;
  let line = 1;

  const add = (kind: Token['kind'], text: string): void => {
    tokens.push({ kind, text, line });
  };
  const moveTo = (end: number): void => {
    for (let i = at; i < end; i++) if (source[i] === '\n') line++;
    at = end;
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const isRegexPossible = (): boolean => {
    const last = tokens.at(-1);
    if (last === undefined) return true;
    if (last.kind === 'word') return BEFORE_REGEX.has(last.text);
    return last.kind === 'mark' && ![')', ']', '}'].includes(last.text);
  };
  /** Reads from after a backtick or the `}` of a `${…}` to the closing backtick or the next `${`. */
  const readTemplate = (isStart: boolean): void => {
    let end = at;
    while (end < source.length && source[end] !== '`' && !source.startsWith('${', end)) end += source[end] === '\\' ? 2 : 1;
    if (end >= source.length) throw new Error(`can't read line ${line}: a template without an end`);
    const isWhole = isStart && source[end] === '`';
    if (isWhole || end > at) add(isWhole ? 'string' : 'part', source.slice(at, end));
    const opens = source[end] === '$';
    moveTo(end + (opens ? 2 : 1));
    if (opens) {
      templates.push(0);
      add('mark', '(');
    }
  };

  while (at < source.length) {
    const char = source[at]!;
    if (/\s/.test(char)) moveTo(at + 1);
    else if (source.startsWith('//', at) || (at === 0 && source.startsWith('#!'))) {
      const end = source.indexOf('\n', at);
      moveTo(end < 0 ? source.length : end);
    } else if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      moveTo(end < 0 ? source.length : end + 2);
    } else if (char === "'" || char === '"') {
      let end = at + 1;
      while (end < source.length && source[end] !== char && source[end] !== '\n') end += source[end] === '\\' ? 2 : 1;
      if (source[end] !== char) throw new Error(`can't read line ${line}: a string without an end`);
      add('string', source.slice(at + 1, end));
      moveTo(end + 1);
    } else if (char === '`') {
      moveTo(at + 1);
      readTemplate(true);
    } else if (char === '}' && templates.at(-1) === 0) {
      templates.pop();
      add('mark', ')');
      moveTo(at + 1);
      readTemplate(false);
    } else {
      const regex = char === '/' && isRegexPossible() ? match(REGEX) : undefined;
      const word = match(WORD);
      const number = match(NUMBER);
      if (regex !== undefined) add('regex', regex);
      else if (word !== undefined) add('word', word);
      else if (number !== undefined) add('number', number);
      else add('mark', match(MARK)!);
      const open = templates.length - 1;
      if (open >= 0 && char === '{') templates[open]! += 1;
      if (open >= 0 && char === '}') templates[open]! -= 1;
      moveTo(at + tokens.at(-1)!.text.length);
    }
  }
  return tokens;
}
