/** Reads request bodies within limits. */
import type { IncomingMessage } from 'node:http';
import { mustBeSmall } from './bodyFields.ts';
import { MAX_BODY } from './limits.ts';
import { Refusal, invalid } from './refusal.ts';

const tooLarge = () => new Refusal(413, `A body has at most ${MAX_BODY} bytes`, { headers: { connection: 'close' } });

/**
 * The maximum number of bytes that are read of a refused body. The sender of a larger body may lose the connection before it
 * receives the answer.
 */
const MAX_DRAINED = 4 * MAX_BODY;
const declaredBytes = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? '0');

/** Reads the body as text. 413 above the limit, 400 if the body is not UTF-8. After a refusal, `drain` reads the rest. */
export async function receive(request: IncomingMessage): Promise<{ readonly text: string; readonly bytes: number }> {
  if (declaredBytes(request) > MAX_DRAINED) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The request must stay open, because `drain` reads the rest of a refused body later.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)), bytes };
  } catch {
    throw invalid('The body is not UTF-8');
  }
}

/** Reads the rest of a refused request, within a limit, so that the sender can receive the answer. */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || declaredBytes(request) > MAX_DRAINED) return;
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_DRAINED) return;
    }
  } catch {
    // The sender has disconnected, so nobody expects an answer.
  }
}

/**
 * Reads a body that is one text: a JSON string, or the bare text. Returns an object or a list unchanged, so that the route can
 * refuse it.
 */
export function textual(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || typeof value === 'object' ? value : text;
  } catch {
    return text;
  }
}

/** Parses the body as JSON. 415 for a different content type, 400 if the body is missing or can't be parsed. */
export function parsed(text: string, contentType = ''): unknown {
  if (text.trim() === '') throw invalid('The call must have a body');
  if (!/^\s*application\/json(?:-patch\+json)?\s*(?:;|$)/i.test(contentType)) {
    throw new Refusal(415, 'Content-Type must be application/json');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON');
  }
  mustBeSmall(value, 'The body', MAX_BODY);
  return value;
}
