/** One HTTP request answered: guards, route, error body. Whatever goes wrong inside, there is an answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerOf, findApiKey, mustWrite, type ApiKey } from './apiKeys.ts';
import { transactionId, type Route, type Service } from './call.ts';
import { isControl, runControl, type Control } from './control.ts';
import { later, strike } from './faultReply.ts';
import { mustHaveRoom } from './limits.ts';
import { drain, parsed, receive, textual, type BodyBudget } from './receive.ts';
import { Refusal, forbidden, unauthorized } from './refusal.ts';
import { errorBody, replyTo, send, type Reply } from './reply.ts';
import { apiPath, match, type Match } from './router.ts';

/** What all answers of one server share. */
export interface Desk {
  readonly service: Service;
  readonly apiKeys: readonly ApiKey[];
  readonly budget: BodyBudget;
  readonly control: Control;
  /** Resolves when what was changed just now is kept (keptWorld.ts). */
  saved(): Promise<void>;
  /** Transactions so far. */
  transactions: number;
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** A page in a browser reaches loopback too: its request has an Origin, or the name of the page's host. */
function refusalAtTheDoor({ headers }: IncomingMessage): Refusal | undefined {
  if (!LOOPBACK.test(headers.host ?? '')) return forbidden('The Host header must name the loopback interface');
  return headers.origin === undefined ? undefined : forbidden('Requests of web pages are refused');
}

function callerOf(request: IncomingMessage, desk: Desk): ApiKey {
  const other = desk.service.isDocumentedOnly ? undefined : request.headers['x-api-key'];
  const secret = bearerOf(request.headers) ?? (typeof other === 'string' ? other : undefined);
  const caller = secret === undefined ? undefined : findApiKey(desk.apiKeys, secret);
  if (caller === undefined) throw unauthorized('The API key is missing or wrong');
  return caller;
}

function bodyOf(route: Route, text: string, contentType: string | undefined): unknown {
  switch (route.body) {
    case 'json':
      return parsed(text, contentType);
    case 'optional': {
      const body = text.trim() === '' ? null : parsed(text, contentType);
      return body === null || (Array.isArray(body) && body.length === 0) ? {} : body;
    }
    case 'text':
      return textual(text);
    case 'none':
    case 'ignored':
      return undefined;
  }
}

/** Runs the route. What was refused has stored nothing: routes check first and change last. */
function run(
  desk: Desk,
  caller: ApiKey,
  { route, query, part }: Match,
  body: unknown,
  bytes: number,
  transaction: string,
): unknown {
  const { service } = desk;
  const isKept = route.method !== 'GET' && route.isKeys !== true;
  if (isKept) mustHaveRoom(service.world, bytes);
  const result = route.run({ service, world: service.world, caller, transactionId: transaction, query, body, part });
  if (isKept) service.world.bytesKept += bytes;
  return result;
}

/**
 * The text of the answer as of the moment of the call; it is given when what the call has changed is kept. `isThere` is
 * whether the client still waits when the call may be carried out.
 */
async function resultOf(request: IncomingMessage, desk: Desk, transaction: string, isThere: Promise<boolean>): Promise<string> {
  const refusal = refusalAtTheDoor(request);
  if (refusal !== undefined) throw refusal;
  if (isControl(request.url ?? '')) return JSON.stringify(await runControl(request, desk.control, desk.budget));
  const caller = callerOf(request, desk);
  const found = match(desk.service, request.method ?? '', request.url ?? '');
  if (found.route.method !== 'GET') mustWrite(caller);
  const received = await receive(request, desk.budget);
  let text: string;
  try {
    const body = bodyOf(found.route, received.text, request.headers['content-type']);
    if (!(await isThere)) throw new Refusal(408, 'The client went away');
    text = JSON.stringify(run(desk, caller, found, body, received.bytes, transaction));
  } finally {
    received.release();
  }
  if (found.route.method !== 'GET') await desk.saved();
  return text;
}

/** What the sandbox says to one request; never rejects. */
async function replyOf(request: IncomingMessage, desk: Desk, transaction: string, isThere: Promise<boolean>): Promise<Reply> {
  try {
    return { status: 200, text: await resultOf(request, desk, transaction, isThere), headers: {} };
  } catch (error) {
    await drain(request);
    await isThere;
    if (error instanceof Refusal) return replyTo(error, transaction, request.complete);
    return { status: 500, text: errorBody(500, 'The sandbox failed', transaction), headers: {} };
  }
}

/** Answers one request, with the fault that it meets; never rejects. */
export async function answer(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  desk.transactions += 1;
  const transaction = transactionId(desk.transactions);
  const path = refusalAtTheDoor(request) === undefined ? apiPath(request.url ?? '') : undefined;
  const { milliseconds, fault } = desk.control.faults.meet(request.method ?? '', path);
  const isThere = later(milliseconds, request, response);
  const run = async () => replyOf(request, desk, transaction, isThere);
  if (fault === undefined) send(response, await run());
  else await strike({ request, response, fault, transaction, now: desk.service.now(), isThere, run });
}
