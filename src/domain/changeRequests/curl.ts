/** A call as a command line for a POSIX shell, with the API key left to a variable: it can be shown to anybody. */

export interface PlainCall {
  readonly method: string;
  readonly url: string;
  /** Anything that JSON can say. */
  readonly body: unknown;
  /** The header that carries the API key; `bearer` if not given. */
  readonly authentication?: 'bearer' | 'x-api-key';
}

/** The variable that has to hold the API key when the command is run. */
export const KEY_VARIABLE = 'FLAG_ADMIN_API_KEY';

export function asCurl({ method, url, body, authentication }: PlainCall): string {
  return [
    `curl -X ${method} ${quoted(url)}`,
    `  -H "${apiKeyHeader(authentication)}$${KEY_VARIABLE}"`,
    `  -H 'Content-Type: application/json'`,
    `  --data-binary ${quoted(JSON.stringify(body, undefined, 2))}`,
  ].join(' \\\n');
}

/** Up to the API key itself. */
export const apiKeyHeader = (authentication: PlainCall['authentication']): string =>
  authentication === 'x-api-key' ? 'x-api-key: ' : 'Authorization: Bearer ';

/** Between single quotes nothing means anything to the shell but a single quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
