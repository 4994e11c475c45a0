import type { ChangeRequest } from '../../api/model.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import type { Connected } from '../window/connected.ts';
import { environmentIcon, environmentOfWorkspace, requestPlace } from '../words/placeWords.ts';
import { objectName, requestTitle } from '../words/requestWords.ts';
import type { Option } from './ask.ts';

/** Returns the row of a change request in a list: its title, and "production of Payments · sepa-instant". Makes no calls. */
export function requestRow(
  { client, origin }: Connected,
  serviceFacts: ServiceFacts,
  request: ChangeRequest,
): Omit<Option<unknown>, 'value'> {
  const place = requestPlace(request, serviceFacts.environmentOf(origin, request.id));
  const workspace = catalogOf(client).workspaces.get(request.workspace?.id ?? '');
  const where = environmentOfWorkspace(place, workspace?.name);
  return {
    label: requestTitle(request),
    description: `${where} · ${objectName(request)}`,
    icon: environmentIcon(place),
    subject: { target: { kind: 'changeRequest', id: request.id } },
  };
}
