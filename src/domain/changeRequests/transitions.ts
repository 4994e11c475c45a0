/**
 * The possible transitions of a change request, and who may make them. One table: the first row that matches decides.
 *
 * | verdict   | proof                                                                                                    |
 * |-----------|----------------------------------------------------------------------------------------------------------|
 * | `refused` | the status is final or already approved; the connection is read-only; the service has refused this action to this API key on this request; the service can't reject; it is known that this API key submitted the request and so can't decide it; or it is known that this API key is an approver who did not submit the request and so can't withdraw it |
 * | `allowed` | the API key's name at the service is known, and the API document allows this API key to do this             |
 * | `unknown` | neither is proven: the service's answer decides, and is remembered. The action stays enabled                       |
 *
 * The name that a person gave an API key proves nothing. Only the service's answers show the key's name at the service.
 */

export type RequestAction = 'approve' | 'withdraw' | 'reject';

/** The facts that determine which actions are possible. Undefined = not known. */
export interface TransitionFacts {
  readonly status: string;
  readonly isReadOnly: boolean;
  /** The service has refused this action to this API key on this request. */
  readonly wasRefused: boolean;
  /** The API key submitted the request: this installation used it to submit, or its name at the service is the submitter's. */
  readonly isSubmitter: boolean | undefined;
  /** The API key's name at the service is among the approvers. */
  readonly isApprover: boolean | undefined;
  /** The request names approvers, and all by e-mail address: only people and their own API keys may approve. */
  readonly areApproversPeople: boolean;
  /** The API key has changed something in the environment or submitted a request to it. False = the service refused that (403). */
  readonly canWrite: boolean | undefined;
  /** The API key has approved in the environment. False = the service refused that (403). */
  readonly canApprove: boolean | undefined;
  /** The service has accepted a rejection. False = the service does not know the status REJECTED. */
  readonly canReject: boolean | undefined;
}

export type TransitionReason =
  | 'finalStatus'
  | 'readOnly'
  | 'refusedByService'
  | 'rejectingUnsupported'
  | 'ownRequest'
  | 'statusUndocumented'
  | 'identityUnknown'
  | 'notAmongApprovers'
  | 'submitterUnknown'
  | 'rejectingUnproven'
  | 'approvalRefusedBefore'
  | 'changeRefusedBefore'
  | 'approver'
  | 'submitter'
  | 'approverMayNotWithdraw'
  | 'rightsUnknown'
  | 'nonApproverMayWithdraw';

export type Verdict = 'allowed' | 'refused' | 'unknown';

export interface Transition {
  readonly actions: readonly RequestAction[];
  readonly when: (facts: TransitionFacts) => boolean;
  readonly verdict: Verdict;
  readonly reason: TransitionReason;
  /** The section of admin-api.md or service-beyond.md that justifies the verdict. */
  readonly cites: string;
}

const ALL_ACTIONS: readonly RequestAction[] = ['approve', 'withdraw', 'reject'];
const DECIDING_ACTIONS: readonly RequestAction[] = ['approve', 'reject'];

const FINAL_STATUSES: ReadonlySet<string> = new Set(['PUBLISHED', 'WITHDRAWN', 'REJECTED']);

/** True for a final status: no documented transition leaves it (States and transitions, rules 4 and 5). */
export const isFinalStatus = (status: string): boolean => FINAL_STATUSES.has(status);

/**
 * True for an open status: the request waits for an approver's decision, which takes effect at once or at the scheduled time.
 */
export const waitsForApproval = (status: string): boolean => status === 'REQUESTED' || status === 'SCHEDULE_REQUESTED';

const STATES = 'States and transitions';

export const TRANSITIONS: readonly Transition[] = [
  {
    actions: ALL_ACTIONS,
    when: ({ status }) => isFinalStatus(status),
    verdict: 'refused',
    reason: 'finalStatus',
    cites: `${STATES}, rules 4 and 5: nothing leads out of it`,
  },
  {
    actions: ['approve'],
    when: ({ status }) => status === 'APPROVED' || status === 'SCHEDULED',
    verdict: 'refused',
    reason: 'finalStatus',
    cites: `${STATES}: approved already`,
  },
  {
    actions: ALL_ACTIONS,
    when: ({ isReadOnly }) => isReadOnly,
    verdict: 'refused',
    reason: 'readOnly',
    cites: 'Authentication: the user has said that nothing is changed through this connection',
  },
  {
    actions: ALL_ACTIONS,
    when: ({ wasRefused }) => wasRefused,
    verdict: 'refused',
    reason: 'refusedByService',
    cites: `${STATES}: known from the service's answer (403, or 401 for an API key that it accepts)`,
  },
  {
    actions: ['reject'],
    when: ({ canReject }) => canReject === false,
    verdict: 'refused',
    reason: 'rejectingUnsupported',
    cites: `${STATES}, rule 4: known from the service's answer`,
  },
  {
    actions: DECIDING_ACTIONS,
    when: ({ isSubmitter }) => isSubmitter === true,
    verdict: 'refused',
    reason: 'ownRequest',
    cites: `${STATES}, rule 1; Authentication, 5`,
  },
  {
    actions: ALL_ACTIONS,
    when: ({ status }) => !waitsForApproval(status),
    verdict: 'unknown',
    reason: 'statusUndocumented',
    cites: `${STATES}, rule 4; service-beyond.md, change requests: a second family of statuses`,
  },
  {
    actions: DECIDING_ACTIONS,
    when: ({ areApproversPeople, isApprover }) => areApproversPeople && isApprover !== true,
    verdict: 'unknown',
    reason: 'notAmongApprovers',
    cites: 'Approver rules by environment setting; service-beyond.md: an API key of a person approves as that person',
  },
  {
    actions: ['withdraw'],
    when: ({ isSubmitter }) => isSubmitter === true,
    verdict: 'allowed',
    reason: 'submitter',
    cites: `${STATES}: REQUESTED → WITHDRAWN, caller is the submitter`,
  },
  {
    actions: ['approve'],
    when: ({ canApprove }) => canApprove === false,
    verdict: 'unknown',
    reason: 'approvalRefusedBefore',
    cites: 'Authentication, 3 and 4: an answer of the service says more than a name among the approvers',
  },
  {
    actions: ALL_ACTIONS,
    when: ({ isApprover }) => isApprover === undefined,
    verdict: 'unknown',
    reason: 'identityUnknown',
    cites: 'Change request: an API key appears by its key name, which the user may not know it by',
  },
  {
    actions: DECIDING_ACTIONS,
    when: ({ isApprover }) => isApprover === false,
    verdict: 'unknown',
    reason: 'notAmongApprovers',
    cites: `${STATES}, rule 2; Authentication, 4: whether the list names all that may approve is not shown`,
  },
  {
    actions: ALL_ACTIONS,
    when: ({ isApprover, isSubmitter }) => isApprover === true && isSubmitter === undefined,
    verdict: 'unknown',
    reason: 'submitterUnknown',
    cites: 'Change request: a request without a comment does not say who submitted it',
  },
  {
    actions: ['reject'],
    when: ({ canReject }) => canReject === undefined,
    verdict: 'unknown',
    reason: 'rejectingUnproven',
    cites: `${STATES}, rule 4; service-beyond.md, change requests: PUT also takes REJECTED`,
  },
  {
    actions: DECIDING_ACTIONS,
    when: ({ canWrite }) => canWrite === false,
    verdict: 'unknown',
    reason: 'changeRefusedBefore',
    cites: 'Authentication, 3: a key may be restricted',
  },
  {
    actions: DECIDING_ACTIONS,
    when: () => true,
    verdict: 'allowed',
    reason: 'approver',
    cites: `${STATES}: REQUESTED → PUBLISHED`,
  },
  {
    actions: ['withdraw'],
    when: ({ isApprover }) => isApprover === true,
    verdict: 'refused',
    reason: 'approverMayNotWithdraw',
    cites: `${STATES}: REQUESTED → WITHDRAWN, caller is the submitter, or not an approver`,
  },
  {
    actions: ['withdraw'],
    when: ({ canWrite }) => canWrite !== true,
    verdict: 'unknown',
    reason: 'rightsUnknown',
    cites: 'Authentication, 3: a key may be restricted',
  },
  {
    actions: ['withdraw'],
    when: () => true,
    verdict: 'allowed',
    reason: 'nonApproverMayWithdraw',
    cites: `${STATES}, rule 2: REQUESTED → WITHDRAWN, caller is not an approver`,
  },
];

/** Returns the first row that matches. */
export function transitionOf(action: RequestAction, facts: TransitionFacts): Transition {
  // The last row of each action always matches.
  return TRANSITIONS.find(({ actions, when }) => actions.includes(action) && when(facts))!;
}
