/** API keys in each encoding in which a service or a proxy may repeat one. */
import * as fc from 'fast-check';

/** Every character that some encoding changes. */
export const KEY = `canary-"Zq7"/9+x=\\s&%2B<e'>_~`;
export const OTHER = 'another-api-key-of-plain-letters';
/** Any API key of visible ASCII characters. */
export const anyKey = (minLength) => fc.string({ minLength, maxLength: 60, unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)) }); // prettier-ignore

export const base64 = (text) => Buffer.from(text).toString('base64');
const json = (text) => JSON.stringify(text);
const allPercent = (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const html = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');

const byCode = (write) => (key) => key.replace(/[^]/g, (char) => write(char.charCodeAt(0).toString(16), char.charCodeAt(0)));
const utf16 = (key) => Buffer.from(key, 'utf16le');

/** The encodings in which an API key can appear in a text. */
export const encodings = {
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
  'escaped as \\x73': byCode((hex) => `\\x${hex.padStart(2, '0')}`),
  'escaped as \\u{73}': byCode((hex) => `\\u{${hex}}`),
  'escaped as \\163': byCode((_, code) => `\\${code.toString(8).padStart(3, '0')}`),
  'escaped as \\x73, in JSON': (key) => json(byCode((hex) => `\\x${hex.padStart(2, '0')}`)(key)),
  'in quoted-printable': byCode((hex, code) =>
    code === 0x3d || code % 3 === 0 ? `=${hex.toUpperCase().padStart(2, '0')}` : String.fromCharCode(code),
  ),
  'in quoted-printable, over two lines': (key) =>
    `${key.slice(0, 6).replaceAll('=', '=3D')}=\r\n${key.slice(6).replaceAll('=', '=3D')}`,
  'HTML-escaped': html,
  'HTML-escaped by numbers': byCode((hex, code) => (code % 2 === 0 ? `&#x${hex};` : `&#${String(code).padStart(4, '0')};`)),
  'in hex': (key) => Buffer.from(key).toString('hex'),
  'in upper-case hex': (key) => Buffer.from(key).toString('hex').toUpperCase(),
  'in UTF-16': (key) => utf16(key).toString('latin1'),
  'in base64 twice': (key) => base64(base64(key)),
  'in base64 twice, behind a byte in each': (key) => base64(`x${base64(`x${key}`)}`),
  'in the base64 of UTF-16': (key) => utf16(key).toString('base64'),
  'in the base64 of UTF-16 with the large end first': (key) =>
    Buffer.from(utf16(`xx${key}`))
      .swap16()
      .toString('base64'),
  'with characters between that nobody sees': (key) => [...key].join('\u200b').replace('\u200b', '\ufeff\u00ad'),
  'in capitals': (key) => key.toUpperCase(),
  'in capitals, percent-encoded': (key) => encodeURIComponent(key.toUpperCase()),
  'cut off after its half': (key) => `${key.slice(0, Math.ceil(key.length / 2))}…`,
};
