/** A certificate of its own for each run, so that no key lies in the repository: X.509 by hand, as little as TLS needs. */
import { generateKeyPairSync, sign } from 'node:crypto';

const node = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...content: readonly Uint8Array[]): Buffer => node(0x30, ...content);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const utcTime = (year: number): Buffer => node(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`));

const ECDSA_WITH_SHA256 = sequence(node(6, hex('2a8648ce3d040302')));
const COMMON_NAME = node(6, hex('550403'));
const ALTERNATIVE_NAME = node(6, hex('551d11'));

/** A self-signed certificate for a host name, with its key, as PEM. Valid from 2020 to 2049. */
export function makeCertificate(host: string): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(node(0x31, sequence(COMMON_NAME, node(0x0c, Buffer.from(host)))));
  const names = sequence(node(0x82, Buffer.from(host)));
  const body = sequence(
    node(0xa0, node(2, hex('02'))),
    node(2, hex('01')),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(2020), utcTime(2049)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    node(0xa3, sequence(sequence(ALTERNATIVE_NAME, node(4, names)))),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ECDSA_WITH_SHA256, node(3, hex('00'), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
