/** Creates replies, and sends those that no fault affects. */
import type { ServerResponse } from 'node:http';
import type { Refusal } from './refusal.ts';

export interface Reply {
  readonly status: number;
  /** Empty for an answer without a body. */
  readonly text: string;
  /** The headers besides those that every answer has. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the error body of admin-api.md. */
export const errorBody = (code: number, message: string, transactionId: string, details = ''): string =>
  JSON.stringify({ code, message, details, transactionId });

/**
 * Converts a refusal into a reply with the error body. If the request was not read to its end, closes the connection, because no
 * further request can follow.
 */
export function replyTo({ status, message, details, headers, isBodyless }: Refusal, transaction: string, isRead: boolean): Reply {
  const text = isBodyless ? '' : errorBody(status, message, transaction, details);
  return { status, text, headers: isRead ? headers : { ...headers, connection: 'close' } };
}

/** Writes the head of an answer with a body of `bytes` bytes. */
export function writeHead(response: ServerResponse, { status, headers }: Reply, bytes: number): void {
  response.writeHead(status, {
    ...(bytes === 0 ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': String(bytes),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
}

export function sendReply(response: ServerResponse, reply: Reply): void {
  if (response.headersSent || response.destroyed) return;
  writeHead(response, reply, Buffer.byteLength(reply.text));
  response.end(reply.text);
}
