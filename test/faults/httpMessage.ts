/** Finds the end of an HTTP message between the client and the sandbox, which always send its length. */

export interface Framing {
  readonly firstLine: string;
  /** The number of bytes up to and including the empty line. */
  readonly head: number;
  /** The number of bytes of head and body. */
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
