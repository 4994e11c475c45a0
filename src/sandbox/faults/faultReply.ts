/** Answers calls that a fault affects: for each fault, what the client receives. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sleep } from '../../time/clock.ts';
import type { FaultsOfCall, RateLimitFault } from './faults.ts';
import { drain } from '../receive.ts';
import { Refusal } from '../refusal.ts';
import { replyTo, sendReply, writeHead, type Reply } from '../reply.ts';

const PAGE = '<!doctype html>\n<html><head><title>Proxy</title></head><body><h1>This is no API</h1></body></html>\n';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A body that is no valid text, because these bytes never occur in UTF-8. */
const NO_TEXT = Buffer.from([0xff, 0xfe, 0xc0, 0xf8, 0x80, 0xbf, 0xfd, 0xc1]);

/** A chunk that is sent repeatedly as a large body. */
const CHUNK = Buffer.alloc(64 * 1024, 'x');

/**
 * Waits, and returns true. Returns false as soon as the client disconnects or the sandbox closes. On each connection, only the
 * first unanswered call waits. Otherwise, a client that sends many calls without awaiting an answer could start any number of
 * timers.
 */
export async function delay(milliseconds: number, { socket }: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (milliseconds === 0 || waitsForEarlierCall(response)) return !socket.destroyed;
  const idle = socket.timeout ?? 0;
  // The delay must not count as idle time.
  socket.setTimeout(idle === 0 ? 0 : idle + milliseconds);
  const gone = new AbortController();
  const abort = () => gone.abort();
  response.once('close', abort);
  const isThere = await sleep(milliseconds, gone.signal).then(
    () => true,
    () => false,
  );
  response.off('close', abort);
  if (isThere) socket.setTimeout(idle);
  return isThere;
}

/** True if an earlier call of the same connection has not been answered yet. */
const waitsForEarlierCall = (response: ServerResponse) => response.socket === null;

/** A call that a fault affects. */
export interface AffectedCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly fault: NonNullable<FaultsOfCall['fault']>;
  readonly transaction: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Resolves after the delay of a `latency` fault, if the call has one. True = the client is still connected. */
  readonly isThere: Promise<boolean>;
  /** Executes the call if the client is still connected. */
  run(): Promise<Reply>;
}

/** Applies the fault to the call. Never rejects. */
export async function applyFault({ request, response, fault, transaction, now, isThere, run }: AffectedCall): Promise<void> {
  const { socket } = request;
  if (fault.kind === 'cutOff') return cutOff(response, await run());
  if (fault.kind === 'hangUp') {
    await run();
    socket.destroy();
    return;
  }
  if (!(await isThere)) return;
  if (fault.kind === 'hangUpBefore' || (fault.kind === 'hang' && waitsForEarlierCall(response))) {
    socket.destroy();
    return;
  }
  await drain(request);
  if (response.headersSent || response.destroyed) return;
  const refusal = (status: number, headers: Record<string, string> = {}): Reply => {
    const message = `${STATUS_CODES[status] ?? 'Failure'}: a fault that was asked for`;
    return replyTo(new Refusal(status, message, { headers }), transaction, request.complete);
  };
  const refuse = (status: number, headers?: Record<string, string>) => sendReply(response, refusal(status, headers));
  switch (fault.kind) {
    case 'hang':
      return;
    case 'rateLimit':
      return refuse(429, rateLimitHeaders(fault, now));
    case 'status':
      return fault.isHtml === true
        ? sendReply(response, { status: fault.status, text: PAGE, headers: HTML })
        : refuse(fault.status);
    case 'errorIn200':
      return sendReply(response, { ...refusal(fault.code), status: 200 });
    case 'empty':
      return sendReply(response, { status: 400, text: '', headers: {} });
    case 'notJson':
      return sendReply(response, { status: 200, text: PAGE, headers: HTML });
    case 'otherShape':
      return sendReply(response, { status: 200, text: '{"another":"shape"}', headers: {} });
    case 'garbage':
      writeHead(response, { status: 200, text: '', headers: {} }, NO_TEXT.length);
      response.end(NO_TEXT);
      return;
    case 'notHttp':
      socket.write(NO_TEXT);
      socket.destroySoon();
      return;
    case 'tooLarge':
      return sendLarge(response, fault.bytes);
  }
}

function rateLimitHeaders({ retryAfter, retryAfterDate, org, ip }: RateLimitFault, now: number): Record<string, string> {
  // Rounds up, because the date has no milliseconds and must not be too early.
  const date = (seconds: number) => new Date(Math.ceil(now / 1000 + seconds) * 1000).toUTCString();
  return {
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...(retryAfterDate === undefined ? {} : { 'retry-after': date(retryAfterDate) }),
    ...(org === undefined ? {} : { 'x-ratelimit-reset-seconds-org': String(org) }),
    ...(ip === undefined ? {} : { 'x-ratelimit-reset-seconds-ip': String(ip) }),
  };
}

/** Sends half of the body. If the body is empty, promises two bytes and sends one. */
function cutOff(response: ServerResponse, reply: Reply): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(reply.text === '' ? '  ' : reply.text);
  writeHead(response, reply, bytes.length);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

/** Sends a JSON text of the given size. The text is never in memory as a whole. */
async function sendLarge(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  try {
    await pipeline(Readable.from(largeText(bytes)), response);
  } catch {
    // The client has disconnected.
  }
}

function* largeText(bytes: number): Generator<Buffer> {
  yield Buffer.from('"');
  for (let left = bytes - 2; left > 0; left -= CHUNK.length) yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
  yield Buffer.from('"');
}
