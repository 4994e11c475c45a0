/** Which hosts no proxy is used for. Names are not looked up: what is compared is what stands in the base URL. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * This machine: localhost and names below it, 127.0.0.0/8, ::1, and the addresses that mean "here", also written as IPv6. It
 * holds more than baseUrl.ts allows plain http for: there the doubtful is refused, here it stays on this machine.
 */
export function isLoopback(url: URL): boolean {
  const host = hostOf(url);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ['127.0.0.0/8', '0.0.0.0/32', '::1/128', '::/128'].some((subnet) => isWithin(host, subnet));
}

/**
 * True if one of the entries of `http.noProxy` or NO_PROXY names the host: `*`, a name (with all below it, with or without
 * a dot or `*.` before it), an address, a subnet (`10.0.0.0/8`); a name or an address may have `:port` behind it.
 */
export function isExempt(url: URL, entries: readonly string[]): boolean {
  const [host, port] = [hostOf(url), url.port || '443'];
  return entries.some((entry) => names(entry.trim().toLowerCase(), host, port));
}

function names(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (isIP(host) !== 0 && entry.includes('/')) return isWithin(host, entry);
  // An IPv6 address without brackets has no port: it has colons of its own.
  const [, name = entry, onlyPort] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const bare = name.replace(/^\*?\./, '').replace(/^\[(.+)\]$|\.$/, '$1');
  if (isIP(host) !== 0) return isIP(bare) !== 0 && isWithin(host, `${bare}/${isIPv4(bare) ? 32 : 128}`);
  return bare !== '' && (host === bare || host.endsWith(`.${bare}`));
}

/** False for a subnet that is none. An IPv4 address in IPv6 form is found in a subnet of IPv4. */
function isWithin(host: string, subnet: string): boolean {
  const [address = '', bits = ''] = subnet.split('/');
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (isIP(host) === 0 || isIP(address) === 0 || !/^\d+$/.test(bits)) return false;
  if (Number(bits) > (family === 'ipv4' ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
}

/** Without the brackets of IPv6 and without a dot at its end. The parser has written it in small letters. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.+)\]$|\.$/, '$1');
}
