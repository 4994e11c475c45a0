/** The reading of a request body within bounds: of one body, and of all that are being read. */
import type { IncomingMessage } from 'node:http';
import { MAX_BODIES, MAX_BODY } from './limits.ts';
import { mustBeModest } from './bodyFields.ts';
import { Refusal, invalid } from './refusal.ts';

/** Bytes of all bodies that are in memory and not yet answered. */
export interface BodyBudget {
  inUse: number;
}

interface Received {
  readonly text: string;
  readonly bytes: number;
}

const tooLarge = () => new Refusal(413, `A body has at most ${MAX_BODY} bytes`, { headers: { connection: 'close' } });

/** A body this much over the cap is not even read to its end, so its sender may see the connection go before the answer. */
const PATIENCE = 4 * MAX_BODY;

/**
 * The body as text. 413 above the cap, and the rest is read and thrown away so that the sender gets to read the answer;
 * 503 while other calls fill the memory; 400 where it is no UTF-8. The bytes count in `budget` until `release`.
 */
export async function receive(request: IncomingMessage, budget: BodyBudget): Promise<Received & { release(): void }> {
  const declared = Number(request.headers['content-length'] ?? '0');
  if (declared > PATIENCE) throw tooLarge();
  const chunks: Buffer[] = [];
  let seen = 0;
  let kept = 0;
  let refusal: Refusal | undefined;
  const release = () => {
    budget.inUse -= kept;
    kept = 0;
    chunks.length = 0;
  };
  try {
    for await (const chunk of request) {
      const bytes = chunk as Buffer;
      seen += bytes.length;
      if (seen > PATIENCE) throw tooLarge();
      if (seen > MAX_BODY) refusal = tooLarge();
      else if (budget.inUse + bytes.length > MAX_BODIES) {
        refusal ??= new Refusal(503, 'Too many bodies at one time', { headers: { 'retry-after': '1' } });
      }
      if (refusal !== undefined) {
        release();
        continue;
      }
      chunks.push(bytes);
      kept += bytes.length;
      budget.inUse += bytes.length;
    }
    if (refusal !== undefined) throw refusal;
    return { text: decoded(Buffer.concat(chunks)), bytes: seen, release };
  } catch (error) {
    release();
    throw error;
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The body is not UTF-8');
  }
}

/** Reads the rest of a request that is refused already, within bounds, so that its sender gets to read the answer. */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || Number(request.headers['content-length'] ?? '0') > PATIENCE) return;
  let seen = 0;
  try {
    for await (const chunk of request) {
      seen += (chunk as Buffer).length;
      if (seen > PATIENCE) return;
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
export function parsed(text: string, contentType: string | undefined): unknown {
  if (text.trim() === '') throw invalid('The call must have a body');
  const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (mediaType !== 'application/json' && mediaType !== 'application/json-patch+json') {
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
