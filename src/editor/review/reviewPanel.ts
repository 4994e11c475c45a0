/** The review of one change request: reads it with the object that it would change, and carries out what the user decides. */
import * as vscode from 'vscode';
import { hasStatus } from '../../api/errors.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { isFinal, isSubmittedWith, type KeyInUse } from '../../domain/changeRequests/decisions.ts';
import type { Before } from '../../domain/changeRequests/inverse.ts';
import type { RequestAction } from '../../domain/changeRequests/transitions.ts';
import type { RejectionOutcome } from '../../operations/decideRequest.ts';
import { beforeOf, rememberBefore } from '../../operations/beforeApproval.ts';
import { findEnvironment } from '../../operations/findEnvironment.ts';
import { createKeyAbilities, type Ability } from '../../operations/keyAbilities.ts';
import { forgetRefused, rememberRefused } from '../../operations/keyRecords.ts';
import { canReject, rememberRejecting } from '../../operations/rejecting.ts';
import { fingerprintOf, readReview } from '../../operations/readReview.ts';
import { rememberStatuses } from '../../operations/seenStatuses.ts';
import { isReviewMoved } from '../../operations/reviewMoved.ts';
import { allPages } from '../allPages.ts';
import type { Connected } from '../connected.ts';
import { describeFailure } from '../failure.ts';
import { keysOf } from '../keysOf.ts';
import { orLogged } from '../log.ts';
import { statusLook, titleOf } from '../requestWords.ts';
import { tellRefusal } from '../tell.ts';
import { keyThatMayApprove } from './actions.ts';
import { copyMarkdown } from './copyMarkdown.ts';
import { decide } from './decide.ts';
import type { ReviewDeps } from './index.ts';
import { startSession, type Content, type Session } from './panelSession.ts';
import { keyLists } from './reviewKeys.ts';
import { reviewView } from './reviewView.ts';
import { afterEarlier, panelTitle, type Place, type Shown } from './shown.ts';
import type { Bound } from './subject.ts';
import { proposeInverse } from './proposeInverse.ts';
import { shareHistory } from './shareHistory.ts';
import { openTextDiff } from './textDiff.ts';

const { t } = vscode.l10n;

/** `bound` = the connection it was read with before a reload. */
export function attachReview(deps: ReviewDeps, panel: vscode.WebviewPanel, id: string, bound?: Bound): void {
  startSession<Shown>(deps, panel, { subject: { kind: 'request', id }, bound }, (session) => reviewContent(deps, id, session));
}

function reviewContent(deps: ReviewDeps, id: string, session: Session<Shown>): Content<Shown> {
  const abilities = createKeyAbilities(deps.memory, (error) => deps.log.warn(String(error)));
  let isDeciding = false;
  /** The request as this review has decided it, until that is shown. */
  let decided: ChangeRequest | undefined;

  async function read(connected: Connected, signal: AbortSignal): Promise<Shown> {
    const { client, origin } = connected;
    const options = { signal };
    const request = await client.readChangeRequest(id, options);
    await orLogged(rememberStatuses(deps.memory, origin, [request.status]), deps.log);
    // The service's own word comes first: what is remembered may be wrong, and unlocks nothing.
    const likely = deps.learnt.environmentOf(origin, id);
    const found = await findEnvironment(client, request, { ...options, likely: likely?.id });
    if (found) await orLogged(deps.learnt.rememberRequest(origin, id, found), deps.log);
    const known = found ?? likely;
    const isOwn = known !== undefined && deps.learnt.wasSubmittedTo(origin, id, known.id);
    const [reviewed, workspaces] = await Promise.all([
      readReview(client, id, known?.id, options),
      allPages((offset) => client.listWorkspaces({ offset, limit: 200 }, options)),
    ]);
    const workspace = workspaces.find((one) => one.id === request.workspace?.id);
    const provenBy = found ? 'reading' : isOwn ? 'submit' : undefined;
    const place: Place = { workspaceName: workspace?.name, environment: known, provenBy };
    const remembered = (): Before | undefined => beforeOf(deps.memory, origin, reviewed.request);
    const keys = keysIn(connected, known?.id);
    return { connected, place, reviewed, ...keys, readAt: Date.now(), since: undefined, before: undefined, remembered };
  }

  /** The API keys with what was seen of them in this environment. */
  function keysIn(connected: Connected, environmentId: string | undefined): Pick<Shown, 'key' | 'others'> {
    const isAble = (keyName: string, ability: Ability): boolean | undefined =>
      abilities.isAble({ ...connected, keyName }, ability, environmentId);
    const withSeen = (key: KeyInUse): KeyInUse => {
      const [submits, changes, canApprove] = (['submit', 'change', 'approve'] as const).map((one) => isAble(key.name, one));
      // One that was seen to do any of it writes; one that was refused as a submitter, or a direct change, may only read.
      const canWrite = [submits, changes, canApprove].includes(true) ? true : (submits ?? changes);
      return { ...key, canWrite, canApprove, canReject: canReject(deps.memory, connected.origin) };
    };
    const { key, others } = keysOf(deps.memory, connected);
    return { key: withSeen(key), others: others.map(withSeen) };
  }

  function page(now: Shown, isStale: boolean): ReturnType<Content<Shown>['page']> {
    return { title: panelTitle(now), view: reviewView(now, isStale), lists: keyLists(now) };
  }

  function after(now: Shown, shown: Shown): Shown {
    const isOwn = decided !== undefined && isAllOf(decided, now, shown);
    decided = undefined;
    return afterEarlier(now, shown, isOwn);
  }

  async function act(action: Parameters<Content<Shown>['act']>[0], current: Shown): Promise<void> {
    switch (action) {
      case 'textDiff':
        return openTextDiff(deps.texts, current);
      case 'copyMarkdown':
        return copyMarkdown(reviewView(current, false), keyLists(current));
      case 'useKey':
        await vscode.commands.executeCommand('flagAdmin.apiKey.use', keyThatMayApprove(current)?.name);
        return undefined;
      case 'compare':
        await vscode.commands.executeCommand('flagAdmin.flag.compare', id);
        return undefined;
      case 'inverse':
        return proposeInverse(deps, current);
      case 'history':
        return shareHistory(current.reviewed.request);
      case 'approve':
      case 'approveWith':
      case 'withdraw':
      case 'reject':
        return decideOnce(action, current);
      default:
        return undefined;
    }
  }

  const isInUse = async ({ connected }: Shown): Promise<boolean> => (await deps.connections.inUse())?.client === connected.client;

  async function decideOnce(action: Deciding, current: Shown): Promise<void> {
    if (isDeciding) return;
    isDeciding = true;
    try {
      if (!(await isInUse(current))) return await session.read();
      const outcome = await decideWith(action, current);
      if (outcome === undefined) return;
      if (outcome.outcome === 'cannotReject') return await session.read();
      if (outcome.outcome === 'refused') {
        // It does not wait for this API key any more.
        deps.refresh();
        return await session.read();
      }
      if (outcome.outcome === 'moved') {
        session.show({ ...current, reviewed: outcome.now, readAt: Date.now() });
        tellMoved(outcome.now.request);
        // The views still show it as it was.
        deps.refresh();
        return;
      }
      decided = outcome.request;
      // First, so that this review is under way when all that is open is told to look.
      const reading = session.read();
      deps.refresh();
      deps.decided(id);
      await reading;
    } finally {
      isDeciding = false;
    }
  }

  /** Another API key of the connection decides for this once. What the service answers is remembered of the one that decided. */
  async function decideWith(action: Deciding, current: Shown): Promise<RejectionOutcome | undefined> {
    const other = action === 'approveWith' ? keyThatMayApprove(current) : undefined;
    const connected = other === undefined ? current.connected : await deps.connections.withKey(other.name);
    if (!connected) return undefined;
    const key = other ?? current.key;
    const wanted = action === 'approveWith' ? 'approve' : action;
    const outcome = await decide(wanted, { ...current, connected, key }, () => isInUse(current));
    if (outcome) await learn(wanted, outcome, { ...current, connected, key });
    return outcome;
  }

  async function learn(
    action: RequestAction,
    result: RejectionOutcome,
    { connected, key, place, reviewed }: Shown,
  ): Promise<void> {
    const { outcome } = result;
    const { request, live } = reviewed;
    const isDone = outcome === 'decided' || outcome === 'published';
    if (action === 'reject' && (isDone || outcome === 'cannotReject'))
      await orLogged(rememberRejecting(deps.memory, connected.origin, isDone), deps.log);
    if (action === 'approve' && isDone) abilities.remember(connected, 'approve', place.environment?.id, true);
    if (outcome === 'published') await orLogged(rememberBefore(deps.memory, connected.origin, request, live), deps.log);
    if (outcome !== 'refused') return;
    deps.log.warn(describeFailure(result.error).detail);
    await orLogged(rememberRefused(deps.memory, connected, request.id, action), deps.log);
    // Where it may be the submitter that is refused, nothing is said of the environment.
    const isRole = result.error.status === 403 && isSubmittedWith(request, key) === false;
    if (action === 'approve' && isRole) abilities.remember(connected, 'approve', place.environment?.id, false);
  }

  return {
    reading: t('Reading the change request…'),
    read,
    after,
    page,
    isMoved: ({ connected, reviewed, place }, signal) =>
      isReviewMoved(connected.client, reviewed, place.environment?.id, { signal }),
    act,
    forget: async ({ connected, others, reviewed }) => {
      for (const { name: keyName } of [{ name: connected.keyName }, ...others])
        await orLogged(forgetRefused(deps.memory, { ...connected, keyName }, reviewed.request.id), deps.log);
    },
    explain: (error, connected) => (isGoneWithSandbox(error, connected) ? goneSentence() : undefined),
  };
}

function tellMoved(request: ChangeRequest): void {
  const title = titleOf(request);
  const { status } = request;
  tellRefusal(
    isFinal(request)
      ? t('Nothing was decided: “{0}” has been decided meanwhile. It is now: {1}.', title, statusLook(status).label)
      : t('Nothing was decided: “{0}” has changed since this review was opened. Look at what changed, and decide again.', title),
  );
}

/** True if nothing moved but by this decision: the reading right after it may have failed, and others go on deciding. */
function isAllOf(decided: ChangeRequest, now: Shown, earlier: Shown): boolean {
  const { request, fingerprint } = now.reviewed;
  const said = Math.max(decided.comments.length, earlier.reviewed.request.comments.length + 1);
  if (request.status !== decided.status || request.comments.length > said) return false;
  // What is published changes the object; what still waits does not.
  return isFinal(request) || fingerprintOf(request, earlier.reviewed.live) === fingerprint;
}

type Deciding = 'approve' | 'approveWith' | 'withdraw' | 'reject';

/** The sandbox forgets what was submitted in it when it is reset, or where it can't be kept. */
function isGoneWithSandbox(error: unknown, connected: Connected | undefined): boolean {
  return connected?.isSandbox === true && hasStatus(error, 404);
}

const goneSentence = (): string =>
  t('This change request is gone: the sandbox has been reset since, or could not be kept. Close this review and submit again.');
