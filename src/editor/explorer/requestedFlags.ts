/** Which flags of the tree a change request is open on that no definition names: by what is read already, without asking the service. */
import type { ServiceFacts } from '../../operations/serviceFacts.ts';
import { namedEnvironment } from '../../operations/readReview.ts';
import type { RequestList } from '../service/requestList.ts';
import type { TreeContext } from './treeNode.ts';

/** `requests` = those of the tree; what documents have seen is in `learnt`. */
export const createIsRequested =
  (
    requests: Pick<RequestList, 'known'>,
    origin: string,
    serviceFacts: Pick<ServiceFacts, 'environmentOf' | 'isCreated'> | undefined,
  ): TreeContext['isRequested'] =>
  (place) =>
    serviceFacts?.isCreated(place) === true ||
    requests.known().some((request) => {
      if (request.flag?.name !== place.flagName || request.workspace?.id !== place.workspace.id) return false;
      const environment = namedEnvironment(request) ?? serviceFacts?.environmentOf(origin, request.id);
      return environment?.id === place.environment.id;
    });
