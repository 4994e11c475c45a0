/**
 * What may become of a change request, and through whom: one table, of which the first row that fits decides.
 *
 * | verdict   | proof                                                                                                    |
 * |-----------|----------------------------------------------------------------------------------------------------------|
 * | `refused` | the status is final; the connection is read-only; the service has refused this to this API key on this request, or can't do it at all; this API key submitted it, or is an approver and did not, which is known |
 * | `allowed` | it is known who the API key is at the service, and the document lets that one do it                        |
 * | `unknown` | neither: the service's answer decides, and is remembered. Nothing is ever disabled for it                     |
 *
 * The name that a person gave an API key proves nothing: who it is at the service is known only from the service's answers.
 */

export type RequestAction = 'approve' | 'withdraw' | 'reject';

/** What the table looks at. Undefined = not known. */
export interface TransitionFacts {
  readonly status: string;
  readonly isReadOnly: boolean;
  /** The service has refused this action to this API key on this request. */
  readonly wasRefused: boolean;
  /** Of the API key that would act: it submitted the request from here, or its name at the service is the submitter's. */
  readonly isSubmitter: boolean | undefined;
  /** Its name at the service is among the approvers. */
  readonly isApprover: boolean | undefined;
  /** There are approvers, and all are named by e-mail address: people, and their own API keys. */
  readonly areApproversPeople: boolean;
  /** The API key was seen to change something in the environment or to submit to it; false = that was refused (403). */
  readonly canWrite: boolean | undefined;
  /** It was seen to approve in the environment; false = that was refused (403). */
  readonly canApprove: boolean | undefined;
  /** The service was seen to reject; false = it does not know that status. */
  readonly canReject: boolean | undefined;
}

export type TransitionReason =
  | 'finalStatus'
  | 'readOnly'
  | 'refusedByService'
  | 'rejectingLacks'
  | 'ownRequest'
  | 'statusNotShown'
  | 'identityUnknown'
  | 'notApprover'
  | 'submitterUnknown'
  | 'rejectingNotShown'
  | 'refusedBefore'
  | 'approver'
  | 'submitter'
  | 'approverMayNotWithdraw'
  | 'rightsUnknown'
  | 'notAnApprover';

export type Verdict = 'allowed' | 'refused' | 'unknown';

export interface Transition {
  readonly actions: readonly RequestAction[];
  readonly when: (facts: TransitionFacts) => boolean;
  readonly verdict: Verdict;
  readonly reason: TransitionReason;
  /** Where admin-api.md (or service-beyond.md) says so. */
  readonly cites: string;
}

const ALL: readonly RequestAction[] = ['approve', 'withdraw', 'reject'];
const DECIDE: readonly RequestAction[] = ['approve', 'reject'];

const FINAL_STATUSES: ReadonlySet<string> = new Set(['PUBLISHED', 'WITHDRAWN', 'REJECTED']);

/** True of a status that nothing is shown to lead out of (States and transitions, rules 4 and 5). */
export const isFinalStatus = (status: string): boolean => FINAL_STATUSES.has(status);

/** True of a status that an approver's decision leads out of, at once or once its time has come. */
export const waitsForApproval = (status: string): boolean => status === 'REQUESTED' || status === 'SCHEDULE_REQUESTED';

const STATES = 'States and transitions';

export const TRANSITIONS: readonly Transition[] = [
  {
    actions: ALL,
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
    actions: ALL,
    when: ({ isReadOnly }) => isReadOnly,
    verdict: 'refused',
    reason: 'readOnly',
    cites: 'Authentication: the user has said that nothing is changed through this connection',
  },
  {
    actions: ALL,
    when: ({ wasRefused }) => wasRefused,
    verdict: 'refused',
    reason: 'refusedByService',
    cites: `${STATES}: known from the service's answer (403, or 401 for an API key that it accepts)`,
  },
  {
    actions: ['reject'],
    when: ({ canReject }) => canReject === false,
    verdict: 'refused',
    reason: 'rejectingLacks',
    cites: `${STATES}, rule 4: known from the service's answer`,
  },
  {
    actions: DECIDE,
    when: ({ isSubmitter }) => isSubmitter === true,
    verdict: 'refused',
    reason: 'ownRequest',
    cites: `${STATES}, rule 1; Authentication, 5`,
  },
  {
    actions: ALL,
    when: ({ status }) => !waitsForApproval(status),
    verdict: 'unknown',
    reason: 'statusNotShown',
    cites: `${STATES}, rule 4; service-beyond.md, change requests: a second family of statuses`,
  },
  {
    actions: DECIDE,
    when: ({ areApproversPeople, isApprover }) => areApproversPeople && isApprover !== true,
    verdict: 'unknown',
    reason: 'notApprover',
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
    actions: ALL,
    when: ({ isApprover }) => isApprover === undefined,
    verdict: 'unknown',
    reason: 'identityUnknown',
    cites: 'Change request: an API key appears by its key name, which the user may not know it by',
  },
  {
    actions: DECIDE,
    when: ({ isApprover }) => isApprover === false,
    verdict: 'unknown',
    reason: 'notApprover',
    cites: `${STATES}, rule 2; Authentication, 4: whether the list names all that may approve is not shown`,
  },
  {
    actions: ALL,
    when: ({ isApprover, isSubmitter }) => isApprover === true && isSubmitter === undefined,
    verdict: 'unknown',
    reason: 'submitterUnknown',
    cites: 'Change request: a request without a comment does not say who submitted it',
  },
  {
    actions: ['reject'],
    when: ({ canReject }) => canReject === undefined,
    verdict: 'unknown',
    reason: 'rejectingNotShown',
    cites: `${STATES}, rule 4; service-beyond.md, change requests: PUT also takes REJECTED`,
  },
  {
    actions: ['approve'],
    when: ({ canApprove }) => canApprove === false,
    verdict: 'unknown',
    reason: 'refusedBefore',
    cites: 'Authentication, 3 and 4: an answer of the service says more than a name among the approvers',
  },
  {
    actions: DECIDE,
    when: ({ canWrite }) => canWrite === false,
    verdict: 'unknown',
    reason: 'refusedBefore',
    cites: 'Authentication, 3: a key may be restricted',
  },
  { actions: DECIDE, when: () => true, verdict: 'allowed', reason: 'approver', cites: `${STATES}: REQUESTED → PUBLISHED` },
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
    reason: 'notAnApprover',
    cites: `${STATES}, rule 2: REQUESTED → WITHDRAWN, caller is not an approver`,
  },
];

/** The row that decides. */
export function transitionOf(action: RequestAction, facts: TransitionFacts): Transition {
  // The last row of each action fits always.
  return TRANSITIONS.find(({ actions, when }) => actions.includes(action) && when(facts))!;
}
