/** The refusal of a call: its status and the message of the error body (admin-api.md, Error / message body). */

type Headers = Readonly<Record<string, string>>;

/** Routes throw a Refusal, and the server converts it into the answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: string;
  /** True if the answer has no body. */
  readonly isBodyless: boolean;
  readonly headers: Headers;

  constructor(
    status: number,
    message: string,
    { details = '', isBodyless = false, headers = {} }: { details?: string; isBodyless?: boolean; headers?: Headers } = {},
  ) {
    super(message);
    this.status = status;
    this.details = details;
    this.isBodyless = isBodyless;
    this.headers = headers;
  }
}

/** 400: the call itself is wrong, whatever the service contains. */
export const invalid = (message: string): Refusal => new Refusal(400, message);

/** 401: the secret in the `Authorization` header is missing, or not valid for this call. */
export const unauthorized = (message: string): Refusal =>
  new Refusal(401, message, { headers: { 'www-authenticate': 'Bearer' } });

/**
 * 403: the API key may not do this. The message never contains "Approvals are required", because clients recognize change
 * control by that text.
 */
export const forbidden = (message: string): Refusal => new Refusal(403, message);

/** 404: no route has this path. */
export const nothingHere = (): Refusal => new Refusal(404, 'There is nothing at this path');

/** 404: the object does not exist, or the API key has no access to it. */
export const notFound = (what: string): Refusal => new Refusal(404, `${what} does not exist`);

/** Returns the value. Throws a 404 if the value is undefined. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}

/** 405: the path exists, but not with this method. */
export const wrongMethod = (method: string, allowed: Iterable<string>): Refusal =>
  new Refusal(405, `${method} is not one of its methods`, { headers: { allow: [...allowed].join(', ') } });

/** 409: the object already exists, or a different object prevents the change. */
export const conflict = (message: string): Refusal => new Refusal(409, message);

/**
 * An open change request locks the object. 409, or if the sandbox imitates the live service, a 423 that names the request only
 * in the details.
 */
export const locked = ({ imitatesLive }: { readonly imitatesLive: boolean }, what: string, open: string): Refusal =>
  imitatesLive
    ? new Refusal(423, 'Something was wrong', {
        details: `A pending change request with id:${open} for this object already exists`,
      })
    : conflict(`${what} has an open change request: ${open}`);

/** 507: the data exceeds the memory that the sandbox may use. */
export const full = (): Refusal => new Refusal(507, 'The sandbox is full: reset it, or start it with the sample again');
