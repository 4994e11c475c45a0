/** What a change would do, as the lines that the review will show of it. */
import { hasStatus } from '../../api/errors.ts';
import type { ChangeRequest } from '../../api/model.ts';
import type { Proposal } from '../proposal.ts';
import { operationSentence } from '../requestWords.ts';

export async function summaryLines(proposal: Proposal): Promise<readonly string[]> {
  const request = asRequest(proposal);
  return [operationSentence(request)];
}

/** The request as it would be if it were submitted now. */
function asRequest({ change }: Proposal): ChangeRequest {
  const common = { id: '', status: 'REQUESTED', operationType: change.operationType, approvers: [], comments: [] };
  if ('segment' in change) return { ...common, segment: { ...change.segment, keys: [...change.segment.keys] } };
  return { ...common, flag: { treatments: [], rules: [], defaultRule: [], ...change.flag } };
}
void hasStatus;
