/**
 * Creates the syntax tree of a definition with many rules from the trees of its rules. While a person types in one rule, only
 * that rule is parsed again.
 */
import type * as Yaml from 'yaml';
import type { LocatedField, LocatedNode, Span } from '../../../domain/definitions/document/located.ts';
import type { Problem } from '../../../domain/definitions/document/problem.ts';
import { MAX_PROBLEMS, yamlTree, type YamlTree } from './yamlTree.ts';

/**
 * The tree of one rule. `start` = the position of the rule in the definition's text. All positions count from the beginning
 * of that text.
 */
interface RuleTree {
  readonly start: number;
  readonly node: LocatedNode;
  readonly problems: readonly Problem[];
}

/** The parsed rules of the latest texts. The key is the text of the rule. */
export type RuleTrees = Map<string, RuleTree>;

/** Rules are parsed one by one only if there are more than this. With fewer rules, parsing the whole text is as fast. */
const MIN_RULES = 20;

/** Where the rules are in a text. Every line from the first of `starts` to `end` is part of a rule. */
interface RuleLines {
  /** The start of the line `rules:`. */
  readonly field: number;
  /** True for JSON, false for a block of YAML. */
  readonly isFlow: boolean;
  /** The spaces before the brace or dash of each rule. */
  readonly indent: number;
  /** The positions at which the lines with the brace or dash of each rule start. */
  readonly starts: readonly number[];
  readonly end: number;
}

/**
 * Parses a text rule by rule. Returns the same tree as `yamlTree` if the text has no syntax errors. An error in a rule affects
 * only that rule. Returns undefined if the text has few rules, or if they don't begin on lines of their own with the same
 * indentation. Adds the rules to `trees`, and removes those of older texts.
 */
export function treeByRule(yaml: typeof Yaml, text: string, trees: RuleTrees): YamlTree | undefined {
  const lines = findYamlRules(text) ?? findJsonRules(text);
  if (!lines || lines.starts.length <= MIN_RULES) return undefined;
  const rest = yamlTree(yaml, withoutRules(text, lines));
  const field = rest.root && listOfRules(rest.root, lines);
  if (!field) return undefined;
  const used: RuleTrees = new Map();
  const rules: RuleTree[] = [];
  for (const [index, start] of lines.starts.entries()) {
    const next = lines.starts[index + 1];
    const ruleText = text.slice(start, next ?? lines.end);
    // In JSON, a comma follows each rule but the last.
    if (lines.isFlow && hasCommaAfter(ruleText) !== (next !== undefined)) return undefined;
    const rule = treeOfRule(yaml, ruleText, start, lines, used.get(ruleText) ?? trees.get(ruleText));
    if (!rule) return undefined;
    used.set(ruleText, rule);
    rules.push(rule);
  }
  // `trees` keeps the rules of two texts, because a completion parses the text once more with a marker in one rule.
  if (trees.size > 2 * used.size) trees.clear();
  for (const [ruleText, rule] of used) trees.set(ruleText, rule);
  const problems = [...rest.problems, ...rules.flatMap((rule) => rule.problems)];
  const items = rules.map(({ node }) => node);
  return { root: withRules(rest.root, field, items, lines), problems: problems.slice(0, MAX_PROBLEMS) };
}

/**
 * Finds the rules in YAML. A line with the first rule's indentation and a dash always begins a rule, because YAML ends every
 * value of the previous rule at such a line, even an unclosed one.
 */
function findYamlRules(text: string): RuleLines | undefined {
  const field = /(?<=^|\n)rules:[ \t]*(?:#[^\n]*)?\r?\n/.exec(text);
  if (!field) return undefined;
  const first = /(?:[ \t]*(?:#[^\n]*)?\r?\n)*( *)-[ \t\r\n]/y;
  first.lastIndex = field.index + field[0].length;
  const found = first.exec(text);
  if (!found) return undefined;
  const indent = found[1]!.length;
  const start = first.lastIndex - 2 - indent;
  // The list ends at the next line that begins at the margin. A comment does not count.
  const margin = indent === 0 ? /\n(?:[^ \t\r\n#-]|-(?=[^ \t\r\n]))/g : /\n[^ \t\r\n#]/g;
  return linesFrom(text, start, margin, new RegExp(String.raw`\n {${indent}}-(?=[ \t\r\n]|$)`, 'g'), {
    field: field.index,
    isFlow: false,
    indent,
  });
}

/** Finds the rules in JSON as programs write it, with the first brace of each rule on a line of its own. */
function findJsonRules(text: string): RuleLines | undefined {
  const field = /(?<=\n *)"rules": ?\[\r?\n( +)\{/.exec(text);
  if (!field) return undefined;
  const indent = field[1]!.length;
  const start = field.index + field[0].length - 1 - indent;
  const close = new RegExp(String.raw`\n {0,${indent - 1}}\]`, 'g');
  return linesFrom(text, start, close, new RegExp(String.raw`\n {${indent}}\{`, 'g'), {
    field: field.index,
    isFlow: true,
    indent,
  });
}

/**
 * `close` matches the first line after the rules, and `open` the first line of each rule. Both patterns begin with the line
 * break before that line.
 */
function linesFrom(
  text: string,
  start: number,
  close: RegExp,
  open: RegExp,
  lines: Pick<RuleLines, 'field' | 'isFlow' | 'indent'>,
): RuleLines {
  close.lastIndex = start;
  const after = close.exec(text);
  const end = after ? after.index + 1 : text.length;
  const more = [...text.slice(start, end).matchAll(open)].map(({ index }) => start + index + 1);
  return { ...lines, starts: [start, ...more], end };
}

/** Replaces the rules by one short item and a comment of the same length, so that all other parts keep their positions. */
function withoutRules(text: string, { isFlow, indent, starts: [start], end }: RuleLines): string {
  const item = `${' '.repeat(indent)}${isFlow ? '' : '- '}0 #`;
  return `${text.slice(0, start)}${item}${'x'.repeat(end - start! - item.length - 1)}\n${text.slice(end)}`;
}

/** Returns the field if the line `rules:` really is a field of the definition, and not part of a longer value. */
function listOfRules(root: LocatedNode, { field, isFlow, indent, starts }: RuleLines): LocatedField | undefined {
  if (root.kind !== 'map' || root.isFlow !== isFlow) return undefined;
  const found = root.fields.find(({ nameSpan }) => nameSpan.start === field);
  const items = found?.value.kind === 'list' && found.value.isFlow === isFlow ? found.value.items : [];
  return items.length === 1 && items[0]!.span.start === starts[0]! + indent + (isFlow ? 0 : 2) ? found : undefined;
}

/** Returns the tree of one rule. Undefined if the text is not exactly one item. */
function treeOfRule(
  yaml: typeof Yaml,
  text: string,
  start: number,
  { isFlow }: RuleLines,
  known: RuleTree | undefined,
): RuleTree | undefined {
  if (known) {
    const by = start - known.start;
    return by === 0 ? known : { start, node: shifted(known.node, by), problems: shiftedProblems(known.problems, by) };
  }
  // The depth is 1, because the list of rules is inside the definition. A JSON rule needs brackets to be a list; the first
  // bracket replaces a space, so that the positions stay the same.
  const { root, problems } = yamlTree(yaml, isFlow ? `[${text.slice(1)}]` : text, 1);
  const node = root?.kind === 'list' && root.items.length === 1 ? root.items[0]! : undefined;
  if (!node || (isFlow && problems.length > 0 && !isSelfContained(text))) return undefined;
  return { start, node: shifted(node, start), problems: shiftedProblems(problems, start) };
}

const withoutStrings = (json: string): string => json.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '');

/** True if a comma follows the rule. A comma in a comment does not count. */
function hasCommaAfter(rule: string): boolean {
  const lines = rule.trimEnd();
  return lines.endsWith(',') && !withoutStrings(lines.slice(lines.lastIndexOf('\n') + 1)).includes('#');
}

/**
 * True if all quotes and brackets of a piece of JSON are closed. Otherwise, an error in this piece affects the text after it.
 */
function isSelfContained(text: string): boolean {
  const brackets = withoutStrings(text);
  if (/["'#]/.test(brackets)) return false;
  let open = '';
  for (const [bracket] of brackets.matchAll(/[[\]{}]/g)) {
    if (bracket === '[' || bracket === '{') open += bracket;
    else if (open.at(-1) === (bracket === ']' ? '[' : '{')) open = open.slice(0, -1);
    else return false;
  }
  return open === '';
}

function withRules(
  root: LocatedNode | undefined,
  field: LocatedField,
  items: readonly LocatedNode[],
  { isFlow }: RuleLines,
): LocatedNode | undefined {
  if (root?.kind !== 'map') return root;
  const { start, end } = field.value.span;
  // A YAML block ends with its last item. A JSON list ends with a bracket, which is not part of a rule.
  const span = { start, end: isFlow ? end : Math.max(start + 1, items.at(-1)!.span.end) };
  const list: LocatedNode = { kind: 'list', isFlow, span, items };
  const fields = root.fields.map((one) => (one === field ? { ...field, value: list } : one));
  return { ...root, fields, span: { start: root.span.start, end: isFlow ? root.span.end : fields.at(-1)!.value.span.end } };
}

const shiftedSpan = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

function shifted(node: LocatedNode, by: number): LocatedNode {
  const span = shiftedSpan(node.span, by);
  if (node.kind === 'list') return { ...node, span, items: node.items.map((item) => shifted(item, by)) };
  if (node.kind !== 'map') return { ...node, span };
  const fields = node.fields.map(({ name, nameSpan, value }) => {
    return { name, nameSpan: shiftedSpan(nameSpan, by), value: shifted(value, by) };
  });
  return { ...node, span, fields };
}

const shiftedProblems = (problems: readonly Problem[], by: number): readonly Problem[] =>
  problems.map((problem) => ({
    ...problem,
    span: shiftedSpan(problem.span, by),
    fixes: problem.fixes.map((fix) => {
      return { ...fix, edits: fix.edits.map((edit) => ({ ...edit, span: shiftedSpan(edit.span, by) })) };
    }),
  }));
