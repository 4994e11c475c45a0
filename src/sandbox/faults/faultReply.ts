/** Each fault as it goes over the wire. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sleep } from '../../time/clock.ts';
import type { Met, RateLimit } from './faults.ts';
import { drain } from '../receive.ts';
import { Refusal } from '../refusal.ts';
import { replyTo, sendReply, writeHead, type Reply } from '../reply.ts';

const PAGE = '<!doctype html>\n<html><head><title>Proxy</title></head><body><h1>This is no API</h1></body></html>\n';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** No text of UTF-8 has any of them. */
const NO_TEXT = Buffer.from([0xff, 0xfe, 0xc0, 0xf8, 0x80, 0xbf, 0xfd, 0xc1]);

/** Bytes of a large body that are made at a time: the same ones again and again. */
const CHUNK = Buffer.alloc(64 * 1024, 'x');

/**
 * Waits; false as soon as the client is gone, which closing the sandbox sees to as well. One call of a connection is made
 * to wait, not those sent behind it before it was answered: any number of them could be.
 */
export async function later(milliseconds: number, { socket }: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (milliseconds === 0 || isBehind(response)) return !socket.destroyed;
  const idle = socket.timeout ?? 0;
  // To be made to wait is not to be silent.
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

/** Whether another call of the same connection is not answered yet. */
const isBehind = (response: ServerResponse) => response.socket === null;

/** One call that meets a fault. */
export interface Stricken {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly fault: NonNullable<Met['fault']>;
  readonly transaction: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether the client still waits when the latency that the call meets as well is over. */
  readonly isThere: Promise<boolean>;
  /** Carries the call out, if the client is still there. */
  run(): Promise<Reply>;
}

/** Does to the call what the fault says; never rejects. */
export async function strike({ request, response, fault, transaction, now, isThere, run }: Stricken): Promise<void> {
  const { socket } = request;
  if (fault.kind === 'cutOff') return cutOff(response, await run());
  if (fault.kind === 'hangUp') {
    await run();
    socket.destroy();
    return;
  }
  if (!(await isThere)) return;
  if (fault.kind === 'hangUpBefore' || (fault.kind === 'hang' && isBehind(response))) {
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

function rateLimitHeaders({ retryAfter, retryAfterDate, org, ip }: RateLimit, now: number): Record<string, string> {
  // Upwards, since the date has no milliseconds: it is not sooner than what was asked for.
  const date = (seconds: number) => new Date(Math.ceil(now / 1000 + seconds) * 1000).toUTCString();
  return {
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...(retryAfterDate === undefined ? {} : { 'retry-after': date(retryAfterDate) }),
    ...(org === undefined ? {} : { 'x-ratelimit-reset-seconds-org': String(org) }),
    ...(ip === undefined ? {} : { 'x-ratelimit-reset-seconds-ip': String(ip) }),
  };
}

/** Half of the body goes out; of none, one of two bytes that were promised. */
function cutOff(response: ServerResponse, reply: Reply): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(reply.text === '' ? '  ' : reply.text);
  writeHead(response, reply, bytes.length);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

/** A text of JSON, as long as it was asked for and never in memory as a whole. */
async function sendLarge(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  try {
    await pipeline(Readable.from(largeText(bytes)), response);
  } catch {
    // The client had enough of it.
  }
}

function* largeText(bytes: number): Generator<Buffer> {
  yield Buffer.from('"');
  for (let left = bytes - 2; left > 0; left -= CHUNK.length) yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
  yield Buffer.from('"');
}
