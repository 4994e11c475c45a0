/** Which proxy a call goes through: the editor's settings, then the environment, as the editor itself decides. Pure. */
import { BlockList, isIP } from 'node:net';

/** How the network is reached. PAC files and SOCKS proxies are not spoken. */
export interface NetworkSettings {
  /** `http.proxy`. It may carry a user name and password. */
  readonly proxyUrl?: string;
  /** `http.proxyAuthorization`: the whole Proxy-Authorization header. */
  readonly proxyAuthorization?: string;
  /** `http.noProxy`: hosts as in NO_PROXY. */
  readonly noProxy: readonly string[];
  /** `http.proxySupport` is off: neither the settings nor the environment count. */
  readonly isProxyOff: boolean;
  /** `http.proxyStrictSSL`: certificates are verified. */
  readonly isStrictSsl: boolean;
  /** `http.systemCertificates`: the system's certificates count beside Node's own. */
  readonly isSystemCertificates: boolean;
  /** Of the process: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in upper or lower case. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** No proxy, certificates verified. */
export const DIRECT: NetworkSettings = {
  noProxy: [],
  isProxyOff: false,
  isStrictSsl: true,
  isSystemCertificates: true,
  environment: {},
};

/**
 * The URL of the proxy for an origin, as it was written; undefined = directly. Loopback is never sent to a proxy,
 * whatever is set: the sandbox's API keys would reach another machine.
 */
export function proxyFor(origin: string, settings: NetworkSettings): string | undefined {
  const { hostname, protocol, port } = new URL(origin);
  if (settings.isProxyOff || isLoopbackHost(hostname)) return undefined;
  const { environment } = settings;
  const of = (name: string): string | undefined =>
    environment[name.toUpperCase()] || environment[name.toLowerCase()] || undefined;
  const place = { hostname, port: port || (protocol === 'https:' ? '443' : '80') };
  const exceptions = [...settings.noProxy, ...(of('no_proxy')?.split(/[\s,]+/) ?? [])];
  if (exceptions.some((exception) => isException(exception, place))) return undefined;
  const fromEnvironment = protocol === 'https:' ? (of('https_proxy') ?? of('http_proxy')) : of('http_proxy');
  return settings.proxyUrl?.trim() || fromEnvironment?.trim() || undefined;
}

/** The parser has already written every spelling of an address in one form. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const address = name.replace(/^\[|\]$/g, '');
  // ::ffff:127.0.0.1 is written as ::ffff:7f00:1.
  return /^127(\.\d{1,3}){3}$/.test(address) || address === '::1' || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(address);
}

interface Place {
  readonly hostname: string;
  readonly port: string;
}

/** `*`, a host with all below it (`example.com`, `.example.com`, `*.example.com`), one port of it, an address or a range. */
function isException(exception: string, { hostname, port }: Place): boolean {
  const written = exception.trim().toLowerCase();
  if (written === '') return false;
  if (written === '*') return true;
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (written.includes('/')) return isInRange(host, written);
  const [, name = written, ofPort] = /^(\[.*\]|[^:]*):(\d+)$/.exec(written) ?? [];
  if (ofPort !== undefined && ofPort !== port) return false;
  const wanted = name
    .replace(/^\[|\]$/g, '')
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  return wanted !== '' && (host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`)));
}

function isInRange(host: string, range: string): boolean {
  const [network = '', prefix = ''] = range.split('/');
  const version = isIP(network);
  if (version === 0 || isIP(host) !== version || !/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128))
    return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(host, family);
}
