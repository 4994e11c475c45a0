/**
 * Creates certificates for tests when they are needed, so nothing is stored and nothing expires. Implements only the necessary
 * part of X.509.
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** The certificate to trust, in PEM. */
  readonly cert: string;
  /** For hosts and IPv4 addresses. */
  issue(names: readonly string[], lastDay?: Date): Certificate;
}

export function makeAuthority(): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const lastDay = new Date(Date.UTC(2049, 0, 1));
  const name = nameOf(`Flag Admin test authority ${randomBytes(4).toString('hex')}`);
  const make = (subject: Buffer, key: KeyObject, extension: Buffer, until: Date): string => {
    const body = sequence(
      tagged(0xa0, integer(Buffer.from([2]))),
      integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
      SIGNED_BY_ECDSA,
      name,
      sequence(time(new Date(Date.UTC(2020, 0, 1))), time(until)),
      subject,
      key.export({ type: 'spki', format: 'der' }),
      tagged(0xa3, sequence(extension)),
    );
    const signature = tagged(0x03, Buffer.from([0]), sign('sha256', body, own.privateKey));
    const text = sequence(body, SIGNED_BY_ECDSA, signature)
      .toString('base64')
      .replace(/.{64}(?=.)/g, '$&\n');
    return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
  };
  const isAuthority = sequence(objectId('551d13'), tagged(0x01, Buffer.from([0xff])), octets(sequence(TRUE)));
  return {
    cert: make(name, own.publicKey, isAuthority, lastDay),
    issue(names, until = lastDay) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const alternatives = names.map((name) =>
        isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name)),
      );
      const extension = sequence(objectId('551d11'), octets(sequence(...alternatives)));
      const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      return { cert: make(nameOf(names[0] ?? ''), publicKey, extension, until), key };
    },
  };
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
const integer = (value: Buffer): Buffer => tagged(0x02, value);
const octets = (value: Buffer): Buffer => tagged(0x04, value);
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const nameOf = (text: string): Buffer => sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(text)))));
/** UTCTime has two digits for the year: up to 2049. */
const time = (date: Date): Buffer => tagged(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const TRUE = tagged(0x01, Buffer.from([0xff]));
const SIGNED_BY_ECDSA = sequence(objectId('2a8648ce3d040302'));
