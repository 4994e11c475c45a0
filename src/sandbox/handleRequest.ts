/**
 * Answers one HTTP request: checks it, finds the route, and creates the error body. Always sends an answer, even after an
 * unexpected error.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerOf, isSameSecret, type ApiKey } from './sandboxKeys.ts';
import { Call, transactionId, type BodyKind, type Service } from './call.ts';
import { isControl, runControl, type Control } from './control.ts';
import { delay, applyFault } from './faults/faultReply.ts';
import { MAX_STORED } from './limits.ts';
import type { CallCounter } from './rateLimit.ts';
import { drain, parsed, receive, textual } from './receive.ts';
import { Refusal, forbidden, full, unauthorized } from './refusal.ts';
import { errorBody, replyTo, sendReply, type Reply } from './reply.ts';
import { publishDue } from './routes/changeRequestRoutes.ts';
import { apiPath, match } from './routes/router.ts';

/** The context of all answers of one server. */
export interface Serving {
  readonly service: Service;
  readonly apiKeys: readonly ApiKey[];
  readonly control: Control;
  readonly calls: CallCounter;
  /** Resolves when the latest change is saved (world/stateFile.ts). */
  saved(): Promise<void>;
  /** The number of transactions so far. */
  transactions: number;
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Returns a refusal for a request of a web page, because any page in a browser can reach the loopback interface. Such a request
 * has an Origin header, or the host name of the page in the Host header.
 */
function refusalOfPage({ headers }: IncomingMessage): Refusal | undefined {
  if (!LOOPBACK.test(headers.host ?? '')) return forbidden('The Host header must name the loopback interface');
  return headers.origin === undefined ? undefined : forbidden('Requests of web pages are refused');
}

function callerOf({ headers }: IncomingMessage, { apiKeys, service }: Serving): ApiKey {
  const secret = bearerOf(headers) ?? (service.isDocumentedOnly ? undefined : headers['x-api-key']);
  // The comparison takes the same time for every secret, so the time reveals nothing about the API key.
  const caller = typeof secret === 'string' ? apiKeys.find(({ key }) => isSameSecret(key, secret)) : undefined;
  if (!caller) throw unauthorized('The API key is missing or wrong');
  return caller;
}

function bodyOf(kind: BodyKind, text: string, contentType: string | undefined): unknown {
  switch (kind) {
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

/**
 * Executes the call, waits until its changes are saved, and returns the text of the answer. The text is created before the
 * wait, so it shows no later changes. The call is executed after `isThere` has resolved, and only if it resolves to true
 * (the client is still connected). `headers` receives the headers of the answer, even if the call is refused.
 */
async function resultOf(
  request: IncomingMessage,
  serving: Serving,
  transaction: string,
  isThere: Promise<boolean>,
  headers: Record<string, string>,
): Promise<string> {
  const { method = '', url = '' } = request;
  const { service, control, calls } = serving;
  const refusal = refusalOfPage(request);
  if (refusal) throw refusal;
  if (isControl(url)) return JSON.stringify(await runControl(request, control));
  const caller = callerOf(request, serving);
  Object.assign(headers, calls.count(caller.name, service.now()));
  const { route, query, parts } = match(service, method, url);
  const isRead = route.method === 'GET';
  if (!isRead && caller.role === 'read-only') throw forbidden(`API key ${caller.name} has a read-only role`);
  const received = await receive(request);
  calls.countBody(caller.name, received.text.length, service.now());
  const kind = route.body ?? (isRead || route.method === 'DELETE' ? 'none' : 'json');
  const body = bodyOf(kind, received.text, request.headers['content-type']);
  if (!(await isThere)) throw new Refusal(408, 'The client went away');
  const storedBytes = isRead || route.isKeys ? 0 : received.bytes;
  const { world } = service;
  if (world.storedBytes + storedBytes > MAX_STORED) throw full();
  // The bytes of a refused call don't count: routes make all checks before the first change, so a refused call stores nothing.
  const call = new Call({ service, caller, transactionId: transaction, query, parts, body });
  publishDue(call);
  const text = JSON.stringify(route.run(call));
  world.storedBytes += storedBytes;
  if (!isRead) await serving.saved();
  return text;
}

/** Returns the reply to one request. Never rejects. */
async function replyOf(
  request: IncomingMessage,
  serving: Serving,
  transaction: string,
  isThere: Promise<boolean>,
): Promise<Reply> {
  const headers: Record<string, string> = {};
  try {
    return { status: 200, text: await resultOf(request, serving, transaction, isThere, headers), headers };
  } catch (error) {
    await drain(request);
    await isThere;
    if (!(error instanceof Refusal)) return { status: 500, text: errorBody(500, 'The sandbox failed', transaction), headers: {} };
    const reply = replyTo(error, transaction, request.complete);
    return { ...reply, headers: { ...headers, ...reply.headers } };
  }
}

/** Answers one request, or applies the fault that affects it. Never rejects. */
export async function answer(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  serving.transactions += 1;
  const transaction = transactionId(serving.transactions);
  const path = refusalOfPage(request) ? undefined : apiPath(request.url ?? '');
  const { milliseconds, fault } = serving.control.faults.faultsFor(request.method ?? '', path);
  const isThere = delay(milliseconds, request, response);
  const run = async () => replyOf(request, serving, transaction, isThere);
  if (fault) await applyFault({ request, response, fault, transaction, now: serving.service.now(), isThere, run });
  else sendReply(response, await run());
}
