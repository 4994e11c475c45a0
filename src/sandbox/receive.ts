/** The reading of a request body within bounds. */
import type { IncomingMessage } from 'node:http';
import { mustBeModest } from './bodyFields.ts';
import { MAX_BODY } from './limits.ts';
import { Refusal, invalid } from './refusal.ts';

const tooLarge = () => new Refusal(413, `A body has at most ${MAX_BODY} bytes`, { headers: { connection: 'close' } });

/** A body this much over the cap is not even read to its end, so its sender may see the connection go before the answer. */
const MAX_DRAINED = 4 * MAX_BODY;
const declaredBytes = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? '0');

/**
 * The body as text. 413 above the cap: then the rest is read and thrown away, so that the sender gets to read the answer.
 * 400 where it is no UTF-8.
 */
export async function receive(request: IncomingMessage): Promise<{ readonly text: string; readonly bytes: number }> {
  if (declaredBytes(request) > MAX_DRAINED) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // What is refused half way is drained later.
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

/** Reads the rest of a request that is refused already, within bounds, so that its sender gets to read the answer. */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || declaredBytes(request) > MAX_DRAINED) return;
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_DRAINED) return;
    }
  } catch {
    // The sender went away; there is nobody to answer.
  }
}

/** A body that is one text: a JSON string, or the bare text. An object or a list is neither, and comes back to be refused. */
export function textual(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || typeof value === 'object' ? value : text;
  } catch {
    return text;
  }
}

/** The body as JSON. 415 under another content type, 400 where there is none or it can not be parsed. */
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
  mustBeModest(value, 'The body', MAX_BODY);
  return value;
}
