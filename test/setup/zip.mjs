/** The zip archive that a .vsix is, in one form only: whoever packages the same files gets the same bytes. */
import { crc32, inflateRawSync } from 'node:zlib';
import { deflate } from './deflate.mjs';

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const DEFLATED = 8;
const VERSION = 20;
const UTF8 = 1 << 11;
/** 1 January 1980, the first day that a zip knows: when a file was written is nobody's concern. */
const DATE = (1 << 5) | 1;
/** A plain file that everybody may read, in the words of Unix. */
const MODE = (0o100644 << 16) >>> 0;

/**
 * The files in an archive, by their names.
 * @param {Buffer} archive  of up to 4 GB and 65,535 files
 * @returns {Map<string, Buffer>} in the order of the archive
 */
export function unzip(archive) {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('this is no zip archive');
  const files = new Map();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = archive.subarray(start, start + size);
    if (!name.endsWith('/')) files.set(name, method === DEFLATED ? inflateRawSync(data) : Buffer.from(data));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

/**
 * An archive of these files, in the order of their names, with no dates.
 * @param {ReadonlyMap<string, Buffer>} files
 */
export function zip(files) {
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const parts = [];
  const entries = [];
  let offset = 0;
  for (const [file, content] of sorted) {
    const name = Buffer.from(file, 'utf8');
    const data = deflate(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(VERSION, 0);
    head.writeUInt16LE(UTF8, 2);
    head.writeUInt16LE(DEFLATED, 4);
    head.writeUInt16LE(DATE, 8);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(MODE, 6);
    place.writeUInt32LE(offset, 10);
    // Made by Unix, which is what the mode is of.
    entries.push(word(CENTRAL), Buffer.from([VERSION, 3]), head, place, name);
    parts.push(word(LOCAL), head, name, data);
    offset += 30 + name.length + data.length;
  }
  const central = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(sorted.length, 4);
  end.writeUInt16LE(sorted.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, word(END), end]);
}

function word(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
