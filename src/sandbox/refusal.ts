/** A call that is refused: its status and the message of the error body (admin-api.md, Error / message body). */

type Headers = Readonly<Record<string, string>>;

/** Thrown by routes; the server makes the answer of it. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: string;
  /** The status alone is the answer. */
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

/** 400: the call itself is wrong, whatever the service has. */
export const invalid = (message: string): Refusal => new Refusal(400, message);

/** 401: the secret of the `Authorization` header is missing, or none that opens what was called. */
export const unauthorized = (message: string): Refusal =>
  new Refusal(401, message, { headers: { 'www-authenticate': 'Bearer' } });

/** 403: the API key may not do this. Its message never says "Approvals are required". */
export const forbidden = (message: string): Refusal => new Refusal(403, message);

/** 404: no path is like this. */
export const nothingHere = (): Refusal => new Refusal(404, 'There is nothing at this path');

/** 404: the object does not exist, or the API key has no access to it. */
export const notFound = (what: string): Refusal => new Refusal(404, `${what} does not exist`);

/** What was looked up; 404 where there is none. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}

/** 405: the path is one, but not with this method. */
export const wrongMethod = (method: string, allowed: Iterable<string>): Refusal =>
  new Refusal(405, `${method} is not one of its methods`, { headers: { allow: [...allowed].join(', ') } });

/** 409: it exists already, or something else stands in the way. */
export const conflict = (message: string): Refusal => new Refusal(409, message);

/** An open change request locks it: 409, or as the live service says it, which names the request in the details alone. */
export const locked = ({ speaksLive }: { readonly speaksLive: boolean }, what: string, open: string): Refusal =>
  speaksLive
    ? new Refusal(423, 'Something was wrong', {
        details: `A pending change request with id:${open} for this object already exists`,
      })
    : conflict(`${what} has an open change request: ${open}`);

/** 507: what was sent does not fit into the memory that the sandbox takes. */
export const full = (): Refusal => new Refusal(507, 'The sandbox is full: reset it, or start it with the sample again');
