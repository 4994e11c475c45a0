/** The API key on its way into a header, and kept out of everything else. */

/** Below this a "key" is a common word, and blotting it out would spoil every message. */
const MIN_REDACTED_LENGTH = 4;
/** Below this its hex, and base64 of a part of a text, stand somewhere by chance. */
const MIN_ENCODED_LENGTH = 8;
/** From this on half of it is too much of it. */
const MIN_HALVED_LENGTH = 20;
const MARK = '[API key]';
/** Encodings in one text that are undone one after the other, before nothing is left of it. */
const MAX_PASSES = 8;

/** The key without spaces around it. Throws a TypeError, without the key in it, if no header can carry it. */
export function checkedApiKey(text: string): string {
  const apiKey = text.trim();
  if (apiKey === '') throw new TypeError('the API key is empty');
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(apiKey)) {
    throw new TypeError('the API key has characters that a request can’t carry: copy it again');
  }
  return apiKey;
}

/** The header that carries the API key: `Authorization: Bearer`, or `x-api-key` alone (service-beyond.md). */
export type Authentication = 'bearer' | 'x-api-key';

export const apiKeyHeader = (apiKey: string, authentication: Authentication = 'bearer'): Readonly<Record<string, string>> =>
  authentication === 'bearer' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey };

/**
 * Blots the key out of a text, in each form that the search for API keys in the tests knows (test/canary/keyForms.mjs): services
 * and proxies echo what they get. Where an encoding hides it, the text becomes what it says without that encoding. Characters
 * that control a terminal or end a line become spaces: a service's words stay one line of the log.
 */
export function redactor(apiKey: string): (text: string) => string {
  if (apiKey.length < MIN_REDACTED_LENGTH) return withoutControls;
  const forms = formsOf(apiKey);
  const hasKey = (text: string): boolean => forms.some((form) => text.includes(form));
  return (text) => {
    let left = withoutControls(text);
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const view = viewsOf(left).find(hasKey);
      if (view === undefined) return left;
      left = forms.reduce((rest, form) => rest.replaceAll(form, MARK), view);
    }
    return MARK;
  };
}

/** The longest first: a part of a form must not be all that is taken away. */
function formsOf(apiKey: string): readonly string[] {
  const inJson = JSON.stringify(apiKey).slice(1, -1);
  // A header carries Latin-1, a body UTF-8.
  const encoded = [Buffer.from(apiKey, 'latin1'), Buffer.from(apiKey), Buffer.from(inJson)];
  const forms = [apiKey, encodeURIComponent(apiKey), ...encoded.flatMap(wholeBase64)];
  if (apiKey.length >= MIN_ENCODED_LENGTH) {
    const hex = encoded.map((bytes) => bytes.toString('hex'));
    forms.push(...hex, ...hex.map((digits) => digits.toUpperCase()), ...encoded.flatMap(innerBase64));
  }
  const half = Math.ceil(apiKey.length / 2);
  if (apiKey.length >= MIN_HALVED_LENGTH) forms.push(apiKey.slice(0, half), apiKey.slice(half));
  return [...new Set(forms)].toSorted((one, other) => other.length - one.length);
}

const wholeBase64 = (bytes: Buffer): readonly string[] => [
  bytes.toString('base64').replace(/=+$/, ''),
  bytes.toString('base64url'),
];

/** What stands for it wherever it begins in longer bytes, as behind `Bearer `: 0, 1 or 2 after a multiple of three. */
function innerBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((encoding) => shifted.toString(encoding).slice(start, end));
  });
}

/** The text, and what it says once each encoding is undone: once, twice, and one inside another. */
function viewsOf(text: string): readonly string[] {
  const once = decoded(text);
  return [text, ...once, ...once.flatMap(decoded)];
}

const decoded = (text: string): readonly string[] =>
  DECODERS.map((decode) => withoutControls(decode(text))).filter((view) => view !== text);

const fromHex = (digits: string): string => String.fromCodePoint(Number.parseInt(digits, 16));
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

const DECODERS: readonly ((text: string) => string)[] = [
  // Base64 is broken into lines of 76 characters, and hex is written with spaces or colons.
  (text) => text.replace(/[\s:]+/g, ''),
  (text) => text.replace(/%([\da-f]{2})/gi, (_, digits: string) => fromHex(digits)),
  (text) =>
    text.replace(/\\(?:u00([\da-f]{2})|(["'\\/]))/gi, (_, digits: string | undefined, mark: string) =>
      digits === undefined ? mark : fromHex(digits),
    ),
  (text) =>
    text.replace(/&(?:#x([\da-f]{1,2})|#(\d{1,3})|(amp|quot|apos|lt|gt));/gi, (_, hex?: string, decimal?: string, name = '') =>
      hex ? fromHex(hex) : decimal ? String.fromCodePoint(Number(decimal)) : ENTITIES[String(name).toLowerCase()]!,
    ),
];

/** A text in UTF-16 has a zero beside each letter: those go without a trace. */
const withoutControls = (text: string): string => text.replaceAll('\0', '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
