/** The encoding of a file by its first bytes and the editor's setting, by the name that TextDecoder knows. */

/** The editor's names that differ from TextDecoder's by more than hyphens. */
const NAMES: Readonly<Record<string, string>> = {
  utf8bom: 'utf-8',
  shiftjis: 'shift_jis',
  big5hkscs: 'big5-hkscs',
  macroman: 'macintosh',
};

/**
 * As the editor decides: a byte order mark says it, then NUL bytes at every other place (UTF-16 without a mark), then the
 * setting `files.encoding`. Undefined for what only the editor can decode (cp437 and its like).
 */
export function encodingOf(start: Uint8Array, setting: string): string | undefined {
  const [a, b, c] = start;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const utf16 = utf16Of(start.subarray(0, 512));
  if (utf16 !== undefined) return utf16;
  return NAMES[setting] ?? known(setting);
}

/** Every other byte is NUL and no other: text of the Latin alphabet in UTF-16. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const even = bytes.filter((byte, index) => index % 2 === 0 && byte === 0).length;
  const odd = bytes.filter((byte, index) => index % 2 === 1 && byte === 0).length;
  if (even === 0 && odd > 0 && odd === bytes.length >> 1) return 'utf-16le';
  return odd === 0 && even > 0 && even === (bytes.length + 1) >> 1 ? 'utf-16be' : undefined;
}

/** `windows1252` → `windows-1252`, `iso885915` → `iso-8859-15`, `gb18030`, `eucjp` → `euc-jp`. */
function known(setting: string): string | undefined {
  const spelled = setting
    .replace(/^(utf)(8|16le|16be)$/, '$1-$2')
    .replace(/^(windows)(\d+)$/, '$1-$2')
    .replace(/^iso8859(\d+)$/, 'iso-8859-$1')
    .replace(/^(koi8|euc)(\w+)$/, '$1-$2');
  try {
    return new TextDecoder(spelled).encoding;
  } catch {
    return undefined;
  }
}
