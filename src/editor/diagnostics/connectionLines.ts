/** What diagnostics tell of connections. */

/** A connection without its API keys. */
export interface KnownConnection {
  readonly id: string;
  readonly name: string;
  readonly kind: 'service' | 'sandbox';
  readonly baseUrl: string;
  /** The service's own word for a flag. */
  readonly word: string;
  readonly keyNames: readonly string[];
  readonly isReadOnly?: boolean;
  readonly email?: string;
}

/** A line for each: its name and origin; of API keys the count, for their names may be those of people. */
export function connectionLines(all: readonly KnownConnection[], inUse: KnownConnection | undefined): readonly string[] {
  return all.map((connection) => {
    const { name, kind, baseUrl, word, keyNames, isReadOnly, email } = connection;
    const facts = [
      kind === 'sandbox' ? 'sandbox' : originOf(baseUrl),
      `says “${word}”`,
      `API keys: ${keyNames.length}`,
      ...(isReadOnly ? ['read-only'] : []),
      ...(email === undefined ? [] : ['with an e-mail address']),
      ...(connection.id === inUse?.id ? ['in use in this window'] : []),
    ];
    return `${name}: ${facts.join(', ')}`;
  });
}

/** Never a path: it may name a tenant. */
const originOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'an address that can’t be read');
