/** The faults of the matrix, and the result of one attempt under each. */
import type { Ending, NamedFault } from './ending.ts';
import type { Cut, Edit } from './faultLink.ts';

const start: Cut = () => 0;
const inHead: Cut = ({ head }) => Math.floor(head / 2);
const lastByte: Cut = ({ total }) => total - 1;
const whole: Cut = ({ total }) => total;
/** The middle of the body. If there is no body, the position before the last byte of the head. */
const inBody: Cut = ({ head, total }) => Math.min(total - 1, Math.floor((head + total) / 2));

/** Occurs neither in JSON nor in a head. */
const NOISE = Buffer.from([0, 0xff]);
/** Occurs in no UTF-8 text. */
const NOT_UTF8 = Buffer.from([0xff]);

/** Replaces the bytes at `at` by `by`, so that the length of the message remains the same. */
const overwrite =
  (at: Cut, by: Buffer): Edit =>
  (message, framing) => {
    const copy = Buffer.from(message);
    by.copy(copy, Math.min(at(framing), copy.length - by.length));
    return copy;
  };

/** Inserts invalid UTF-8 into the first string value of the body. If the body has none, into the middle of the body. */
const notUtf8: Edit = (message, framing, request) => {
  const text = message.indexOf(':"', framing.head);
  return overwrite(text < 0 ? inBody : () => text + 2, NOT_UTF8)(message, framing, request);
};

/** Removes half of the body and its length, so that only the end of the connection shows where the body ends. */
const halfWithoutLength: Edit = (message, framing) =>
  Buffer.from(
    message
      .subarray(0, inBody(framing))
      .toString('latin1')
      .replace(/content-length: *\d+/i, 'connection: close'),
    'latin1',
  );

const html = (status: string, headers = ''): Buffer =>
  Buffer.from(`HTTP/1.1 ${status}\r\ncontent-type: text/html\r\n${headers}content-length: 19\r\n\r\n<html>Hello</html>\n`);

/** The error body of admin-api.md with a success status. */
function errorIn200(code: number): Buffer {
  const body = JSON.stringify({ code, message: 'Something was wrong', details: '', transactionId: 'abc' });
  return Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const same: Edit = (message) => message;
const EARLY_HINTS = Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n');

type FaultWithEnding = NamedFault & { readonly ending: Ending };

// prettier-ignore
export const FAULTS: readonly FaultWithEnding[] = [
  { name: 'no fault', ending: 'success', fault: undefined },
  { name: 'connection refused', ending: 'unsent', fault: { at: 'connection', how: 'refuse' } },
  { name: 'reset when connected', ending: 'network', fault: { at: 'connection', how: 'reset' } },
  { name: 'closed when connected', ending: 'network', fault: { at: 'connection', how: 'close' } },
  { name: 'late request', ending: 'success', fault: { at: 'request', how: 'delay' } },
  { name: 'dripped request', ending: 'success', fault: { at: 'request', how: 'drip' } },
  { name: 'reset before the request', ending: 'network', fault: { at: 'request', how: 'reset', after: start } },
  { name: 'reset in the head of the request', ending: 'network', fault: { at: 'request', how: 'reset', after: inHead } },
  { name: 'reset in the body of the request', ending: 'network', fault: { at: 'request', how: 'reset', after: inBody } },
  { name: 'reset before the last byte of the request', ending: 'network', fault: { at: 'request', how: 'reset', after: lastByte } },
  { name: 'reset right after the request', ending: 'network', isRace: true, fault: { at: 'request', how: 'reset', after: whole } },
  { name: 'closed in the request', ending: 'network', fault: { at: 'request', how: 'close', after: inBody } },
  { name: 'half-closed after the request', ending: 'success', isRace: true, fault: { at: 'request', how: 'edit', edit: same, isLast: true } },
  { name: 'request that never arrives', ending: 'timeout', fault: { at: 'request', how: 'stall', after: start } },
  { name: 'request that never ends', ending: 'timeout', fault: { at: 'request', how: 'stall', after: inBody } },
  { name: 'garbage in the head of the request', ending: 'service 400', fault: { at: 'request', how: 'edit', edit: overwrite(inHead, NOISE) } },
  { name: 'garbage in the body of the request', ending: 'service 400', fault: { at: 'request', how: 'edit', edit: overwrite(inBody, NOISE) } },
  { name: 'a web page instead of the service', ending: 'notJson', fault: { at: 'request', how: 'intercept', answer: () => html('200 OK') } },
  {
    name: 'a redirect instead of the service',
    ending: 'redirect',
    fault: { at: 'request', how: 'intercept', answer: () => html('302 Found', 'location: http://127.0.0.1:9/\r\n') },
  },
  { name: 'late answer', ending: 'success', fault: { at: 'answer', how: 'delay' } },
  { name: 'dripped answer', ending: 'success', fault: { at: 'answer', how: 'drip' } },
  { name: 'answer dripped past the deadline', ending: 'timeout', fault: { at: 'answer', how: 'dripPastDeadline' } },
  { name: 'reset before the answer', ending: 'network', fault: { at: 'answer', how: 'reset', after: start } },
  { name: 'reset in the head of the answer', ending: 'network', fault: { at: 'answer', how: 'reset', after: inHead } },
  { name: 'reset in the body of the answer', ending: 'cutOff', fault: { at: 'answer', how: 'reset', after: inBody } },
  { name: 'reset before the last byte of the answer', ending: 'cutOff', fault: { at: 'answer', how: 'reset', after: lastByte } },
  { name: 'closed before the answer', ending: 'network', fault: { at: 'answer', how: 'close', after: start } },
  { name: 'closed in the head of the answer', ending: 'network', fault: { at: 'answer', how: 'close', after: inHead } },
  { name: 'closed in the body of the answer', ending: 'cutOff', fault: { at: 'answer', how: 'close', after: inBody } },
  { name: 'closed before the last byte of the answer', ending: 'cutOff', fault: { at: 'answer', how: 'close', after: lastByte } },
  { name: 'closed after the answer', ending: 'success', fault: { at: 'answer', how: 'edit', edit: same, isLast: true } },
  { name: 'closed in an answer without a length', ending: 'notJson', fault: { at: 'answer', how: 'edit', edit: halfWithoutLength, isLast: true } },
  { name: 'answer that never comes', ending: 'timeout', fault: { at: 'answer', how: 'stall', after: start } },
  { name: 'answer that stops in the head', ending: 'timeout', fault: { at: 'answer', how: 'stall', after: inHead } },
  { name: 'answer that stops in the body', ending: 'timeout', fault: { at: 'answer', how: 'stall', after: inBody } },
  {
    name: 'garbage instead of the answer',
    ending: 'network',
    fault: { at: 'answer', how: 'edit', edit: (message) => Buffer.alloc(message.length, NOISE) },
  },
  {
    name: 'the request instead of the answer',
    ending: 'network',
    fault: { at: 'answer', how: 'edit', edit: (_message, _framing, request) => request },
  },
  { name: 'garbage in the head of the answer', ending: 'network', fault: { at: 'answer', how: 'edit', edit: overwrite(inHead, NOISE) } },
  { name: 'garbage in the body of the answer', ending: 'notJson', fault: { at: 'answer', how: 'edit', edit: overwrite(inBody, NOISE) } },
  { name: 'a text in the answer that is not UTF-8', ending: 'notJson', fault: { at: 'answer', how: 'edit', edit: notUtf8 } },
  {
    name: 'a time-out of a gateway instead of the answer',
    ending: 'service 504',
    fault: { at: 'answer', how: 'edit', edit: () => html('504 Gateway Timeout') },
  },
  // An error body with a success status must become an error, and never the result of the call.
  {
    name: 'a refusal with the status 200',
    ending: 'service 403',
    fault: { at: 'request', how: 'intercept', answer: () => errorIn200(403) },
  },
  {
    name: 'a failure with the status 200 after the call was carried out',
    ending: 'service 504',
    fault: { at: 'answer', how: 'edit', edit: () => errorIn200(504) },
  },
  {
    name: 'an early hint before the answer',
    ending: 'success',
    fault: { at: 'answer', how: 'edit', edit: (message) => Buffer.concat([EARLY_HINTS, message]) },
  },
  { name: 'the answer twice', ending: 'success', fault: { at: 'answer', how: 'edit', edit: (message) => Buffer.concat([message, message]) } },
  { name: 'garbage after the answer', ending: 'success', fault: { at: 'answer', how: 'edit', edit: (message) => Buffer.concat([message, NOISE]) } },
];
