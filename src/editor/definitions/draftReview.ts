/** Compares a draft with the state at the service: is it submitted and waiting for an approval, or already live? */
import { hasStatus } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import type { ListedDraft, SubmittedRequest } from '../../operations/definitions/drafts/draft.ts';
import type { DocumentPlace } from '../window/definitionUri.ts';
import { requestTitle } from '../words/requestWords.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { documentOf } from './documents.ts';

type DraftReviewContext = Pick<DefinitionsContext, 'connections' | 'drafts' | 'live' | 'ask'>;

/**
 * Compares a draft with the live definition as it was last read. Removes a draft that is live, and stores which open change
 * request has the content of the draft. Rejects if the file of the draft can't be written, or if the service does not answer.
 */
export async function reviewDraft(context: DraftReviewContext, place: DocumentPlace): Promise<void> {
  const { drafts, live, ask } = context;
  const [draft, now] = [drafts.find(place), live.known(place)];
  if (!draft || !now) return;
  const definition = await ask(draft.text, 'definition', {});
  const isRead = typeof definition === 'object';
  try {
    if (isRead && now.definition && isSameDefinition(definition, now.definition))
      await removeOrRebase(context, place, draft, now.definition, now.text);
  } finally {
    // Looks up the open request even if the draft can't be written, for example because another window is writing it.
    const submitted = isRead && now.openRequestId ? await requestOf(context, now.openRequestId, draft, definition) : undefined;
    // If the draft or the live definition has changed since the start, another review is already running and stores its own
    // result.
    if (live.known(place) === now && drafts.find(place)?.text === draft.text) drafts.setSubmitted(place, submitted);
  }
}

/**
 * Removes a draft whose content is live. If the draft has comments of the user, or the user is typing, the draft remains, and
 * is then based on the current live definition.
 */
async function removeOrRebase(
  { drafts }: DraftReviewContext,
  place: DocumentPlace,
  draft: ListedDraft,
  base: FlagDefinition,
  liveText: string,
): Promise<void> {
  // The live definition is still the one that the draft began with, so nothing was published. The draft remains, because the
  // user might have added something that is not part of the definition, such as a rollout status.
  if (isSameDefinition(draft.base, base)) return;
  const isKept = documentOf(place)?.isDirty === true || hasUserComment(draft.text, liveText);
  // Drops the message (title and comment), because it was for the request that made the draft live.
  const next = isKept ? { ...draft, base, message: '' } : undefined;
  await drafts.replace(place, draft.text, () => next);
}

/** True if the text may contain a comment of the user. If it isn't certain, assumes that there is one. */
function hasUserComment(text: string, liveText: string): boolean {
  const lines = new Set(liveText.split('\n'));
  return text.split(/\r?\n/).some((line) => line.includes('#') && !lines.has(line));
}

/** Returns the open request, if it asks for the content of the draft. */
async function requestOf(
  { connections }: DraftReviewContext,
  id: string,
  { submitted }: ListedDraft,
  definition: FlagDefinition,
): Promise<SubmittedRequest | undefined> {
  const connected = await connections.inUse();
  const request = await connected?.client.readChangeRequest(id).catch((error: unknown) => {
    // A request that this API key can't see is still open, so this is no failure.
    if (hasStatus(error, 404) || hasStatus(error, 403)) return undefined;
    throw error;
  });
  if (!request) return submitted?.id === id ? submitted : undefined;
  const { flag, operationType, status } = request;
  const isOfDefinition = operationType === 'CREATE' || operationType === 'UPDATE';
  return isOfDefinition && flag && isSameDefinition(flag, definition) ? { id, title: requestTitle(request), status } : undefined;
}
