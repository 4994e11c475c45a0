/**
 * What may become of a change request, and through whom: one table, of which the first row that fits decides. `allowed`
 * and `refused` are predictions that the service must bear out; `unknown` says that the document leaves it open, or that
 * it depends on what has not been seen.
 */

export type RequestAction = 'approve' | 'withdraw' | 'reject';

/** What the table looks at. Undefined = not known. */
export interface TransitionFacts {
  readonly status: string;
  /** Of the API key that would act. */
  readonly isSubmitter: boolean | undefined;
  readonly isApprover: boolean;
  /** There are approvers, and all are people: named by e-mail address, as API keys are not. */
  readonly areApproversPeople: boolean;
  /** The API key was seen to change something in the environment or to submit to it; false = that was refused (403). */
  readonly canWrite: boolean | undefined;
  /** A withdrawal by this API key was refused (403) and nothing that it may do was seen since. */
  readonly isWithdrawalRefused: boolean;
  /** The service was seen to reject; false = it does not know that status. */
  readonly canReject: boolean | undefined;
}

export type TransitionReason =
  | 'finalStatus'
  | 'statusNotShown'
  | 'onlyPeople'
  | 'ownRequest'
  | 'notApprover'
  | 'rejectingLacks'
  | 'rejectingNotShown'
  | 'refusedBefore'
  | 'withdrawalRefused'
  | 'submitterUnknown'
  | 'approverMayNotWithdraw'
  | 'rightsUnknown'
  | 'approver'
  | 'submitter'
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
    when: ({ status }) => status === 'APPROVED',
    verdict: 'refused',
    reason: 'finalStatus',
    cites: `${STATES}: approved already`,
  },
  {
    actions: ALL,
    when: ({ status }) => status !== 'REQUESTED',
    verdict: 'unknown',
    reason: 'statusNotShown',
    cites: `${STATES}, rule 4; service-beyond.md, change requests: a second family of statuses`,
  },
  {
    actions: DECIDE,
    when: ({ areApproversPeople }) => areApproversPeople,
    verdict: 'refused',
    reason: 'onlyPeople',
    cites: 'Approver rules by environment setting: the API key cannot be used to approve',
  },
  {
    actions: DECIDE,
    when: ({ isSubmitter }) => isSubmitter === true,
    verdict: 'refused',
    reason: 'ownRequest',
    cites: `${STATES}, rule 1; Authentication, 5`,
  },
  {
    actions: DECIDE,
    when: ({ isApprover }) => !isApprover,
    verdict: 'refused',
    reason: 'notApprover',
    cites: `${STATES}, rule 2; Authentication, 4`,
  },
  {
    actions: ['reject'],
    when: ({ canReject }) => canReject === false,
    verdict: 'refused',
    reason: 'rejectingLacks',
    cites: `${STATES}, rule 4: learnt from the service's answer`,
  },
  {
    actions: DECIDE,
    when: ({ isSubmitter }) => isSubmitter === undefined,
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
    actions: DECIDE,
    when: ({ canWrite }) => canWrite === false,
    verdict: 'unknown',
    reason: 'refusedBefore',
    cites: 'Authentication, 3: a key may be restricted',
  },
  { actions: DECIDE, when: () => true, verdict: 'allowed', reason: 'approver', cites: `${STATES}: REQUESTED → PUBLISHED` },
  {
    actions: ['withdraw'],
    when: ({ isWithdrawalRefused }) => isWithdrawalRefused,
    verdict: 'refused',
    reason: 'withdrawalRefused',
    cites: 'Authentication, 3: a key may be restricted; learnt from the service’s answer',
  },
  {
    actions: ['withdraw'],
    when: ({ isSubmitter }) => isSubmitter === true,
    verdict: 'allowed',
    reason: 'submitter',
    cites: `${STATES}: REQUESTED → WITHDRAWN, caller is the submitter`,
  },
  {
    actions: ['withdraw'],
    when: ({ isApprover, isSubmitter }) => isApprover && isSubmitter === undefined,
    verdict: 'unknown',
    reason: 'submitterUnknown',
    cites: 'Change request: a request without a comment does not say who submitted it',
  },
  {
    actions: ['withdraw'],
    when: ({ isApprover }) => isApprover,
    verdict: 'refused',
    reason: 'approverMayNotWithdraw',
    cites: `${STATES}: REQUESTED → WITHDRAWN, caller is the submitter, or not an approver`,
  },
  {
    actions: ['withdraw'],
    when: ({ canWrite }) => canWrite === false,
    verdict: 'unknown',
    reason: 'refusedBefore',
    cites: 'Authentication, 3: a key may be restricted',
  },
  {
    actions: ['withdraw'],
    when: ({ canWrite }) => canWrite === undefined,
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
