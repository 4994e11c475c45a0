/** Reads and evaluates `when` clauses like VS Code: `==`, `!=`, `=~`, `in`, `not in`, `<`…, `!`, `&&`, `||`, parentheses. */

/** The value of each context key. A missing key is undefined. */
export type Context = Readonly<Record<string, Value>>;
export type Value = string | number | boolean | readonly string[] | undefined;

export type Clause =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'key'; readonly key: string }
  | {
      readonly kind: 'compare';
      readonly key: string;
      readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>=';
      readonly value: string;
    }
  | { readonly kind: 'match'; readonly key: string; readonly pattern: RegExp }
  | { readonly kind: 'in'; readonly key: string; readonly list: string; readonly isNegated: boolean }
  | { readonly kind: 'not'; readonly clause: Clause }
  | { readonly kind: 'and' | 'or'; readonly clauses: readonly Clause[] };

const LEXEME = /\s*(&&|\|\||[=!<>]=|=~|[!()<>]|'[^']*'|\/(?:\\.|[^/\\])+\/[a-z]*|[\w.:/*-]+)\s*/y;

/** Throws an error with the text of the clause if it is invalid. */
export function parseWhen(text: string): Clause {
  const lexemes: string[] = [];
  LEXEME.lastIndex = 0;
  while (LEXEME.lastIndex < text.length) {
    const at = LEXEME.lastIndex;
    const lexeme = LEXEME.exec(text)?.[1];
    if (lexeme === undefined) throw new Error(`can't read "${text}" from "${text.slice(at)}"`);
    lexemes.push(lexeme);
  }
  let next = 0;
  const fail = (): never => {
    throw new Error(`can't read "${text}" at "${lexemes[next] ?? 'its end'}"`);
  };
  const take = (...wanted: readonly string[]): string | undefined =>
    wanted.includes(lexemes[next]!) ? lexemes[next++] : undefined;
  const word = (): string => {
    const lexeme = lexemes[next];
    if (lexeme === undefined || !/^[\w'.:/*-]/.test(lexeme)) return fail();
    next++;
    return lexeme;
  };
  const list = (kind: 'and' | 'or', sign: string, part: () => Clause): Clause => {
    const clauses = [part()];
    while (take(sign)) clauses.push(part());
    return clauses.length === 1 ? clauses[0]! : { kind, clauses };
  };
  const or = (): Clause => list('or', '||', () => list('and', '&&', term));
  const term = (): Clause => {
    if (take('!')) return { kind: 'not', clause: term() };
    if (take('(')) {
      const inner = or();
      if (!take(')')) fail();
      return inner;
    }
    const key = word();
    if (key === 'true' || key === 'false') return { kind: 'constant', value: key === 'true' };
    const operator = take('==', '!=', '<', '<=', '>', '>=');
    if (operator) return { kind: 'compare', key, operator: operator as '==', value: word().replace(/^'(.*)'$/, '$1') };
    if (take('=~')) {
      const [, source, flags] = /^\/(.*)\/([a-z]*)$/.exec(word()) ?? fail();
      return { kind: 'match', key, pattern: new RegExp(source!, flags) };
    }
    if (take('in')) return { kind: 'in', key, list: word(), isNegated: false };
    if (take('not')) {
      if (!take('in')) fail();
      return { kind: 'in', key, list: word(), isNegated: true };
    }
    return { kind: 'key', key };
  };
  const clause = or();
  return next < lexemes.length ? fail() : clause;
}

/** Whether the clause holds. */
export function isTrue(clause: Clause, context: Context): boolean {
  switch (clause.kind) {
    case 'constant':
      return clause.value;
    case 'key':
      return Boolean(context[clause.key]);
    case 'compare':
      return compares(clause.operator, context[clause.key], clause.value);
    case 'match':
      return clause.pattern.test(String(context[clause.key] ?? ''));
    case 'in': {
      const values = context[clause.list];
      return (Array.isArray(values) && values.includes(context[clause.key])) !== clause.isNegated;
    }
    case 'not':
      return !isTrue(clause.clause, context);
    case 'and':
      return clause.clauses.every((part) => isTrue(part, context));
    case 'or':
      return clause.clauses.some((part) => isTrue(part, context));
    default:
      return clause satisfies never;
  }
}

/** `x == true` tests the truth of the value, everything else compares its text. */
function compares(operator: '==' | '!=' | '<' | '<=' | '>' | '>=', actual: Value, wanted: string): boolean {
  const isBoolean = wanted === 'true' || wanted === 'false';
  const isSame = isBoolean ? Boolean(actual) === (wanted === 'true') : String(actual ?? '') === wanted;
  const difference = Number(actual) - Number(wanted);
  return {
    '==': isSame,
    '!=': !isSame,
    '<': difference < 0,
    '<=': difference <= 0,
    '>': difference > 0,
    '>=': difference >= 0,
  }[operator];
}

/** Returns the parts that use a key, at any depth. */
export function partsOf(clause: Clause): readonly Exclude<Clause, { kind: 'constant' | 'not' | 'and' | 'or' }>[] {
  switch (clause.kind) {
    case 'constant':
      return [];
    case 'not':
      return partsOf(clause.clause);
    case 'and':
    case 'or':
      return clause.clauses.flatMap(partsOf);
    default:
      return [clause];
  }
}
