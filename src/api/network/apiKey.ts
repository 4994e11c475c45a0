/** Puts the API key into a header. */

/**
 * Returns the key without spaces around it. Throws a TypeError if a header can't carry it; the message never contains the key.
 */
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
