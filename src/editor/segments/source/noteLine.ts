/** A line of Flag Admin's own at the end of a list of keys, which says what is missing: with it, the list is no whole one. */

export const keysText = (keys: readonly string[], note?: string): string =>
  `${keys.join('\n')}\n${note === undefined ? '' : `\n# ${note}\n`}`;

/**
 * What the note at the end says, and where the lines of the keys end. No key is empty: the blank line before the note stands in
 * no list that is whole.
 */
export function noteIn(text: string): { readonly note: string; readonly keysEnd: number } | undefined {
  const found = /(\r?\n)\r?\n# ([^\r\n]*)\r?\n$/.exec(text);
  return found ? { note: found[2]!, keysEnd: found.index + found[1]!.length } : undefined;
}
