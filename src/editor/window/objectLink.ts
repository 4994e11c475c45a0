/**
 * Links to objects of a service, which people send each other: `vscode://flag-admin.flag-admin/open?origin=…&kind=flag&…`. A
 * link has the origin of the service, ids and names, and no secret.
 */

export type LinkedObject =
  | { readonly kind: 'changeRequest'; readonly id: string }
  | { readonly kind: 'environment'; readonly workspaceId: string; readonly environmentId: string }
  | {
      readonly kind: 'flag' | 'segment';
      readonly workspaceId: string;
      readonly environmentId: string;
      readonly name: string;
    };

export interface ObjectLink {
  /** Scheme, host and port of the service. All sandboxes have the same origin. */
  readonly origin: string;
  readonly object: LinkedObject;
}

/** The identifier of the extension, which is the authority of its links. */
const EXTENSION = 'flag-admin.flag-admin';
const PATH = '/open';
/** The maximum number of characters of a link. A longer text is not read as a link. */
export const MAX_LINK_LENGTH = 2000;

/**
 * `scheme` is the scheme of links to the editor, such as `vscode`. The editor decodes a query before it passes the query to an
 * extension. Characters that would then have a different meaning are therefore encoded twice.
 */
export function linkText(scheme: string, { origin, object }: ObjectLink): string {
  const fields = Object.entries({ origin, kind: object.kind, ...fieldsOf(object) });
  const encoded = fields.map(([name, value]) => [name, value.replaceAll(/[%&+]/g, encodeURIComponent)] as const);
  const query = new URLSearchParams(Object.fromEntries(encoded));
  return `${scheme}://${EXTENSION}${PATH}?${query.toString()}`;
}

/**
 * Reads the parts of a link: its path, and its query without `?`. Both are already decoded once, because the editor decodes a
 * link before it passes the link to an extension. Undefined if a part is missing or invalid.
 */
export function linkFrom(path: string, query: string): ObjectLink | undefined {
  if (path !== PATH || query.length > MAX_LINK_LENGTH) return undefined;
  const fields = new URLSearchParams(query);
  const text = (name: string): string => {
    const [value = '', ...others] = fields.getAll(name);
    // Two values of one field are ambiguous, and a control character could hide the destination of the link.
    return others.length > 0 || /\p{Cc}/u.test(value) || !value.isWellFormed() ? '' : value;
  };
  const origin = text('origin');
  const object = objectFrom(text);
  return isOrigin(origin) && object ? { origin, object } : undefined;
}

/** True if the text is a link of this extension, even a damaged one. The scheme depends on the editor that created it. */
export const isLink = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/flag-admin\.flag-admin(?:\/|$)/i.test(text.trim());

/** Returns the link in a pasted text. Undefined if it is damaged. */
export function linkIn(text: string): ObjectLink | undefined {
  const link = text.trim();
  if (!isLink(link) || link.length > MAX_LINK_LENGTH || !URL.canParse(link)) return undefined;
  const { pathname, search } = new URL(link);
  try {
    return linkFrom(pathname, decodeURIComponent(search.slice(1)));
  } catch {
    return undefined;
  }
}

function objectFrom(text: (name: string) => string): LinkedObject | undefined {
  const kind = text('kind');
  const [id, workspaceId, environmentId, name] = ['id', 'workspace', 'environment', 'name'].map(text) as [
    string,
    string,
    string,
    string,
  ];
  if (kind === 'changeRequest') return id === '' ? undefined : { kind, id };
  if (workspaceId === '' || environmentId === '') return undefined;
  if (kind === 'environment') return { kind, workspaceId, environmentId };
  if ((kind !== 'flag' && kind !== 'segment') || name === '') return undefined;
  return { kind, workspaceId, environmentId, name };
}

function fieldsOf(object: LinkedObject): Readonly<Record<string, string>> {
  if (object.kind === 'changeRequest') return { id: object.id };
  const place = { workspace: object.workspaceId, environment: object.environmentId };
  return object.kind === 'environment' ? place : { ...place, name: object.name };
}

/** True if the text is only the origin of an http or https URL, without path, user or trailing slash. */
function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
