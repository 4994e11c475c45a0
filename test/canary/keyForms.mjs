/** Finds an API key in a text, in whatever form it may have come there. What it says names the form and never the key. */

/** Fewer letters would be found by chance. */
const MIN_LENGTH = 8;
/** From this length on, half of an API key is already too much of it. */
const HALVES_LENGTH = 20;

/**
 * @param {string} text
 * @param {readonly string[]} apiKeys  ASCII, as keys in a header are
 * @returns {{number: number, form: string} | undefined}  the first found: which of the keys, from 1, and in which form
 */
export function findApiKey(text, apiKeys) {
  const forms = apiKeys.map(formsOf);
  for (const [encoding, view] of viewsOf(text)) {
    for (const [index, ofKey] of forms.entries()) {
      const found = Object.entries(ofKey).find(([, form]) => view.includes(form));
      if (found) return { number: index + 1, form: encoding === '' ? found[0] : `${found[0]}, ${encoding}` };
    }
  }
  return undefined;
}

/** What to look for in each view of a text. Base64 without its edges, which depend on what stands around the key. */
function formsOf(apiKey) {
  if (apiKey.length < MIN_LENGTH || /[^\x20-\x7e]/.test(apiKey)) throw new Error('this can’t be searched for as an API key');
  const half = Math.ceil(apiKey.length / 2);
  const halves = { 'its first half': apiKey.slice(0, half), 'its second half': apiKey.slice(half) };
  const hex = Buffer.from(apiKey).toString('hex');
  const inJson = JSON.stringify(apiKey).slice(1, -1);
  const base64 = [apiKey, inJson].flatMap((bare) => [0, 1, 2].map((before) => base64Inside(bare, before)));
  return {
    plain: apiKey,
    ...(apiKey.length >= HALVES_LENGTH ? halves : {}),
    hex,
    'upper-case hex': hex.toUpperCase(),
    ...Object.fromEntries(base64.map((form, index) => [`base64 (${index})`, form])),
    ...Object.fromEntries(base64.map((form, index) => [`base64url (${index})`, urlSafe(form)])),
  };
}

/** What stands for the text wherever it begins in the bytes: 0, 1 or 2 after a multiple of three. */
function base64Inside(text, before) {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

const urlSafe = (base64) => base64.replaceAll('+', '-').replaceAll('/', '_');

/** The text, and what it says once each encoding is undone: once, twice, and one inside another. */
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
  'JSON-escaped': (text) => text.replace(/\\(?:u00([0-7][0-9a-f])|(["'\\/]))/gi, (_, digits, char) => char ?? fromHex(digits)),
  'HTML-escaped': (text) =>
    text.replace(/&(?:#x([0-7]?[0-9a-f])|#(\d{1,3})|(amp|quot|apos|lt|gt));/gi, (_, hex, decimal, name) =>
      name ? entities[name.toLowerCase()] : hex ? fromHex(hex) : String.fromCodePoint(Number(decimal)),
    ),
  'UTF-16': (text) => text.replaceAll('\0', ''),
};

const entities = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };
