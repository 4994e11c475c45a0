/** What diagnostics tell of the last failures. */
import type { Remembered } from '../log.ts';

/** The fixed words of the service's paths; all else in one is a name or an id. */
const WORDS = new Set(
  [
    'internal api v2 ws workspaces environments segments trafficTypes identities changeRequests',
    'keys upload uploadKeys removeKeys flags splits',
  ].flatMap((words) => words.split(' ')),
);

/** `/segments/{…}/{…}/keys?offset&limit`: a path without the names in it, and of its query the names of parameters only. */
export function pathTemplate(path: string): string {
  const [place = '', query] = path.split(/\?(.*)/s);
  const parts = place.split('/').map((part) => (part === '' || WORDS.has(part) ? part : '{…}'));
  const parameters = query === undefined ? [] : [...new URLSearchParams(query).keys()];
  return parts.join('/') + (parameters.length === 0 ? '' : `?${parameters.join('&')}`);
}

/** A line for each, the newest last. */
export function failureLines(failures: readonly Remembered[]): readonly string[] {
  return failures.map((failure) => {
    const at = new Date(failure.at).toISOString();
    if (!('method' in failure)) return `${at} ${failure.name}`;
    const { method, path, status, error, milliseconds, transactionId } = failure;
    const end = transactionId === undefined ? '' : `, transactionId ${transactionId}`;
    return `${at} ${method} ${pathTemplate(path)}: ${[error, status].filter(Boolean).join(' ')}, ${Math.round(milliseconds)} ms${end}`;
  });
}
