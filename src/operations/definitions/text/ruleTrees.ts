/**
 * Creates the tree of a definition with many rules from the trees of its rules. While a person types in one rule, only that rule is
 * parsed again.
 */
import type * as Yaml from 'yaml';
import type { LocatedField, LocatedNode, Span } from '../../../domain/definitions/document/located.ts';
import type { Problem } from '../../../domain/definitions/document/problem.ts';
import { MAX_PROBLEMS, yamlTree, type YamlTree } from './yamlTree.ts';

/** The tree of one rule. Positions count from the start of the whole text in which the rule was at `start`. */
interface RuleTree {
  readonly start: number;
  readonly node: LocatedNode;
  readonly problems: readonly Problem[];
}

/** The rules of the latest texts, by the text of the rule. */
export type RuleTrees = Map<string, RuleTree>;

/** With fewer rules, parsing the whole text takes no longer. */
const MIN_RULES = 20;

/** The list of rules in a text. All lines before `end` are part of a rule. */
interface RuleLines {
  /** The start of the line `rules:`. */
  readonly field: number;
  /** The spaces before the dash of each rule. */
  readonly indent: number;
  /** The starts of the lines with these dashes. */
  readonly starts: readonly number[];
  readonly end: number;
}

/**
 * Returns the same tree as `yamlTree`, if the text has no syntax errors. An error in a rule only affects that rule. Undefined if
 * the text has few rules or is not written as a block. Adds the rules to `trees`, and removes those of older texts.
 */
export function treeByRule(yaml: typeof Yaml, text: string, trees: RuleTrees): YamlTree | undefined {
  const lines = findRules(text);
  if (!lines) return undefined;
  const rest = yamlTree(yaml, withoutRules(text, lines));
  const field = rest.root && listOfRules(rest.root, lines);
  if (!field) return undefined;
  const used: RuleTrees = new Map();
  const rules: RuleTree[] = [];
  for (const [index, start] of lines.starts.entries()) {
    const ruleText = text.slice(start, lines.starts[index + 1] ?? lines.end);
    const rule = treeOfRule(yaml, ruleText, start, used.get(ruleText) ?? trees.get(ruleText));
    if (!rule) return undefined;
    used.set(ruleText, rule);
    rules.push(rule);
  }
  // Contains the rules of two texts, because a completion parses the text with a marker in one rule.
  if (trees.size > 2 * used.size) trees.clear();
  for (const [ruleText, rule] of used) trees.set(ruleText, rule);
  const problems = [...rest.problems, ...rules.flatMap((rule) => rule.problems)];
  const items = rules.map(({ node }) => node);
  return { root: withRules(rest.root, field, items), problems: problems.slice(0, MAX_PROBLEMS) };
}

/**
 * A line that begins with these spaces and a dash always begins a rule: YAML ends every value of the rule before at such a line, even
 * an unclosed one.
 */
function findRules(text: string): RuleLines | undefined {
  const field = /(?<=^|\n)rules:[ \t]*(?:#[^\n]*)?\r?\n/.exec(text);
  if (!field) return undefined;
  const first = /(?:[ \t]*(?:#[^\n]*)?\r?\n)*( *)-[ \t\r\n]/y;
  first.lastIndex = field.index + field[0].length;
  const found = first.exec(text);
  if (!found) return undefined;
  const indent = found[1]!.length;
  const start = first.lastIndex - 2 - indent;
  // The list ends at the next line that begins at the margin. A comment does not count.
  const next = indent === 0 ? /\n(?:[^ \t\r\n#-]|-(?=[^ \t\r\n]))/g : /\n[^ \t\r\n#]/g;
  next.lastIndex = start;
  const after = next.exec(text);
  const end = after ? after.index + 1 : text.length;
  const dash = new RegExp(String.raw`\n {${indent}}-(?=[ \t\r\n]|$)`, 'g');
  const more = [...text.slice(start, end).matchAll(dash)].map(({ index }) => start + index + 1);
  return more.length < MIN_RULES ? undefined : { field: field.index, indent, starts: [start, ...more], end };
}

/** Replaces the rules by one short item and a comment. All other parts stay where they are. */
function withoutRules(text: string, { indent, starts: [start], end }: RuleLines): string {
  const item = `${' '.repeat(indent)}- 0 #`;
  return `${text.slice(0, start)}${item}${'x'.repeat(end - start! - item.length - 1)}\n${text.slice(end)}`;
}

/** Returns the field if the line `rules:` really is a field of the definition, and not part of a longer value. */
function listOfRules(root: LocatedNode, { field, indent, starts }: RuleLines): LocatedField | undefined {
  if (root.kind !== 'map' || root.isFlow) return undefined;
  const found = root.fields.find(({ nameSpan }) => nameSpan.start === field);
  const items = found?.value.kind === 'list' && !found.value.isFlow ? found.value.items : [];
  return items.length === 1 && items[0]!.span.start === starts[0]! + indent + 2 ? found : undefined;
}

/** Undefined if the text is not exactly one item. */
function treeOfRule(yaml: typeof Yaml, text: string, start: number, known: RuleTree | undefined): RuleTree | undefined {
  if (known) {
    const by = start - known.start;
    return by === 0 ? known : { start, node: moved(known.node, by), problems: movedProblems(known.problems, by) };
  }
  // The list of rules is below the definition.
  const { root, problems } = yamlTree(yaml, text, 1);
  const node = root?.kind === 'list' && root.items.length === 1 ? root.items[0]! : undefined;
  return node && { start, node: moved(node, start), problems: movedProblems(problems, start) };
}

function withRules(root: LocatedNode | undefined, field: LocatedField, items: readonly LocatedNode[]): LocatedNode | undefined {
  if (root?.kind !== 'map') return root;
  const { value } = field;
  const span = { start: value.span.start, end: Math.max(value.span.start + 1, items.at(-1)!.span.end) };
  const list: LocatedNode = { kind: 'list', isFlow: false, span, items };
  const fields = root.fields.map((one) => (one === field ? { ...field, value: list } : one));
  return { ...root, fields, span: { start: root.span.start, end: fields.at(-1)!.value.span.end } };
}

const movedSpan = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

function moved(node: LocatedNode, by: number): LocatedNode {
  const span = movedSpan(node.span, by);
  if (node.kind === 'list') return { ...node, span, items: node.items.map((item) => moved(item, by)) };
  if (node.kind !== 'map') return { ...node, span };
  const fields = node.fields.map(({ name, nameSpan, value }) => {
    return { name, nameSpan: movedSpan(nameSpan, by), value: moved(value, by) };
  });
  return { ...node, span, fields };
}

const movedProblems = (problems: readonly Problem[], by: number): readonly Problem[] =>
  problems.map((problem) => ({
    ...problem,
    span: movedSpan(problem.span, by),
    fixes: problem.fixes.map((fix) => {
      return { ...fix, edits: fix.edits.map((edit) => ({ ...edit, span: movedSpan(edit.span, by) })) };
    }),
  }));
