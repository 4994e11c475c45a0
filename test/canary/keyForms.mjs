/** Finds an API key in a text, in any encoding. The result names the encoding and never contains the key. */

/** A shorter text would match by chance. */
const MIN_LENGTH = 8;
/** From this length on, even half of an API key must not appear. */
const HALVES_LENGTH = 20;

/**
 * @param {string} text
 * @param {readonly string[]} apiKeys  ASCII, as keys in a header are
 * @returns {{number: number, form: string} | undefined}  the first found: which of the keys, from 1, and in which form
 */
export function findApiKey(text, apiKeys) {
  const forms = apiKeys.map(formsOf);
  for (const [encoding, view] of viewsOf(text)) {
    const folded = view.toLowerCase();
    for (const [index, { common, rare }] of forms.entries()) {
      const found = [...common, ...(encoding === '' ? rare : [])].find(([, form]) => folded.includes(form));
      if (found) return { number: index + 1, form: encoding === '' ? found[0] : `${found[0]}, ${encoding}` };
    }
  }
  return undefined;
}

/**
 * What to search for, in lower case: `common` in each decoded form of a text, `rare` only in the text itself, because the search
 * is slow. Base64 without its edges, which depend on the text around the key.
 */
function formsOf(apiKey) {
  if (apiKey.length < MIN_LENGTH || /[^\x20-\x7e]/.test(apiKey)) throw new Error('this can’t be searched for as an API key');
  const half = Math.ceil(apiKey.length / 2);
  const halves = { 'its first half': apiKey.slice(0, half), 'its second half': apiKey.slice(half) };
  const base64 = [apiKey, JSON.stringify(apiKey).slice(1, -1)].flatMap(base64Inside);
  const utf16 = Buffer.from(apiKey, 'utf16le');
  return {
    common: inSmallLetters({
      plain: apiKey,
      ...(apiKey.length >= HALVES_LENGTH ? halves : {}),
      hex: Buffer.from(apiKey).toString('hex'),
      ...numbered('base64', base64),
    }),
    rare: inSmallLetters({
      ...numbered('base64 of UTF-16', [utf16, Buffer.from(utf16).swap16()].flatMap(base64Inside)),
      ...numbered('base64 twice', base64.flatMap(base64Inside)),
    }),
  };
}

const inSmallLetters = (forms) => Object.entries(forms).map(([name, form]) => [name, form.toLowerCase()]);

/** Each encoding, also as it appears in URLs. */
const numbered = (name, forms) => {
  const all = new Set(forms.flatMap((form) => [form, urlSafe(form)]));
  return Object.fromEntries([...all].map((form, index) => [`${name} (${index})`, form]));
};

/** The Base64 of the text for each offset in the bytes: 0, 1 or 2 after a multiple of three. */
function base64Inside(text) {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}

const urlSafe = (base64) => base64.replaceAll('+', '-').replaceAll('/', '_');

/** The text, and the text after decoding each encoding: once, twice, and one inside another. */
function* viewsOf(text) {
  yield ['', text];
  for (const [outer, undoOuter] of Object.entries(decoders)) {
    const once = undoOuter(text);
    if (once === text) continue;
    yield [outer, once];
    for (const [inner, undoInner] of Object.entries(decoders)) {
      const twice = undoInner(once);
      if (twice !== once) yield [`${inner} in ${outer}`, twice];
    }
  }
}

const fromHex = (digits) => String.fromCodePoint(Number.parseInt(digits, 16));

const decoders = {
  'percent-encoded': (text) => text.replace(/%([0-7][0-9a-f])/gi, (_, digits) => fromHex(digits)),
  'escaped as in JSON or a program': (text) =>
    text.replace(
      /\\(?:u00([0-7][0-9a-f])|x([0-7][0-9a-f])|u\{0{0,4}([0-7]?[0-9a-f])\}|([0-7]{1,3})|([^A-Za-z0-9\s]))/gi,
      (_, wide, narrow, braced, octal, char) =>
        char ?? (octal === undefined ? fromHex(wide ?? narrow ?? braced) : String.fromCodePoint(Number.parseInt(octal, 8))),
    ),
  'in quoted-printable': (text) =>
    text.replace(/=(?:([0-7][0-9a-f])|\r?\n)/gi, (_, digits) => (digits === undefined ? '' : fromHex(digits))),
  'HTML-escaped': (text) =>
    text.replace(/&(?:#x0*([0-7]?[0-9a-f])|#0*(\d{1,3})|(amp|quot|apos|lt|gt));/gi, (_, hex, decimal, name) =>
      name ? entities[name.toLowerCase()] : hex ? fromHex(hex) : String.fromCodePoint(Number(decimal)),
    ),
  // In UTF-16, each letter has a zero byte. Files are read as Latin-1, where an invisible character takes two or three
  // characters.
  'UTF-16, or with hidden characters': (text) =>
    text.replaceAll(/[\0\u00ad\u200b-\u200f\u2060\ufeff]|\u00e2\u0080[\u008b-\u008f]|\u00e2\u0081\u00a0|\u00ef\u00bb\u00bf/g, ''),
};

const entities = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };
