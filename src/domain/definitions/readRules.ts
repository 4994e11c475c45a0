/** Reads each rule once, with its content and its meaning, to compare it with many other rules. */
import type { Rule } from '../../api/model.ts';
import { createNumbering, type Numbering } from './likeness.ts';
import { canonical } from './sameValue.ts';

/** Rules with their meanings. They can be compared only with rules that the same reader has read. */
export interface ReadRules {
  readonly rules: readonly Rule[];
  readonly meanings: readonly RuleMeaning[];
  readonly numberOf: Numbering;
}

export interface RuleMeaning {
  /** Two rules have the same number if they have the same meaning, as defined by `isSame`. */
  readonly rule: number;
  /** Two rules have the same number here if their conditions have the same meaning. */
  readonly condition: number;
  /** The canonical texts of the matchers. */
  readonly matchers: readonly string[];
}

export function createRuleReader(): (rules: readonly Rule[]) => ReadRules {
  const numberOf = createNumbering();
  /**
   * The meanings of the rules that were read so far, by the JSON of the rule. Most rules are identical in the two versions that
   * are compared.
   */
  const known = new Map<string, RuleMeaning>();
  const read = (rule: Rule): RuleMeaning => {
    const text = JSON.stringify(rule);
    let meaning = known.get(text);
    if (!meaning) known.set(text, (meaning = meaningOf(rule, numberOf)));
    return meaning;
  };
  return (rules) => ({ rules, numberOf, meanings: rules.map(read) });
}

/**
 * Creates the canonical text of each part once. The text of a condition consists of the texts of its matchers and of its other
 * fields.
 */
function meaningOf(rule: Rule, numberOf: Numbering): RuleMeaning {
  const matchers = rule.condition.matchers.map((matcher) => canonical(matcher));
  // A canonical text contains no line breaks, so a line break can separate the texts.
  const condition = [canonical({ ...rule.condition, matchers: null }), ...matchers].join('\n');
  const rest = canonical({ ...rule, condition: null });
  return { rule: numberOf(`${rest}\n${condition}`), condition: numberOf(condition), matchers };
}
