/** Uploads and undos, directly and by change requests in the sandbox's production. */
import { useService, type Service } from '../../operations/service.ts';
import { withReplies } from '../person.ts';
import type { SegmentTarget } from '../../../src/editor/window/target.ts';
import { lines, type Window } from './window.ts';
import { submit } from '../scripted.ts';

const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');

/** An answer that accepts the text in the box. */
export const keep = { keep: true } as const;
export const submitUndo = ['Submit as a change request…', submit];

export interface Undoing {
  readonly service: Service;
  /** Returns the number of keys in `beta-accounts`. */
  heldIn(environmentId: string): Promise<number>;
  /** By change requests in the sandbox's production. */
  upload(window: Window, target: SegmentTarget, file: string, text: string): Promise<unknown>;
  /** Returns the ID of the open request of the segment. */
  decide(target: SegmentTarget, status: 'APPROVED' | 'WITHDRAWN'): Promise<void>;
  /** Returns which of the keys x1, y1, z1 and so on the segment contains. */
  ofThese(target: SegmentTarget): Promise<readonly string[]>;
}

/** Adds this many other keys. */
export const crowd = ({ as }: Service, { environment, name }: SegmentTarget, count: number): Promise<unknown> =>
  as('submitter-key').uploadKeys(environment.id, name, lines(count, 'crowd').split('\n'));

/** A service for the tests of one file, and the objects for an undo. */
export function useUndo(): Undoing {
  const service = useService();
  const heldIn = async (environmentId: string): Promise<number> =>
    (await service.as('submitter-key').readKeys(environmentId, 'beta-accounts', { offset: 0, limit: 1 })).count;

  const upload: Undoing['upload'] = (window, target, file, text) =>
    withReplies(['Submit as a change request…', submit], () => uploadKeysCommand(window, window.drop(file, text, target)));

  async function decide({ environment, name }: SegmentTarget, status: 'APPROVED' | 'WITHDRAWN'): Promise<void> {
    const { openChangeRequestId } = await service.as('submitter-key').readKeys(environment.id, name, { offset: 0, limit: 1 });
    const by = status === 'APPROVED' ? 'release-key' : 'submitter-key';
    await service.as(by).decideChangeRequest(openChangeRequestId!, { status, comment: 'x' });
  }

  const ofThese = async (target: SegmentTarget): Promise<readonly string[]> => {
    const page = { offset: 0, limit: 100 };
    const { keys } = await service.as('submitter-key').readKeys(target.environment.id, target.name, page);
    return keys.map(({ key }) => key).filter((key) => /^[xyz]\d$/.test(key));
  };
  return { service, heldIn, upload, decide, ofThese };
}
