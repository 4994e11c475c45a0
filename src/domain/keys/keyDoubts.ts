/** Signs that text around the keys was read as a part of them. The user is asked before such keys are sent. */

export interface KeyDoubt {
  readonly code:
    /** They stand in quotes. */
    | 'inQuotes'
    /** A comma, a semicolon or a tab ends them, or is in the middle of them: each may be several keys. */
    | 'separators'
    /** A page or another document of tags. */
    | 'markup'
    /** They begin with #, as comments do. */
    | 'comments';
  /** Of the keys that were examined. */
  readonly count: number;
  /** The first that looks so. */
  readonly example: string;
}

/** Keys that are examined: those after them come from the same hand. */
const EXAMINED = 10_000;

const QUOTED = /^(?:'.*'|".*"|`.*`|‘.*’|“.*”|„.*[“”]|«.*»)[,;]?$/s;
const SEPARATOR = /[,;]$|[^,;\t][,;\t]\s*[^,;\t\s]/;
const MARKUP = /^<(?:[a-z!/?])|<\/[a-z][\w-]*>|\/>$/i;

/** The most telling doubt comes first; of quotes and separators only what most keys have, of comments every one. */
export function keyDoubts(keys: readonly string[]): readonly KeyDoubt[] {
  const some = keys.slice(0, EXAMINED);
  const one = (code: KeyDoubt['code'], looksSo: (key: string) => boolean, atLeast: number): readonly KeyDoubt[] => {
    const such = some.filter(looksSo);
    const [example] = such;
    return example !== undefined && such.length >= atLeast ? [{ code, count: such.length, example }] : [];
  };
  const most = Math.floor(some.length / 2) + 1;
  const markup = one('markup', (key) => MARKUP.test(key), Math.ceil(some.length / 4));
  // What stands between tags is nothing of its own.
  if (markup.length > 0) return markup;
  const quoted = one('inQuotes', (key) => QUOTED.test(key), most);
  const separated = quoted.length > 0 ? [] : one('separators', (key) => SEPARATOR.test(key), most);
  return [...quoted, ...separated, ...one('comments', (key) => key.startsWith('#'), 1)];
}
