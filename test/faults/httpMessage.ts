/** Where an HTTP message ends, as far as a proxy between the client and the sandbox must know: both always say the length. */

export interface Framing {
  readonly firstLine: string;
  /** Bytes up to and with the empty line. */
  readonly head: number;
  /** Bytes of head and body. */
  readonly total: number;
}

/** Undefined until the head is complete. */
export function framed(bytes: Buffer): Framing | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [firstLine = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const length = fields.map((field) => /^content-length: *(\d+)$/i.exec(field)?.[1]).find((value) => value !== undefined);
  return { firstLine, head: end + 4, total: end + 4 + Number(length ?? 0) };
}
