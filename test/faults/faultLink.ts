/** A connection of the client to the proxy, its connection to the service, and the faults of the messages on it. */
import net from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { framed, type Framing } from './httpMessage.ts';

/** The number of bytes of a message that pass. */
export type Cut = (message: Framing) => number;

export type Edit = (message: Buffer, framing: Framing, request: Buffer) => Buffer;

/**
 * A fault of a request on its way to the service, or of its answer.
 * - `reset`, `close`: passes this many bytes. Then both connections are reset, or closed in order.
 * - `stall`: passes this many bytes, and no further ones.
 * - `delay`, `drip`: passes the whole message, late or a few bytes at a time.
 * - `dripPastDeadline`: passes it a few bytes at a time, and the deadline passes in between.
 * - `edit`: passes a changed message. With `isLast`, the proxy then ends its side of the connection, and continues reading.
 * - `intercept`: the proxy itself answers the request, which never reaches the service.
 */
export type MessageFault = { readonly at: 'request' | 'answer' } & (
  | { readonly how: 'reset' | 'close' | 'stall'; readonly after: Cut }
  | { readonly how: 'delay' | 'drip' | 'dripPastDeadline' }
  | { readonly how: 'edit'; readonly edit: Edit; readonly isLast?: true }
  | { readonly how: 'intercept'; readonly answer: (request: Buffer) => Buffer }
);

/** A request whose head reached the proxy. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  /** The status that the service sent, even if its answer was lost. */
  status: number | undefined;
}

export interface Link {
  end(how: 'reset' | 'close'): void;
}

/** The state that all links share. */
export interface LinkState {
  readonly target: net.TcpNetConnectOpts;
  readonly seen: Seen[];
  choose(request: Seen): MessageFault | undefined;
  stall(): void;
}

/** The delay of late messages, in milliseconds. */
const LATE = 3;
const PIECES = 12;

export function openLink(client: net.Socket, state: LinkState): Link {
  const service = net.connect(state.target);
  let request = Buffer.alloc(0);
  let answer = Buffer.alloc(0);
  let seen: Seen | undefined;
  let fault: MessageFault | undefined;
  let isAnswerDue = false;
  let isOver = false;

  const end = (how: 'reset' | 'close'): void => {
    isOver = true;
    endSocket(client, how);
    endSocket(service, how);
  };

  /** Passes this many bytes, and then ends or stalls. */
  async function cutOff(to: net.Socket, message: Buffer, bytes: number, how: 'reset' | 'close' | 'stall'): Promise<void> {
    isOver = true;
    await write(to, message.subarray(0, bytes));
    if (how === 'stall') state.stall();
    else end(how);
  }

  /** Passes the whole message as the fault requires: late, in small pieces, or changed. */
  async function pass(to: net.Socket, message: Buffer, framing: Framing, how: MessageFault | undefined): Promise<void> {
    switch (how?.how) {
      case 'drip':
      case 'dripPastDeadline':
        return drip(to, message, how.how === 'drip' ? undefined : () => state.stall());
      case 'edit':
        await write(to, how.edit(message, framing, request));
        if (how.isLast) to.end();
        return;
      case 'delay':
        await setTimeout(LATE);
        return write(to, message);
      default:
        return write(to, message);
    }
  }

  const next = (): void => {
    answer = Buffer.alloc(0);
    request = Buffer.alloc(0);
    seen = undefined;
    isAnswerDue = false;
  };

  async function onRequest(): Promise<void> {
    const framing = framed(request);
    if (!framing || isOver || isAnswerDue) return;
    if (!seen) {
      const [method = '', path = ''] = framing.firstLine.split(' ');
      seen = { method, path, status: undefined };
      state.seen.push(seen);
      fault = state.choose(seen);
    }
    const isHere = fault?.at === 'request';
    if (isHere && fault && 'after' in fault && request.length >= fault.after(framing)) {
      return cutOff(service, request, fault.after(framing), fault.how);
    }
    if (request.length < framing.total) return;
    isAnswerDue = true;
    if (fault?.how !== 'intercept') return pass(service, request, framing, isHere ? fault : undefined);
    const answered = write(client, fault.answer(request));
    next();
    return answered;
  }

  async function onAnswer(): Promise<void> {
    const framing = framed(answer);
    if (!framing || !seen || isOver || answer.length < framing.total) return;
    seen.status = Number(framing.firstLine.split(' ')[1]);
    const [whole, isHere] = [answer, fault?.at === 'answer'];
    if (isHere && fault && 'after' in fault) return cutOff(client, whole, fault.after(framing), fault.how);
    const passed = pass(client, whole, framing, isHere ? fault : undefined);
    next();
    return passed;
  }

  client.setNoDelay().on('data', (chunk: Buffer) => {
    request = Buffer.concat([request, chunk]);
    void onRequest();
  });
  service
    .setNoDelay()
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      void onAnswer();
    });
  client.on('close', () => service.destroy());
  service.on('end', () => isOver || client.end());
  return { end };
}

/** Resolves when the other side has had time to read the bytes. Also resolves if the other side has disconnected. */
async function write(to: net.Socket, bytes: Buffer): Promise<void> {
  if (bytes.length > 0) await new Promise<void>((resolve) => to.write(bytes, () => resolve()));
  await setImmediate();
}

/** `afterThird` is called in the middle. The rest still passes. */
async function drip(to: net.Socket, message: Buffer, afterThird: (() => void) | undefined): Promise<void> {
  const size = Math.ceil(message.length / PIECES);
  for (let piece = 0; piece < PIECES; piece += 1) {
    await write(to, message.subarray(piece * size, (piece + 1) * size));
    if (piece === 2) afterThird?.();
  }
}

export function endSocket(socket: net.Socket, how: 'reset' | 'close'): void {
  if (how === 'reset') socket.resetAndDestroy();
  else socket.end();
}
