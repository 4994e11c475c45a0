/** Change control: which writes are refused without a change request, and who may decide one (admin-api.md, States and transitions). */
import type { ApiKey } from './apiKeys.ts';
import type { Call } from './call.ts';
import {
  approvalsRequired,
  approversGiven,
  conflict,
  forbidden,
  invalid,
  notDecider,
  titleAndCommentMissing,
} from './refusal.ts';
import { textsOf } from './bodyFields.ts';
import type { ChangeRequest, Environment, Workspace, World } from './world.ts';

/** Refuses a direct change where change control is in effect. */
export function mustBeUngated(world: World, environment: Environment): void {
  if (environment.changeControl !== 'off') throw approvalsRequired(world.organizationId, environment.id);
}

/** Refuses a second change of an object that has an open change request. */
export function mustBeUnlocked(held: { readonly openChangeRequestId: string | null }, what: string): void {
  if (held.openChangeRequestId !== null) throw conflict(`${what} has an open change request: ${held.openChangeRequestId}`);
}

/** Refuses a write without a title (where it has a place for one) or a comment, in a workspace that requires both. */
export function mustExplain(workspace: Workspace, ...texts: readonly unknown[]): void {
  if (!workspace.requiresTitleAndComments) return;
  if (texts.some((text) => typeof text !== 'string' || text.trim() === '')) throw titleAndCommentMissing();
}

/** Who may approve a new change request: the sent e-mail addresses, or those the environment is restricted to. */
export function approversFor(environment: Environment, sent: unknown): readonly string[] {
  const approvers = textsOf(sent, 'approvers');
  switch (environment.changeControl) {
    case 'off':
      throw invalid(`Change control is not enabled in environment ${environment.name}`);
    case 'restricted':
      if (approvers.length > 0) throw approversGiven();
      return environment.approvers;
    case 'submitters-choose': {
      const odd = approvers.find((approver) => !/^[^\s@]+@[^\s@]+$/.test(approver));
      if (odd !== undefined) throw invalid('approvers must hold e-mail addresses');
      return approvers;
    }
  }
}

/** True where the environment has selected this API key as an approver. */
function isApprover(caller: ApiKey, environment: Environment): boolean {
  return environment.changeControl === 'restricted' && environment.approvers.includes(caller.name);
}

/** Refuses whoever may not approve (or reject): an approver who is not the submitter may. The live service says 401. */
export function mustApprove({ caller, service }: Call, request: ChangeRequest, environment: Environment): void {
  const refusal = service.speaksLive ? notDecider : forbidden;
  if (request.submitter === caller.name) throw refusal('The submitter of a change request can not approve it');
  if (!isApprover(caller, environment)) throw refusal(`API key ${caller.name} is not an approver of this change request`);
}

/** Refuses whoever may not withdraw: the submitter may, and any other API key that is no approver. */
export function mustWithdraw(caller: ApiKey, request: ChangeRequest, environment: Environment): void {
  if (request.submitter !== caller.name && isApprover(caller, environment)) {
    throw forbidden('An approver can not withdraw the change request of somebody else');
  }
}
