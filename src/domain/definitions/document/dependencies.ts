/** The flags that a definition's rules ask about. */
import { fieldIn, itemsOf, writtenText, type LocatedNode } from './located.ts';

/** Their names, each once, in the order of the text. */
export function dependencies(root: LocatedNode | undefined): readonly string[] {
  const matchers = itemsOf(fieldIn(root, 'rules')?.value).flatMap((rule) =>
    itemsOf(fieldIn(fieldIn(rule, 'condition')?.value, 'matchers')?.value),
  );
  const names = matchers.map((matcher) => writtenText(fieldIn(fieldIn(matcher, 'depends')?.value, 'splitName')?.value));
  return [...new Set(names.filter((name) => name !== undefined))];
}
