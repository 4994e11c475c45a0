/** What a change request would make of a definition: compared once, however many places tell of it. */
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { diffDefinitions, type DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';

interface Compared {
  readonly live: FlagDefinition | undefined;
  readonly diff: DefinitionDiff;
}

/** The newest comparison of each request; it goes with the request. Neither is ever changed in place. */
const compared = new WeakMap<ChangeRequest, Compared>();

/** `live` = the definition as it is; undefined = there is none. */
export function diffOfRequest(request: ChangeRequest, live: FlagDefinition | undefined): DefinitionDiff {
  const known = compared.get(request);
  if (known && known.live === live) return known.diff;
  const diff = diffDefinitions(live, definitionAfter(request, live));
  compared.set(request, { live, diff });
  return diff;
}
