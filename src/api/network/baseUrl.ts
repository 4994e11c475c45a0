/** What may be the base URL of a connection: the API key goes there and nowhere else. */

export type BaseUrlRefusal =
  | 'notAUrl'
  /** Plain http to another machine, or a scheme that is not of the web. */
  | 'notHttps'
  | 'credentials'
  | 'queryOrFragment'
  /** It already holds `/internal/api`, which is added for each call. */
  | 'pathIsEndpoint'
  /** A path with empty, `.` or `..` parts or with characters that no path prefix has. */
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
 * Checks and tidies a base URL: spaces around it and one slash at its end are dropped, a path prefix is kept. Plain
 * http is allowed only for a loopback literal (127.x.x.x, [::1]) and for `localhost`.
 */
export function checkBaseUrl(text: string): BaseUrlCheck {
  const given = text.trim();
  // The URL parser would silently drop line breaks, mend slashes, resolve dots and decode the host: what is used must be
  // what was read.
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
 * Checks what a person types as an address: a base URL, or a host with or without a port and a path, which is taken for
 * https, and for http on this machine.
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

/** The parser has already written every spelling of an IPv4 address as four decimal numbers. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
