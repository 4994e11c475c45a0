/** Which works can be changed back, and which must not be gone on with, by what the journal knows of all of them. */
import { hasBegun, isUnfinished, isWhole, type KeyWork } from './keyWork.ts';
import { segmentMark } from './startKeyWork.ts';
import { changedNothing } from './undoPlan.ts';

export interface Undoable {
  /** Ids of those that are changed back wholly. */
  readonly undone: ReadonlySet<string>;
  /** Those that changed something, or may have, and are not undone. */
  readonly done: readonly KeyWork[];
  /** Of these the last one of each segment: what came before it can't be undone without undoing it. */
  readonly last: readonly KeyWork[];
}

/** `works` are all, newest first. */
export function undoable(works: readonly KeyWork[]): Undoable {
  const undone = new Set(works.filter((work) => undoOf(works, work) === 'done').map(({ id }) => id));
  const done = works.filter((work) => work.kind !== 'undo' && hasBegun(work) && !undone.has(work.id) && !changedNothing(work));
  const places = new Set<string>();
  const last = done.filter((work) => places.size < places.add(placeMark(work)).size);
  return { undone, done, last };
}

/** The undos of a work that are known. */
export const undosOf = (works: readonly KeyWork[], { id }: Pick<KeyWork, 'id'>): readonly KeyWork[] =>
  works.filter(({ kind, source }) => kind === 'undo' && source.undoes === id);

/** How far a work is changed back; undefined = nothing of it. An undo of which a part was declined is not done. */
export function undoOf(works: readonly KeyWork[], work: KeyWork): KeyWork['undo'] {
  const undos = undosOf(works, work);
  if (work.undo === 'done' || undos.some(isWhole)) return 'done';
  return work.undo ?? (undos.some(hasBegun) || work.undoing !== undefined ? 'begun' : undefined);
}

/** A work on the same segment that was sent after this one, or gone on with, and is not undone: some of its keys may be the same. */
export function sentSince(works: readonly KeyWork[], work: KeyWork): KeyWork | undefined {
  const endOf = ({ startedAt, endedAt = startedAt }: KeyWork): number => endedAt;
  return works.find(
    (other) =>
      other.id !== work.id &&
      other.kind !== 'undo' &&
      placeMark(other) === placeMark(work) &&
      hasBegun(other) &&
      endOf(other) > endOf(work) &&
      undoOf(works, other) !== 'done',
  );
}

/** The same for every work on one segment in one environment of one service: each sandbox is one of its own, at the same address. */
export const placeMark = ({
  connection,
  target,
}: {
  readonly connection: { readonly origin: string; readonly instance?: string | undefined };
  readonly target: Parameters<typeof segmentMark>[1];
}): string => `${segmentMark(connection.origin, target)} ${connection.instance ?? ''}`;

/** Those on the same segment that somebody may be at. */
export const othersAt = (works: readonly KeyWork[], work: KeyWork): readonly KeyWork[] =>
  works.filter((other) => (other.state === 'running' || isUnfinished(other)) && placeMark(other) === placeMark(work));
