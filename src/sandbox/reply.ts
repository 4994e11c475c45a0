/** What is sent back: a status with its text, and how it goes out where nothing goes wrong on purpose. */
import type { ServerResponse } from 'node:http';
import type { Refusal } from './refusal.ts';

export interface Reply {
  readonly status: number;
  /** Empty for an answer without a body. */
  readonly text: string;
  /** Besides those that every answer has. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The error body of admin-api.md. */
export const errorBody = (code: number, message: string, transactionId: string, details = ''): string =>
  JSON.stringify({ code, message, details, transactionId });

/** A refusal in the error body. What was not read to its end can't be followed by another request. */
export function replyTo({ status, message, details, headers, isBodyless }: Refusal, transaction: string, isRead: boolean): Reply {
  const text = isBodyless ? '' : errorBody(status, message, transaction, details);
  return { status, text, headers: isRead ? headers : { ...headers, connection: 'close' } };
}

/** The head of an answer whose body has `bytes` bytes. */
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
