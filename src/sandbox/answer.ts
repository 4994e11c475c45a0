/** One HTTP request answered: guards, route, error body. Whatever goes wrong inside, there is an answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { findApiKey, mustWrite, type ApiKey } from './apiKeys.ts';
import { transactionId, type Route, type Service } from './call.ts';
import { mustHaveRoom } from './limits.ts';
import { drain, parsed, receive, type BodyBudget } from './receive.ts';
import { Refusal, forbidden } from './refusal.ts';
import { match, type Match } from './router.ts';

/** What all answers of one server share. */
export interface Desk {
  readonly service: Service;
  readonly apiKeys: readonly ApiKey[];
  readonly budget: BodyBudget;
  /** Transactions so far. */
  transactions: number;
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** A page in a browser reaches loopback too: its request has an Origin, or the name of the page's host. */
function mustBeLocal(request: IncomingMessage): void {
  if (!LOOPBACK.test(request.headers.host ?? '')) throw forbidden('The Host header must name the loopback interface');
  if (request.headers.origin !== undefined) throw forbidden('Requests of web pages are refused');
}

function callerOf(request: IncomingMessage, desk: Desk): ApiKey {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const other = desk.service.isDocumentedOnly ? undefined : request.headers['x-api-key'];
  const secret = bearer ?? (typeof other === 'string' ? other : undefined);
  const caller = secret === undefined ? undefined : findApiKey(desk.apiKeys, secret);
  if (caller === undefined) {
    throw new Refusal(401, 'The API key is missing or wrong', { headers: { 'www-authenticate': 'Bearer' } });
  }
  return caller;
}

function send(response: ServerResponse, status: number, text: string, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, {
    ...(text === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(text);
}

/** The error body of admin-api.md. */
export function errorBody(code: number, message: string, transaction: string): string {
  return JSON.stringify({ code, message, details: '', transactionId: transaction });
}

function bodyOf(route: Route, text: string, contentType: string | undefined): unknown {
  switch (route.body) {
    case 'json':
      return parsed(text, contentType);
    case 'optional':
      return text.trim() === '' ? {} : parsed(text, contentType);
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

async function resultOf(request: IncomingMessage, desk: Desk, transaction: string): Promise<unknown> {
  mustBeLocal(request);
  const caller = callerOf(request, desk);
  const found = match(desk.service, request.method ?? '', request.url ?? '');
  if (found.route.method !== 'GET') mustWrite(caller);
  const received = await receive(request, desk.budget);
  try {
    const body = bodyOf(found.route, received.text, request.headers['content-type']);
    return run(desk, caller, found, body, received.bytes, transaction);
  } finally {
    received.release();
  }
}

/** Answers one request; never rejects. */
export async function answer(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  desk.transactions += 1;
  const transaction = transactionId(desk.transactions);
  try {
    const text = JSON.stringify(await resultOf(request, desk, transaction));
    send(response, 200, text, {});
  } catch (error) {
    await drain(request);
    if (response.headersSent || response.destroyed) return;
    if (!(error instanceof Refusal)) {
      send(response, 500, errorBody(500, 'The sandbox failed', transaction), {});
      return;
    }
    const headers = request.complete ? error.headers : { ...error.headers, connection: 'close' };
    send(response, error.status, error.isBodyless ? '' : errorBody(error.status, error.message, transaction), headers);
  }
}
