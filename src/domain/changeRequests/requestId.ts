/** The id of a change request in what somebody pasted: the id itself, or a link to it in the service's own pages. */

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Ids are UUIDs (admin-api.md, Change request). Links name organisation and workspace first, so the last one counts. */
export function requestIdIn(text: string): string | undefined {
  const behind = /change-?requests?[/=]([^?#]*)/i.exec(text)?.[1];
  return (behind?.match(ID)?.[0] ?? text.match(ID)?.at(-1))?.toLowerCase();
}
