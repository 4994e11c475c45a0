/** Whose certificates are trusted: Node's own, those of NODE_EXTRA_CA_CERTS, and those of the operating system. */
import * as tls from 'node:tls';
import type { NetworkSettings } from './proxy.ts';

/**
 * Options for every TLS connection of one client. To be called when the first one is made: reading the system's
 * certificates holds the event loop, and so would a context for each connection (20 ms for 265 certificates).
 */
export function trustOf({ isStrictSsl, isSystemCertificates }: NetworkSettings): tls.ConnectionOptions {
  if (!isStrictSsl) return { rejectUnauthorized: false };
  const usual = isSystemCertificates ? new Set(certificates('default')) : new Set<string>();
  const more = isSystemCertificates ? certificates('system').filter((one) => !usual.has(one)) : [];
  if (more.length === 0) return { rejectUnauthorized: true };
  const ca = [...usual, ...more];
  // Where VS Code has put its own certificates into tls.connect, `ca` tells it to leave these connections alone.
  return { rejectUnauthorized: true, ca, secureContext: tls.createSecureContext({ ca }) };
}

/** None where this Node has no way to ask, or the system does not give them. */
function certificates(which: 'default' | 'system'): readonly string[] {
  try {
    return tls.getCACertificates(which);
  } catch {
    return [];
  }
}
