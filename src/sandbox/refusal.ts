/** A call that is refused: its status and the message of the error body (admin-api.md, Error / message body). */

/** Thrown by routes; the server turns it into the answer. `isBodyless` answers with the status alone. */
export class Refusal extends Error {
  readonly status: number;
  readonly isBodyless: boolean;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, extra: { isBodyless?: boolean; headers?: Record<string, string> } = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.isBodyless = extra.isBodyless ?? false;
    this.headers = extra.headers ?? {};
  }
}

/** 400: the call itself is wrong, whatever the service holds. */
export const invalid = (message: string): Refusal => new Refusal(400, message);

/** 401: the secret of the `Authorization` header is missing, or none that opens what was called. */
export const unauthorized = (message: string): Refusal =>
  new Refusal(401, message, { headers: { 'www-authenticate': 'Bearer' } });

/** 401 of the live service to an API key that it accepts, but not as one that may approve this change request. */
export const notDecider = (message: string): Refusal => new Refusal(401, message);

/** 404: no path is like this. */
export const nothingHere = (): Refusal => new Refusal(404, 'There is nothing at this path');

/** 405: the path is one, but not with this method. */
export const wrongMethod = (method: string, allowed: Iterable<string>): Refusal =>
  new Refusal(405, `${method} is not one of its methods`, { headers: { allow: [...allowed].join(', ') } });

/** 404: the object does not exist, or the API key has no access to it. */
export const notFound = (what: string): Refusal => new Refusal(404, `${what} does not exist`);

/** 409: it exists already, or an open change request locks it. */
export const conflict = (message: string): Refusal => new Refusal(409, message);

/** 403: the API key may not do this. Its message never says "Approvals are required". */
export const forbidden = (message: string): Refusal => new Refusal(403, message);

/** 403 of a direct change in an environment with change control (admin-api.md, Errors). */
export const approvalsRequired = (organizationId: string, environmentId: string): Refusal =>
  new Refusal(403, `Approvals are required. orgId=${organizationId} envId=${environmentId}`);

/** 400 of approvers given where the environment defines them (admin-api.md, Errors): the message is generic on purpose. */
export const approversGiven = (): Refusal => new Refusal(400, 'The change request could not be processed');

/** 400 without a body: title or comment missing where the workspace requires them. */
export const titleAndCommentMissing = (): Refusal => new Refusal(400, 'Title and comment are required', { isBodyless: true });
