/** The decisions on change requests (admin-api.md, States and transitions). */
import * as fc from 'fast-check';
import type { KeyName } from '../../sandbox/raw.ts';
import { isRight, keyOf, speaksLive, type ChangeRequest, type Model } from './model.ts';
import { isUnexplained, mayWrite, refused, sees, type Ruled } from './ruled.ts';
import { keyNames, why } from './segmentCalls.ts';
import { APPROVERS } from './submitCalls.ts';

export interface DecideStep {
  readonly about: 'decision';
  readonly do: 'decide';
  /** Which of the run's own requests: the open ones, then the others, newest first; beyond the last, one that there is not. */
  readonly which: number;
  readonly status: string;
  readonly comment: string;
  readonly as: KeyName;
}

/** Approvals mostly by the API key that may, the others by any. */
export const decideSteps: fc.Arbitrary<DecideStep> = fc.record({
  about: fc.constant('decision'),
  do: fc.constant('decide'),
  which: fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, fc.nat(5)),
  status: fc.oneof(
    { arbitrary: fc.constantFrom('APPROVED', 'APPROVED', 'APPROVED', 'WITHDRAWN', 'REJECTED'), weight: 15 },
    { arbitrary: fc.constantFrom('PUBLISHED', 'REQUESTED', ''), weight: 1 },
  ),
  comment: why,
  as: fc.oneof({ arbitrary: fc.constant<KeyName>('release-key'), weight: 4 }, keyNames),
});

export function ruleDecideStep(model: Model, { which, status, comment, as }: DecideStep): Ruled {
  const newestFirst = model.requests.toReversed();
  const isOpen = ({ status }: ChangeRequest): boolean => status === 'REQUESTED';
  const request = [...newestFirst.filter(isOpen), ...newestFirst.filter((one) => !isOpen(one))][which];
  const call = { method: 'PUT', path: `/changeRequests/${request?.id ?? 'none'}`, body: { status, comment }, as };
  if (!request) return { ...call, refusals: [mayWrite(as), refused(true, 404)], done: () => undefined };
  const { at, submitter } = request;
  const isApprover = at.control === 'restricted' && APPROVERS.includes(as);
  const known = ['APPROVED', 'WITHDRAWN', ...(model.isDocumentedOnly ? [] : ['REJECTED'])];
  const isAllowed = status === 'WITHDRAWN' ? as === submitter || !isApprover : isApprover && as !== submitter;
  return {
    ...call,
    refusals: [
      mayWrite(as),
      sees(model, as, at),
      refused(!known.includes(status), 400),
      [
        ...refused(request.status !== 'REQUESTED', 409),
        ...refused(!isAllowed, speaksLive(model) && status !== 'WITHDRAWN' ? 401 : 403),
        ...isUnexplained(model, comment),
      ],
      // What it names may be gone by now; the request then stays open.
      refused(status === 'APPROVED' && request.wanted !== undefined && !isRight(model, request.wanted), 400),
    ],
    done() {
      if (status === 'APPROVED') publish(model, request);
      request.status = status === 'APPROVED' ? 'PUBLISHED' : status;
      const role = as === submitter ? 'SUBMITTER' : status === 'WITHDRAWN' ? 'EDITOR' : 'APPROVER';
      if (comment !== '') request.comments = [...request.comments, { comment, user: as, role }];
    },
  };
}

function publish(model: Model, { at, kind, name, operation, keys, wanted, rolloutStatus }: ChangeRequest): void {
  const place = keyOf(at, name);
  if (kind === 'segment') {
    const held = model.keys.get(place)!;
    model.keys.set(place, operation === 'CREATE' ? held.union(new Set(keys)) : held.difference(new Set(keys)));
    return;
  }
  const live = model.definitions.get(place);
  if (operation === 'ARCHIVE') model.definitions.delete(place);
  else if (wanted) model.definitions.set(place, { fields: wanted, killed: live?.killed ?? false });
  else if (live) model.definitions.set(place, { ...live, killed: operation === 'KILL' });
  if (rolloutStatus !== undefined) model.flags.set(name, rolloutStatus);
}
