/** API keys, planted in every form in which a service or a proxy may echo one. */

/** Every character that some encoding changes. */
export const KEY = `canary-"Zq7"/9+x=\\s&%2B<e'>_~`;
export const OTHER = 'another-api-key-of-plain-letters';

export const base64 = (text) => Buffer.from(text).toString('base64');
const json = (text) => JSON.stringify(text);
const allPercent = (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const html = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');

/** In which forms an API key may come into a text. */
export const plants = {
  'as it is': (key) => key,
  'in base64, with padding': base64,
  'in base64, without padding': (key) => base64(key).replace(/=+$/, ''),
  'in base64url': (key) => Buffer.from(key).toString('base64url'),
  'in the base64 of a header': (key) => base64(`Bearer ${key}`),
  'in the base64 of a JSON body': (key) => base64(json({ key, name: 'release-key' })),
  'in base64url behind one byte': (key) => Buffer.from(`:${key}:`).toString('base64url'),
  'in base64, in a query': (key) => encodeURIComponent(base64(`x${key}`)),
  'percent-encoded': (key) => encodeURIComponent(key),
  'percent-encoded in part': (key) => encodeURI(key),
  'percent-encoded in full, in small letters': allPercent,
  'percent-encoded twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  'JSON-escaped': json,
  'JSON-escaped twice': (key) => json(json({ key })),
  'JSON-escaped by numbers': (key) => key.replace(/\W/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'JSON-escaped, in a query': (key) => encodeURIComponent(json(key)),
  'HTML-escaped': html,
  'in hex': (key) => Buffer.from(key).toString('hex'),
  'in upper-case hex': (key) => Buffer.from(key).toString('hex').toUpperCase(),
  'in UTF-16': (key) => Buffer.from(key, 'utf16le').toString('latin1'),
  'cut off after its half': (key) => `${key.slice(0, Math.ceil(key.length / 2))}…`,
};
