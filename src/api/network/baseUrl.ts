/** Checks the base URL of a connection. The API key is sent to this URL and nowhere else. */

export type BaseUrlRefusal =
  | 'notAUrl'
  /** Plain http to a different machine, or a scheme other than http and https. */
  | 'notHttps'
  | 'credentials'
  | 'queryOrFragment'
  /** The URL already contains `/internal/api`, which each call adds. */
  | 'pathIsEndpoint'
  /** A path with empty, `.` or `..` parts, or with characters that are not allowed in a path prefix. */
  | 'badPrefix';

export type BaseUrlCheck =
  | {
      readonly ok: true;
      /** Without a slash at its end; may carry a path prefix. */ readonly baseUrl: string;
      readonly origin: string;
    }
  | { readonly ok: false; readonly refusal: BaseUrlRefusal };

const MAX_LENGTH = 2000;

/**
 * Checks and normalizes a base URL: removes spaces around it and one slash at its end, and keeps a path prefix. Plain
 * http is allowed only for a loopback literal (127.x.x.x, [::1]) and for `localhost`.
 */
export function checkBaseUrl(text: string): BaseUrlCheck {
  const given = text.trim();
  // The URL parser silently drops line breaks, corrects slashes, resolves dots and decodes the host. A person must be able to
  // see the address that is used, so anything that the parser would change is refused.
  const [, authority, rest = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/?#\\%]+)([^\\]*)$/i.exec(given) ?? [];
  if (authority === undefined || given.length > MAX_LENGTH || hasBlankOrControl(given) || !URL.canParse(given))
    return refused('notAUrl');
  const url = new URL(given);

  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || (url.protocol === 'http:' && !isLoopback(url.hostname))) return refused('notHttps');
  if (authority.includes('@')) return refused('credentials');
  if (/[?#]/.test(rest)) return refused('queryOrFragment');

  const prefix = rest.replace(/\/$/, '');
  if (/(^|\/)internal\/api(\/|$)/i.test(prefix)) return refused('pathIsEndpoint');
  const isPath = prefix.split('/').every((part, i) => (i === 0 ? part === '' : /^[\w~.-]+$/.test(part) && !/^\.+$/.test(part)));
  if (!isPath) return refused('badPrefix');
  return { ok: true, baseUrl: `${url.origin}${prefix}`, origin: url.origin };
}

/**
 * Checks an address that a person typed: a base URL, or a host with or without a port and a path. A host without a scheme
 * means https, or http if it is this machine.
 */
export function checkAddress(text: string): BaseUrlCheck {
  const given = text.trim();
  if (given === '' || given.includes('://')) return checkBaseUrl(given);
  const checked = checkBaseUrl(`https://${given}`);
  const isHere = checked.ok && isLoopback(new URL(checked.baseUrl).hostname);
  return isHere ? checkBaseUrl(`http://${given}`) : checked;
}

function refused(refusal: BaseUrlRefusal): BaseUrlCheck {
  return { ok: false, refusal };
}

function hasBlankOrControl(text: string): boolean {
  return /[\s\p{Cc}\p{Cf}]/u.test(text);
}

/** The URL parser has already converted every spelling of an IPv4 address to four decimal numbers. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * The maximum length of a body on harness.io, in characters. harness.io accepts a longer body only once every ten seconds
 * (service-beyond.md, "What changed in 2026").
 */
const PLATFORM_BODY = 500_000;

/** Returns the maximum length of a call's body at this origin, in characters. Undefined = no limit is known. */
export function bodyLimitOf(origin: string): number | undefined {
  const { hostname } = new URL(origin);
  return hostname === 'harness.io' || hostname.endsWith('.harness.io') ? PLATFORM_BODY : undefined;
}
