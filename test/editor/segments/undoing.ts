/** Uploads and their undoing, directly and by change requests of the production of the sandbox. */
import { useService, type Service } from '../../operations/service.ts';
import { withReplies } from '../person.ts';
import type { SegmentTarget } from '../../../src/editor/window/target.ts';
import { lines, type Window } from './window.ts';
import { submit } from '../scripted.ts';

const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');

/** At a question: what stands in its box is left there. */
export const keep = { keep: true } as const;
export const submitUndo = ['Submit as a change request…', submit];

export interface Undoing {
  readonly service: Service;
  /** How many keys `beta-accounts` holds. */
  heldIn(environmentId: string): Promise<number>;
  /** By change requests of the production of the sandbox. */
  upload(window: Window, target: SegmentTarget, file: string, text: string): Promise<unknown>;
  /** Of the request that is open on the segment. */
  decide(target: SegmentTarget, status: 'APPROVED' | 'WITHDRAWN'): Promise<void>;
  /** Which of the keys x1, y1, z1 and their like are held. */
  ofThese(target: SegmentTarget): Promise<readonly string[]>;
}

/** Puts in so many others. */
export const crowd = ({ as }: Service, { environment, name }: SegmentTarget, count: number): Promise<unknown> =>
  as('submitter-key').uploadKeys(environment.id, name, lines(count, 'crowd').split('\n'));

/** A service for the tests of one file, and what an undo has to do with there. */
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
