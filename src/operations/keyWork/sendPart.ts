/** One call with the keys of one part of a work: how it goes depends on the workspace, and on what the user has written. */
import type { Client } from '../../api/client.ts';
import type { CallOptions } from '../../api/transport.ts';
import { keysOf, type KeyPart, type KeyWork } from './keyWork.ts';
import { removedCount } from './provedHeld.ts';

export type SendingClient = Pick<Client, 'uploadKeys' | 'uploadKeysWithComment' | 'removeKeys'>;

/** `removed`: the number of keys that the service says it removed; undefined for an upload, or where it says none. */
interface SentPart {
  readonly removed?: number | undefined;
  /** The service has no place for the comment of an upload. */
  readonly isCommentLost?: boolean;
}

/** `keys` are those of the whole work. Throws as the client does: then it is not known whether the service has acted. */
export async function sendPart(
  client: SendingClient,
  { target, title, comment }: KeyWork,
  part: KeyPart,
  allKeys: readonly string[],
  options: CallOptions,
): Promise<SentPart> {
  const place = [target.environment.id, target.name] as const;
  const keys = keysOf(part, allKeys);
  if (part.operation === 'remove')
    return { removed: removedCount(await client.removeKeys(...place, { keys, comment }, options)) };
  if (target.workspace.requiresTitleAndComments || comment !== '') {
    const uploaded = await client.uploadKeysWithComment(...place, { keys, title, comment }, options);
    return { isCommentLost: comment !== '' && uploaded?.isCommentKept === false };
  }
  await client.uploadKeys(...place, keys, options);
  return {};
}
