/** What a change would do, as the lines that the review will show of it. */
import { hasStatus } from '../../api/errors.ts';
import type { ChangeRequest, NewChangeRequest } from '../../api/model.ts';
import type { Live } from '../../operations/readReview.ts';
import { changeLines, plainLine } from '../changeWords/changeLines.ts';
import type { Proposal } from '../proposal.ts';

/** A flag's definition is read for it, with one call; the keys of a segment are not, for they may take a thousand. */
export async function summaryLines(proposal: Proposal, sent: NewChangeRequest, rolloutName?: string): Promise<readonly string[]> {
  const { environment } = proposal;
  return changeLines(asRequest(proposal, sent, rolloutName), await liveOf(proposal), environment).map(plainLine);
}

/** The request as it would be if it were submitted now. */
function asRequest({ change }: Proposal, sent: NewChangeRequest, rolloutName: string | undefined): ChangeRequest {
  const rolloutStatusId = 'rolloutStatusId' in sent ? sent.rolloutStatusId : undefined;
  const common = { id: '', status: 'REQUESTED', operationType: change.operationType, approvers: [], comments: [] };
  if ('segment' in change) return { ...common, segment: { ...change.segment, keys: [...change.segment.keys] } };
  const flag = { treatments: [], rules: [], defaultRule: [], ...change.flag };
  const named = rolloutName !== undefined && { name: rolloutName };
  return { ...common, flag, ...(rolloutStatusId !== undefined && { rolloutStatus: { id: rolloutStatusId, ...named } }) };
}

async function liveOf({ change, connected, workspace, environment }: Proposal): Promise<Live> {
  if ('segment' in change) return { kind: 'unknown' };
  try {
    const definition = await connected.client.readDefinition(workspace.id, change.flag.name, environment.id);
    return { kind: 'definition', definition };
  } catch (error) {
    if (hasStatus(error, 404)) return { kind: 'definition', definition: undefined };
    throw error;
  }
}
