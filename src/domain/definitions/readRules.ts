/** Rules, each looked at once: what it says, and what it means, to be compared with many others. */
import type { Rule } from '../../api/model.ts';
import { createNumbering, type Numbering } from './likeness.ts';
import { canonical } from './sameValue.ts';

/** Comparable with those that were read by the same reader. */
export interface ReadRules {
  readonly rules: readonly Rule[];
  readonly meanings: readonly RuleMeaning[];
  readonly numberOf: Numbering;
}

export interface RuleMeaning {
  /** Equal for two rules that mean the same, as `isSame` has it. */
  readonly rule: number;
  /** Equal for two rules whose conditions do. */
  readonly condition: number;
  /** Their canonical texts. */
  readonly matchers: readonly string[];
}

export function createRuleReader(): (rules: readonly Rule[]) => ReadRules {
  const numberOf = createNumbering();
  /** A rule mostly stands in both lists, word for word. */
  const known = new Map<string, RuleMeaning>();
  const read = (rule: Rule): RuleMeaning => {
    const text = JSON.stringify(rule);
    let meaning = known.get(text);
    if (!meaning) known.set(text, (meaning = meaningOf(rule, numberOf)));
    return meaning;
  };
  return (rules) => ({ rules, numberOf, meanings: rules.map(read) });
}

/** Each part is put into its canonical text once: the text of a condition is that of its matchers and of what else it has. */
function meaningOf(rule: Rule, numberOf: Numbering): RuleMeaning {
  const matchers = rule.condition.matchers.map((matcher) => canonical(matcher));
  // No such text has a line break in it.
  const condition = [canonical({ ...rule.condition, matchers: null }), ...matchers].join('\n');
  const rest = canonical({ ...rule, condition: null });
  return { rule: numberOf(`${rest}\n${condition}`), condition: numberOf(condition), matchers };
}
