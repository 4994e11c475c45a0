/** Reads a link as the editor passes it to the extension: split into path and query, which it decodes. */
import { linkFrom, type ObjectLink } from '../../../src/editor/window/objectLink.ts';

export function opened(link: string): ObjectLink | undefined {
  const { pathname, search } = new URL(link);
  return linkFrom(pathname, decodeURIComponent(search.slice(1)));
}
