/**
 * The sandbox's own calls. They are outside of the API and require the control key:
 *
 * | call | body | answer |
 * |---|---|---|
 * | GET /sandbox/faults | | the list of faults in order, each with `used`: the number of calls that it affected |
 * | PUT /sandbox/faults | the new list: objects of faults.ts, texts of faultText.ts | as GET |
 * | DELETE /sandbox/faults | | as GET: an empty list |
 * | POST /sandbox/reset | | `true`; restores the sample world, but not faults and API keys |
 *
 * Errors have the API's error body: 401, 404, 405, 400 with a sentence about a wrong list, 413, 415.
 */
import type { IncomingMessage } from 'node:http';
import { bearerOf, isSameSecret } from './sandboxKeys.ts';
import { checkedFaults, type FaultRule, type Faults } from './faults/faults.ts';
import { parsed, receive } from './receive.ts';
import { invalid, nothingHere, unauthorized, wrongMethod } from './refusal.ts';

/** What a caller with the control key can read and change. */
export interface Control {
  readonly key: string;
  readonly faults: Faults;
  reset(): Promise<void>;
}

const METHODS: Readonly<Record<string, readonly string[]>> = {
  '/faults': ['GET', 'PUT', 'DELETE'],
  '/reset': ['POST'],
};

/** True for a call to the sandbox itself. */
export const isControl = (url: string): boolean => /^\/sandbox(?:[/?]|$)/.test(url);

/** Executes a call to the sandbox itself. */
export async function runControl(request: IncomingMessage, control: Control): Promise<unknown> {
  const sent = bearerOf(request.headers);
  if (sent === undefined || !isSameSecret(control.key, sent)) throw unauthorized('The control key is missing or wrong');
  const { method = '', url = '' } = request;
  const path = url.replace(/\?.*$/s, '').slice('/sandbox'.length);
  const methods = METHODS[path];
  if (methods === undefined) throw nothingHere();
  if (!methods.includes(method)) throw wrongMethod(method, methods);
  const { text } = await receive(request);
  if (path === '/reset') {
    await control.reset();
    return true;
  }
  if (method === 'PUT') control.faults.replace(sentFaults(parsed(text, request.headers['content-type'])));
  if (method === 'DELETE') control.faults.replace([]);
  return control.faults.list();
}

function sentFaults(list: unknown): readonly FaultRule[] {
  try {
    return checkedFaults(list);
  } catch (error) {
    throw error instanceof RangeError ? invalid(error.message) : error;
  }
}
