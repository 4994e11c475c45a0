/** What becomes of a draft that was submitted for an approval: it waits, and when what was submitted is live, it begins there. */
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/sameDefinition.ts';
import { draftId, withoutRequest, type DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import { titleOf } from '../requestWords.ts';
import { documentOf } from './chooseDraft.ts';
import { documentText, withHeaderOf } from './documentText.ts';
import { beginning } from './live.ts';
import type { Room } from './room.ts';
import type { Sent } from './sendDefinition.ts';

interface Submitted {
  readonly sent: Sent;
  readonly wanted: FlagDefinition;
  /** What the user knew of when it was sent. */
  readonly live: FlagDefinition | undefined;
  /** What stood in the box. */
  readonly message: string;
}

/** What is live has no draft, but for notes of the user's; what waits for an approval keeps it. */
export async function settleSubmitted(
  { drafts, settle, madeFrom }: Pick<Room, 'drafts' | 'settle' | 'madeFrom'>,
  place: DefinitionPlace,
  { id, base, text }: DefinitionDraft,
  { sent, wanted, live, message }: Submitted,
): Promise<void> {
  if (sent === 'changed') madeFrom.moved(id, live, wanted);
  // One that is under way knows nothing of the request yet.
  if (sent === 'changed') await settle(place);
  // What was saved while it was sent stays, and begins with what is live now, but for a text that an undo has brought back from before.
  await drafts.change(id, (now) =>
    [base, live, wanted].some((one) => isSameDefinition(one, now.base))
      ? { ...now, base: live, sent: wanted, sentMessage: message, ...(now.text === text && submittedAs(sent)) }
      : undefined,
  );
  if (sent === 'changed') await settle(place);
}

const submittedAs = (sent: Sent): Pick<DefinitionDraft, 'submitted'> =>
  sent === 'changed' ? {} : { submitted: { id: sent.id, title: titleOf(sent), status: sent.status } };

type Settled = Pick<Room, 'drafts' | 'live' | 'ask' | 'messageOf' | 'forgetMessage' | 'madeFrom'>;

/**
 * One at a time for each draft, and each begins with what was read last by then: whoever removes the draft afterwards waits for
 * what is under way, or it would be written again.
 */
export function createSettling(room: Settled): Room['settle'] {
  const underWay = new Map<string, Promise<void>>();
  return (place) => {
    const id = draftId(place);
    const before = underWay.get(id) ?? Promise.resolve();
    const settling = before
      .catch(() => undefined)
      .then(() => settleSent(room, place))
      .finally(() => {
        if (underWay.get(id) === settling) underWay.delete(id);
      });
    underWay.set(id, settling);
    return settling;
  };
}

/**
 * Where the live definition, as it was read last, says what was submitted or what the draft says, nobody else has changed it:
 * it is what the draft begins with, and the message was for that request, if it was not typed since. A draft that says nothing
 * else is removed, but for notes of the user's. What stands above the text says what the service says by now, such as killed.
 */
async function settleSent(room: Settled, place: DefinitionPlace): Promise<void> {
  const { drafts, live } = room;
  const id = draftId(place);
  const [draft, now] = [drafts.find(id), live.known(place)];
  if (!draft || !now?.definition) return;
  if (isSameDefinition(draft.base, now.definition)) {
    const text = draft.base ? withHeaderOf(draft.text, place, draft.base, now.definition) : draft.text;
    // The text stays the user's as long as something is typed in it.
    if (text !== draft.text && documentOf(place)?.isDirty !== true) {
      await drafts.save({ ...draft, text, base: now.definition }, draft.text);
      // Above it stands something else, and it is what was submitted all the same.
      const { submitted } = draft;
      if (submitted) await drafts.change(id, (there) => (there.text === text ? { ...there, submitted } : undefined));
    }
    return;
  }
  const definition = await room.ask(draft.text, 'definition', {});
  const isDone = typeof definition === 'object' && isSameDefinition(definition, now.definition);
  const isLive = draft.sent && isSameDefinition(draft.sent, now.definition);
  if (!isDone && !isLive) return;
  if (isLive) room.madeFrom.moved(id, draft.base, now.definition);
  const typed = room.messageOf(draft);
  const isSaid = draft.sent && (draft.sentMessage === undefined || typed === draft.sentMessage);
  const message = isSaid ? '' : typed;
  if (message === '') room.forgetMessage(id);
  const isOpen = documentOf(place)?.isDirty === true;
  const ours = `${now.text}\n${await begunWith(place, draft.base)}`;
  if (isDone && !isOpen && message.trim() === '' && !hasNotes(draft.text, ours)) {
    await drafts.remove(draft);
    return;
  }
  const base = now.definition;
  await drafts.change(id, (there) => {
    if (there.text !== draft.text) return undefined;
    const isOpen = now.openRequestId !== undefined && now.openRequestId === there.submitted?.id;
    const { sent: _, sentMessage: __, ...rest } = isOpen ? there : withoutRequest(there);
    // What another window has typed since is for the next request.
    return { ...rest, base, message: rest.message === draft.message ? message : rest.message };
  });
}

/** Its header may be another than that of the live text by now. */
const begunWith = (place: DefinitionPlace, base = beginning(place.flagName)): Promise<string> => documentText(place, base);

/** Whether there may be a comment that is none of ours: in doubt, it is one. */
function hasNotes(text: string, ours: string): boolean {
  const lines = new Set(ours.split(/\r?\n/));
  return text.split(/\r?\n/).some((line) => /#|\/[/*]/.test(line) && !lines.has(line));
}
