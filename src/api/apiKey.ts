/** The API key on its way into a header, and kept out of everything else. */

/** Below this a "key" is a common word, and blotting it out would spoil every message. */
const MIN_REDACTED_LENGTH = 4;

/** The key without spaces around it. Throws a TypeError, without the key in it, if no header can carry it. */
export function checkedApiKey(text: string): string {
  const apiKey = text.trim();
  if (apiKey === '') throw new TypeError('the API key is empty');
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(apiKey)) {
    throw new TypeError('the API key has characters that a request can’t carry: copy it again');
  }
  return apiKey;
}

/** Blots the key out of a text, also where it was percent-encoded or in base64: services and proxies echo what they get. */
export function redactor(apiKey: string): (text: string) => string {
  if (apiKey.length < MIN_REDACTED_LENGTH) return (text) => text;
  const base64 = Buffer.from(apiKey, 'latin1').toString('base64').replace(/=+$/, '');
  const forms = [...new Set([apiKey, encodeURIComponent(apiKey), base64])];
  return (text) => forms.reduce((left, form) => left.replaceAll(form, '[API key]'), text);
}
