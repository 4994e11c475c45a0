/** Which flags of the tree a change request is open on that no definition names: by what is read already, without asking the service. */
import type { Learnt } from '../../operations/learnt.ts';
import { namedEnvironment } from '../../operations/readReview.ts';
import type { RequestList } from '../service/requestList.ts';
import type { TreeContext } from './treeNode.ts';

/** `requests` = those of the tree; what documents have seen is in `learnt`. */
export const createIsRequested =
  (
    requests: Pick<RequestList, 'known'>,
    origin: string,
    learnt: Pick<Learnt, 'environmentOf' | 'isCreated'> | undefined,
  ): TreeContext['isRequested'] =>
  (place) =>
    learnt?.isCreated(place) === true ||
    requests.known().some((request) => {
      if (request.flag?.name !== place.flagName || request.workspace?.id !== place.workspace.id) return false;
      const environment = namedEnvironment(request) ?? learnt?.environmentOf(origin, request.id);
      return environment?.id === place.environment.id;
    });
