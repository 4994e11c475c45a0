/** A line of Flag Admin's own at the end of a list of keys, which says what is missing. It is no key: reading the list leaves it out. */

export const keysText = (keys: readonly string[], note?: string): string =>
  `${keys.join('\n')}\n${note === undefined ? '' : `\n# ${note}\n`}`;

export const withoutNote = (text: string): string => text.replace(/\r?\n\r?\n# [^\r\n]*\r?\n$/, '\n');
