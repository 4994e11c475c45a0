/**
 * Chooses the proxy for the calls, by the rules of VS Code's own proxy support (microsoft/vscode-proxy-agent). The proxy
 * settings of the operating system, PAC files and SOCKS are not supported.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * True for hosts that mean this machine: localhost and names below it, 127.0.0.0/8, ::1, and the unspecified addresses, also in
 * IPv6 form. Calls to them never use a proxy. The list in baseUrl.ts is shorter, because it allows plain http and must not
 * contain a doubtful host.
 */
function isLoopback(url: URL): boolean {
  const host = hostOf(url);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ['127.0.0.0/8', '0.0.0.0/32', '::1/128', '::/128'].some((subnet) => isWithin(host, subnet));
}

/**
 * True if an entry of `http.noProxy` or NO_PROXY matches the host. An entry is `*`, a host name (which may begin with a dot or
 * `*.`, and also matches all its subdomains), an address, or a subnet (`10.0.0.0/8`). A name or an address may end with
 * `:port`.
 */
function isExempt(url: URL, entries: readonly string[]): boolean {
  const [host, port] = [hostOf(url), url.port || '443'];
  return entries.some((entry) => names(entry.trim().toLowerCase(), host, port));
}

function names(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (isIP(host) !== 0 && entry.includes('/')) return isWithin(host, entry);
  // An IPv6 address without brackets has no port: its colons are part of the address.
  const [, name = entry, onlyPort] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const bare = name.replace(/^\*?\./, '').replace(/^\[(.+)\]$|\.$/, '$1');
  if (isIP(host) !== 0) return isIP(bare) !== 0 && isWithin(host, `${bare}/${isIPv4(bare) ? 32 : 128}`);
  return bare !== '' && (host === bare || host.endsWith(`.${bare}`));
}

/** False for an invalid subnet. An IPv4 address in IPv6 form matches an IPv4 subnet. */
function isWithin(host: string, subnet: string): boolean {
  const [address = '', bits = ''] = subnet.split('/');
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (isIP(host) === 0 || isIP(address) === 0 || !/^\d+$/.test(bits)) return false;
  if (Number(bits) > (family === 'ipv4' ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
}

/** The host without the brackets of IPv6 and without a dot at its end. The URL parser has already made it lower case. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.+)\]$|\.$/, '$1');
}

/** The user's settings and the environment for the connection to the service. */
export interface NetworkSettings {
  /** `http.proxy`; may contain user and password. It takes precedence over the environment. */
  readonly proxyUrl?: string;
  /** `http.proxyAuthorization`: the whole Proxy-Authorization header. It replaces the user and password of the URL. */
  readonly proxyAuthorization?: string;
  /** `http.noProxy`. If it has entries, NO_PROXY is ignored. */
  readonly noProxy: readonly string[];
  /** True if `http.proxySupport` is `off`. No proxy is used then, not even that of the environment. */
  readonly isProxyOff: boolean;
  /** `http.proxyStrictSSL`; false = certificates are not checked, neither the service's nor the proxy's. */
  readonly isStrictSsl: boolean;
  /** `http.systemCertificates`: certificates of the operating system are trusted, too. */
  readonly isSystemCertificates: boolean;
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the process, in upper or lower case. */
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

export interface Proxy {
  readonly protocol: 'http:' | 'https:';
  /** `host:port`, with brackets around an IPv6 address. */
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  /** The value of the Proxy-Authorization header. */
  readonly authorization: string | undefined;
}

export type ProxyChoice =
  | { readonly ok: true; /** Undefined = a direct connection to the service. */ readonly proxy: Proxy | undefined }
  /** There is a proxy, but it can't be used. A direct connection must not replace it. */
  | { readonly ok: false; readonly refusal: 'url' | 'authorization' };

/** Returns the proxy for the origin of a base URL. Calls to this machine never use a proxy, whatever the settings say. */
export function proxyFor(origin: string, network: NetworkSettings): ProxyChoice {
  const { proxyUrl, noProxy, isProxyOff, environment: env } = network;
  const target = new URL(origin);
  // Plain http is allowed only for this machine (baseUrl.ts), so a connection through a proxy is always a tunnel.
  if (isProxyOff || target.protocol !== 'https:' || isLoopback(target)) return direct;
  const exempt = noProxy.length > 0 ? noProxy : (env.no_proxy || env.NO_PROXY || '').split(',');
  if (isExempt(target, exempt)) return direct;
  const text = [proxyUrl, env.https_proxy, env.HTTPS_PROXY, env.http_proxy, env.HTTP_PROXY].find((one) => one?.trim());
  return text === undefined ? direct : readProxy(text.trim(), network.proxyAuthorization);
}

const direct: ProxyChoice = { ok: true, proxy: undefined };

/**
 * Reads the address of a proxy. Environment variables often have no scheme: `proxy.example.com:3128`. Refuses an address with a
 * path, because it is probably that of a PAC file.
 */
function readProxy(text: string, ownAuthorization: string | undefined): ProxyChoice {
  const whole = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(whole)) return { ok: false, refusal: 'url' };
  const { protocol, hostname, port, username, password, pathname, search } = new URL(whole);
  const isHttp = protocol === 'http:' || protocol === 'https:';
  if (!isHttp || hostname === '' || pathname !== '/' || search !== '') return { ok: false, refusal: 'url' };

  const login = username === '' && password === '' ? undefined : basic(username, password);
  const authorization = ownAuthorization?.trim() || login;
  // Characters outside printable ASCII would start a new header or make this header invalid.
  if (authorization !== undefined && !/^[\x20-\x7e]+$/.test(authorization)) return { ok: false, refusal: 'authorization' };
  const ownPort = port || (protocol === 'http:' ? '80' : '443');
  const bare = hostname.replace(/^\[(.+)\]$/, '$1');
  return { ok: true, proxy: { protocol, host: `${hostname}:${ownPort}`, hostname: bare, port: ownPort, authorization } };
}

/**
 * Returns the header for a user and a password, which are decoded from the URL. A `%` that encodes nothing is a literal one.
 */
function basic(username: string, password: string): string {
  const decoded = [username, password].map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return `Basic ${Buffer.from(decoded.join(':')).toString('base64')}`;
}
