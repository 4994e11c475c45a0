/**
 * Creates a tree of a YAML text, in which each node has its position. Never throws: for a broken or hostile text, returns part
 * of the tree and the problems.
 */
import type * as Yaml from 'yaml';
import { isTooLarge } from '../../../api/network/largeNumbers.ts';
import { onlyFix } from '../../../domain/definitions/document/checking.ts';
import {
  lineEnd,
  lineStart,
  visibleSpan,
  type LocatedField,
  type LocatedNode,
  type Span,
} from '../../../domain/definitions/document/located.ts';
import type { Fix, Problem, ProblemCode, SyntaxReason } from '../../../domain/definitions/document/problem.ts';

/** The maximum depth of nested lists and fields. A definition has eight levels, apart from unknown fields. */
const MAX_DEPTH = 64;
/** The maximum number of problems to report. More would not help anybody. */
export const MAX_PROBLEMS = 100;

export interface YamlTree {
  readonly root: LocatedNode | undefined;
  readonly problems: readonly Problem[];
}

const REASONS: Partial<Readonly<Record<Yaml.ErrorCode, SyntaxReason>>> = {
  TAB_AS_INDENT: 'tabAsIndent',
  BAD_INDENT: 'badIndent',
  MISSING_CHAR: 'missingMark',
  BAD_SCALAR_START: 'needsQuotes',
  MULTIPLE_DOCS: 'severalDocuments',
  BLOCK_AS_IMPLICIT_KEY: 'nestedOnOneLine',
  MULTILINE_IMPLICIT_KEY: 'missingMark',
  BLOCK_IN_FLOW: 'nestedOnOneLine',
  TAG_RESOLVE_FAILED: 'unknownTag',
  BAD_COLLECTION_TYPE: 'unknownTag',
  MULTIPLE_TAGS: 'unknownTag',
  ALIAS_PROPS: 'alias',
  MULTIPLE_ANCHORS: 'alias',
};

/** `depth` = how many lists and fields the text is nested in. */
export function yamlTree(yaml: typeof Yaml, text: string, depth = 0): YamlTree {
  const problems: Problem[] = [];
  const document = yaml.parseDocument(text, {
    schema: 'core',
    // With this level, the library reports a second document and prints nothing. With `silent`, it would not report the
    // document.
    logLevel: 'error',
    prettyErrors: false,
    stringKeys: true,
    resolveKnownTags: false,
    // The library's check is slow, because it compares every key with every other key.
    uniqueKeys: false,
  });
  /**
   * For each position at which the parser ends an unclosed quote or bracket, the start of that quote or bracket. If several
   * have the same end, only the innermost is stored.
   */
  const open = new Map<number, number>();
  const { contents } = document;
  // The text is empty or contains only comments.
  const isEmpty = contents === null || (yaml.isScalar(contents) && contents.value === null && !contents.source);
  const root = isEmpty ? undefined : nodeOf(contents, 0, depth);
  const errors = [...document.errors, ...document.warnings];
  const multiline = new Set(errors.flatMap(({ code, pos }) => (code === 'MULTILINE_IMPLICIT_KEY' ? pos[0] : [])));
  let nested: number | undefined;
  for (const { code, pos } of errors) {
    if (problems.length >= MAX_PROBLEMS) break;
    const [start, end] = pos;
    const indent = /^[ \t]*/.exec(text.slice(lineStart(text, start)))![0];
    const isIndent = lineStart(text, start) + indent.length >= start;
    const from = open.get(start);
    if (code === 'RESOURCE_EXHAUSTION') addTooDeep({ start, end });
    // `nodeOf` reports an invalid alias. Only an anchor without a name is reported here.
    else if (code === 'BAD_ALIAS' && text[start] !== '&') continue;
    else if (code === 'BLOCK_AS_IMPLICIT_KEY' && multiline.has(start)) nested = start;
    // The parser treats a line that is indented too far as part of the line before, and reports the error there. The problem is
    // reported at the indented line instead.
    else if (start === nested) addIndent(text.indexOf('\n', start) + 1 || text.length);
    else if (code === 'MISSING_CHAR' && from !== undefined && /["']/.test(text[from]!))
      addSyntax('missingMark', { start: from, end: lineEnd(text, from) });
    else if (code === 'BAD_INDENT' && from !== undefined && !(isIndent && /[[\]{}"']/.test(text[start] ?? '')))
      addSyntax('missingMark', { start: from, end: from + 1 });
    else if (isIndent && (code === 'BAD_INDENT' || code === 'BLOCK_IN_FLOW' || /[ \t]/.test(text[start] ?? ''))) addIndent(start);
    else addSyntax(REASONS[code] ?? 'other', { start, end: endOf(code, start, end) });
  }
  return { root, problems };

  function add(problem: ProblemCode, at: Span, fixes: readonly Fix[] = []): void {
    if (problems.length < MAX_PROBLEMS) problems.push({ ...problem, severity: 'error', span: at, fixes });
  }

  function addSyntax(reason: SyntaxReason, at: Span): void {
    const span = visibleSpan(text, at);
    const newText = text.slice(span.start, span.end).replaceAll('\t', '  ');
    const isTab = reason === 'tabAsIndent' && newText.trim() === '';
    add({ code: 'syntax', reason }, span, isTab ? onlyFix({ code: 'useSpaces' }, span, newText) : []);
  }

  /** Reports that the text is nested too deeply, but only once. */
  function addTooDeep(at: Span): void {
    if (!problems.some(({ code }) => code === 'tooLarge')) add({ code: 'tooLarge' }, visibleSpan(text, at));
  }

  /** Reports a wrong indentation. Marks the blanks before the line, or its first character if there are none. */
  function addIndent(place: number): void {
    const start = lineStart(text, place);
    const [indent] = /^[ \t]*/.exec(text.slice(start))!;
    addSyntax(indent.includes('\t') ? 'tabAsIndent' : 'badIndent', { start, end: start + (indent.length || 1) });
  }

  /**
   * Returns where a problem ends: for a second document, after its `---`; for an escape, after the character that follows the
   * backslash.
   */
  function endOf(code: Yaml.ErrorCode, start: number, end: number): number {
    if (code === 'MULTIPLE_DOCS') return Math.min(start + 3, end);
    if (code === 'MULTILINE_IMPLICIT_KEY') return lineEnd(text, start);
    if (code === 'BLOCK_AS_IMPLICIT_KEY') return Math.max(text.indexOf(':', start), end);
    return code === 'BAD_DQ_ESCAPE' ? Math.max(start + 2, end) : end;
  }

  /** `place` = the position to use if the node is missing in the text. */
  function nodeOf(node: unknown, place: number, depth: number): LocatedNode {
    const range = yaml.isNode(node) ? node.range : undefined;
    const start = range?.[0] ?? place;
    if (yaml.isMap(node) || yaml.isSeq(node)) return collectionOf(node, start, depth);
    if (yaml.isScalar(node)) return scalarOf(node, start);
    const span = { start, end: range?.[1] ?? start };
    if (yaml.isAlias(node)) {
      addSyntax('alias', span);
      return { kind: 'other', span };
    }
    return missingNode(start);
  }

  function collectionOf(node: Yaml.YAMLMap | Yaml.YAMLSeq, start: number, depth: number): LocatedNode {
    const end = node.range![1];
    if (depth >= MAX_DEPTH) {
      addTooDeep({ start, end: start + 1 });
      return { kind: 'other', span: { start, end } };
    }
    const isFlow = node.flow === true;
    if (isFlow && !/[\]}]/.test(text[end - 1]!)) open.set(end, start);
    if (yaml.isMap(node)) {
      const fields = node.items.flatMap((pair) => fieldOf(pair, start, depth));
      return { kind: 'map', span: { start, end: isFlow ? end : (fields.at(-1)?.value.span.end ?? start) }, isFlow, fields };
    }
    const items = node.items.map((item) => nodeOf(item, start, depth + 1));
    return { kind: 'list', span: { start, end: isFlow ? end : Math.max(start + 1, items.at(-1)?.span.end ?? 0) }, isFlow, items };
  }

  function fieldOf({ key, value }: Yaml.Pair, place: number, depth: number): readonly LocatedField[] {
    if (key !== null && !yaml.isScalar(key)) return [];
    const range = key?.range ?? [place, place, place];
    if (key) scalarOf(key, range[0]);
    const nameSpan = { start: range[0], end: range[1] };
    if (nameSpan.start === nameSpan.end) {
      addSyntax('missingMark', { start: nameSpan.start, end: nameSpan.end + 1 });
      return [];
    }
    const name = typeof key?.value === 'string' ? key.value : (key?.source ?? '');
    // The position after the name and its colon.
    const after = text[nameSpan.end] === ':' ? nameSpan.end + 1 : nameSpan.end;
    const field = { name, nameSpan, value: nodeOf(value, after, depth + 1) };
    return key?.type === 'PLAIN' && text.slice(range[0], range[1]).includes('\n') ? lineByLine(field) : [field];
  }

  /**
   * Splits a name that spans several lines into one name for each line. While a person types a name that has no colon yet, the
   * parser joins it with the name on the next line.
   */
  function lineByLine({ nameSpan, value }: LocatedField): readonly LocatedField[] {
    const lines = [...text.slice(nameSpan.start, nameSpan.end).matchAll(/[^\r\n]*[^\s]/g)];
    return lines.map((line, place) => {
      const name = line[0].trim();
      const start = nameSpan.start + line.index + line[0].indexOf(name);
      const end = start + name.length;
      return { name, nameSpan: { start, end }, value: place === lines.length - 1 ? value : missingNode(end) };
    });
  }

  function scalarOf(node: Yaml.Scalar, start: number): LocatedNode {
    const { value, source, type, tag } = node;
    const span = spanOf(node, start);
    if (type?.startsWith('QUOTE')) open.set(span.end, start);
    const written = type === 'PLAIN' && tag === undefined && source !== undefined ? { written: source } : undefined;
    if (typeof value === 'number') return { kind: 'number', value: exactNumber(value, source ?? ''), span, ...written };
    if (typeof value === 'boolean') return { kind: 'bool', value, span, ...written };
    if (value === null) return source ? { kind: 'null', span, isWritten: true } : missingNode(emptyPlace(start));
    return { kind: 'text', value: typeof value === 'string' ? value : (source ?? ''), span };
  }

  /** Corrects the range of a scalar: the library's range includes the empty lines after a block, and excludes the tag. */
  function spanOf(node: Yaml.Scalar, from: number): Span {
    const tag = node.tag === undefined ? undefined : /![^\s,[\]{}]*[ \t]+$/.exec(text.slice(Math.max(0, from - 200), from));
    const start = from - (tag?.[0].length ?? 0);
    const end = node.range?.[1] ?? start;
    return { start, end: node.type?.startsWith('BLOCK') ? start + text.slice(start, end).trimEnd().length : end };
  }

  /** Returns the position of an empty item: behind its dash or colon. The library places it at the next token. */
  function emptyPlace(start: number): number {
    const place = text.slice(0, start).trimEnd().length;
    return text[place - 1] === '-' || text[place - 1] === ':' ? place : start;
  }
}

const missingNode = (place: number): LocatedNode => ({ kind: 'null', span: { start: place, end: place }, isWritten: false });

/** Returns the number, or NaN if it may differ from its digits: a whole number beyond ±2^53, or one that is not finite. */
function exactNumber(value: number, digits: string): number {
  const isBeyond = /^0[xo]/i.test(digits) ? BigInt(digits) > 2n ** 53n : isTooLarge(digits);
  return isBeyond ? NaN : value;
}
