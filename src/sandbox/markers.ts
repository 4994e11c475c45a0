/** Paging by markers. A marker names the item at a page's edge, so pages stay right while others come and go. */
import { invalid } from './refusal.ts';
import type { ChangeRequest } from './world.ts';

interface Markers {
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

interface MarkedPage {
  readonly found: readonly ChangeRequest[];
  readonly nextMarker: string | null;
  readonly previousMarker: string | null;
}

const encode = (request: ChangeRequest | undefined): string | null =>
  request === undefined ? null : Buffer.from(request.id).toString('base64url');

/** The marker under either of its names; both may be sent with the same value. Empty is none. */
export function markerOf(query: URLSearchParams, name: string, otherName: string): string | undefined {
  const [first, second] = [query.get(name) || undefined, query.get(otherName) || undefined];
  if (first !== undefined && second !== undefined && first !== second) throw invalid(`${name} and ${otherName} differ`);
  return first ?? second;
}

function placeOf(all: readonly ChangeRequest[], marker: string): number {
  const place = all.findIndex((request) => encode(request) === marker);
  if (place === -1) throw invalid('The marker is not one of this listing');
  return place;
}

/** The page after `next` or before `previous`, in the order of `all`. A marker is null where nothing more is asked for that way. */
export function pageByMarkers(
  all: readonly ChangeRequest[],
  isAsked: (request: ChangeRequest) => boolean,
  limit: number,
  { next, previous }: Markers,
): MarkedPage {
  if (next !== undefined && previous !== undefined) throw invalid('Only one of nextMarker and previousMarker can be followed');
  let found: readonly ChangeRequest[];
  if (previous !== undefined) {
    found = all.slice(0, placeOf(all, previous)).filter(isAsked).slice(-limit);
  } else {
    const start = next === undefined ? 0 : placeOf(all, next) + 1;
    found = all.slice(start).filter(isAsked).slice(0, limit);
  }
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return { found, nextMarker: null, previousMarker: null };
  return {
    found,
    nextMarker: all.slice(all.indexOf(last) + 1).some(isAsked) ? encode(last) : null,
    previousMarker: all.slice(0, all.indexOf(first)).some(isAsked) ? encode(first) : null,
  };
}
