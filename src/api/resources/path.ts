/** Builds paths and queries in which every name is percent-encoded. */

/**
 * A path made of fixed parts and names: pathOf`/segments/${environmentId}/${name}`. A `/` in a name becomes %2F. Throws
 * a TypeError for a name that can't be sent at all: an empty one, `.`, `..`, or half of a surrogate pair.
 */
export function pathOf(fixed: TemplateStringsArray, ...names: readonly string[]): string {
  const [start = '', ...rest] = fixed;
  return rest.reduce((path, part, i) => path + nameInPath(names[i] ?? '') + part, start);
}

/** Returns a query such as `?a=1&b=2` with the parameters that have a value. Empty if no parameter has one. */
export function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encoded(String(value))}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function nameInPath(name: string): string {
  if (name === '') throw new TypeError('an empty name can’t be part of a path');
  // Proxies and servers resolve `.` and `..` even if they are percent-encoded, so the path would name a different object.
  if (name === '.' || name === '..') throw new TypeError(`the name “${name}” can’t be part of a path`);
  return encoded(name);
}

function encoded(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('a name with half a character (a lone surrogate) can’t be sent');
  return encodeURIComponent(text);
}
