/** Holds a draft against what the service says: whether it is submitted and waits for an approval, or is live already. */
import { hasStatus } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import type { ListedDraft, SubmittedRequest } from '../../operations/definitions/drafts/draft.ts';
import type { DocumentPlace } from '../window/definitionUri.ts';
import { requestTitle } from '../words/requestWords.ts';
import type { DefinitionsContext } from './context.ts';
import { documentOf } from './documents.ts';

type Reviewed = Pick<DefinitionsContext, 'connections' | 'drafts' | 'live' | 'ask'>;

/** By the live definition as it was read last. Rejects where the draft can't be written, or the service not be asked. */
export async function reviewDraft(context: Reviewed, place: DocumentPlace): Promise<void> {
  const { drafts, live, ask } = context;
  const [draft, now] = [drafts.find(place), live.known(place)];
  if (!draft || !now) return;
  const definition = await ask(draft.text, 'definition', {});
  const isRead = typeof definition === 'object';
  try {
    if (isRead && now.definition && isSameDefinition(definition, now.definition))
      await beginAnew(context, place, draft, now.definition, now.text);
  } finally {
    // Also where the draft can't be written, as while another window has it.
    const submitted = isRead && now.openRequestId ? await requestOf(context, now.openRequestId, draft, definition) : undefined;
    // Where something changed meanwhile, another review is under way.
    if (live.known(place) === now && drafts.find(place)?.text === draft.text) drafts.setSubmitted(place, submitted);
  }
}

/** What is live is nobody's draft: only notes of the user's, and what is being typed, stay one, which begins with what is live now. */
async function beginAnew(
  { drafts }: Reviewed,
  place: DocumentPlace,
  draft: ListedDraft,
  base: FlagDefinition,
  liveText: string,
): Promise<void> {
  // It began with what is live, and nothing was submitted: whatever else is in its text, such as a rollout status, is the user's.
  if (isSameDefinition(draft.base, base)) return;
  const isKept = documentOf(place)?.isDirty === true || hasNotes(draft.text, liveText);
  // The message was for the request that made it live.
  const next = isKept ? { ...draft, base, message: '' } : undefined;
  await drafts.replace(place, draft.text, () => next);
}

/** Whether there may be a comment of the user's: in doubt, there is one. */
function hasNotes(text: string, liveText: string): boolean {
  const lines = new Set(liveText.split('\n'));
  return text.split(/\r?\n/).some((line) => line.includes('#') && !lines.has(line));
}

/** The open request, if it asks for what the draft says. */
async function requestOf(
  { connections }: Reviewed,
  id: string,
  { submitted }: ListedDraft,
  definition: FlagDefinition,
): Promise<SubmittedRequest | undefined> {
  const connected = await connections.inUse();
  const request = await connected?.client.readChangeRequest(id).catch((error: unknown) => {
    // What this API key may not see is open all the same.
    if (hasStatus(error, 404) || hasStatus(error, 403)) return undefined;
    throw error;
  });
  if (!request) return submitted?.id === id ? submitted : undefined;
  const { flag, operationType, status } = request;
  const isOfDefinition = operationType === 'CREATE' || operationType === 'UPDATE';
  return isOfDefinition && flag && isSameDefinition(flag, definition) ? { id, title: requestTitle(request), status } : undefined;
}
