/** Each fault as it looks on the wire. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Met, RateLimit } from './faults.ts';
import { drain } from './receive.ts';
import { Refusal } from './refusal.ts';
import { replyTo, send, writeHead, type Reply } from './reply.ts';

const PAGE = '<!doctype html>\n<html><head><title>Proxy</title></head><body><h1>This is no API</h1></body></html>\n';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** No text of UTF-8 has any of them. */
const NO_TEXT = Buffer.from([0xff, 0xfe, 0xc0, 0xf8, 0x80, 0xbf, 0xfd, 0xc1]);

/** Bytes of a large body that are made at a time: the same ones again and again. */
const CHUNK = Buffer.alloc(64 * 1024, 'x');

/**
 * Waits; false as soon as the client is gone, which closing the sandbox sees to as well. A call that was sent before the
 * one in front of it was answered waits for that one only.
 */
export async function later(milliseconds: number, { socket }: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (milliseconds === 0 || response.socket === null) return !socket.destroyed;
  const idle = socket.timeout ?? 0;
  // To be made to wait is not to be silent.
  socket.setTimeout(idle === 0 ? 0 : idle + milliseconds);
  return new Promise((resolve) => {
    const gone = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      response.off('close', gone);
      socket.setTimeout(idle);
      resolve(true);
    }, milliseconds);
    response.once('close', gone);
  });
}

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
export async function strike(stricken: Stricken): Promise<void> {
  const { request, response, fault, transaction, now, isThere, run } = stricken;
  const { socket } = request;
  const isCarriedOut = fault.kind === 'cutOff' || fault.kind === 'hangUp';
  if (!isCarriedOut && !(await isThere)) return;
  const instead = async (reply: (isRead: boolean) => Reply) => {
    await drain(request);
    send(response, reply(request.complete));
  };
  const refuse = async (refusal: Refusal) => instead((isRead) => replyTo(refusal, transaction, isRead));
  switch (fault.kind) {
    case 'rateLimit':
      return refuse(new Refusal(429, 'Too many requests: a fault that was asked for', { headers: rateLimitHeaders(fault, now) }));
    case 'status': {
      const words = STATUS_CODES[fault.status] ?? 'Failure';
      if (fault.isHtml === true) return instead(() => ({ status: fault.status, text: PAGE, headers: HTML }));
      return refuse(new Refusal(fault.status, `${words}: a fault that was asked for`));
    }
    case 'empty':
      return refuse(new Refusal(400, 'A fault that was asked for', { isBodyless: true }));
    case 'notJson':
      return instead(() => ({ status: 200, text: PAGE, headers: HTML }));
    case 'otherShape':
      return instead(() => ({ status: 200, text: '{"another":"shape"}', headers: {} }));
    case 'garbage':
      await drain(request);
      writeHead(response, { status: 200, text: '', headers: {} }, NO_TEXT.length);
      response.end(NO_TEXT);
      return;
    case 'notHttp':
      await drain(request);
      socket.write(NO_TEXT);
      socket.destroySoon();
      return;
    case 'tooLarge':
      await drain(request);
      await sendLarge(response, fault.bytes);
      return;
    case 'cutOff':
      cutOff(response, await run());
      return;
    case 'hangUp':
      await run();
      socket.destroy();
      return;
    case 'hangUpBefore':
      socket.destroy();
      return;
    case 'hang':
      return drain(request);
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
  if (response.headersSent || response.destroyed) return;
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
