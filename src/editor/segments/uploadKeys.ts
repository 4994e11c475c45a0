/** Upload Keys from Current File…: find the keys → choose the segment → say what would be sent → send, or propose where an approval is needed. */
import * as vscode from 'vscode';
import { MAX_KEYS_PER_SEGMENT, planUpload, type UploadRefusal } from '../../domain/uploadPlan.ts';
import { runUpload } from '../../operations/uploadKeys.ts';
import { back } from '../ask.ts';
import { tellFailure } from '../command.ts';
import type { Connected } from '../connected.ts';
import { commands } from '../names.ts';
import { askPermit } from '../permit.ts';
import { formatNumber } from '../requestWords.ts';
import { segmentFrom, type SegmentTarget } from '../target.ts';
import { commandStep, tellDone, tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import { chooseTarget, rememberTarget } from './chooseTarget.ts';
import { confirmUpload } from './confirmUpload.ts';
import { findKeys, oddities, type FoundKeys } from './findKeys.ts';
import type { SegmentsDeps } from './index.ts';
import { openFileStep, readSource } from './readSource.ts';

const { t } = vscode.l10n;

export async function uploadKeys(deps: SegmentsDeps, argument: unknown): Promise<void> {
  if (!requireTrust()) return;
  const source = await readSource(argument);
  const found = source && (await findKeys(source));
  if (!found) return;
  // Known before anything is asked: no segment takes so many.
  if (!isPlanned(planUpload(found.keys, 0), found)) return;
  const connected = await deps.connections.orAsk();
  if (!connected) return;

  const given = segmentFrom(argument);
  for (;;) {
    const target = given ?? (await chooseTarget({ connected, title: titleOf(found), memory: deps.memory }));
    if (!target) return;
    const answer = await confirmUpload({ connected, target, found, learnt: deps.learnt, texts: deps.texts, canGoBack: !given });
    if (answer === back) continue;
    if (answer === undefined) return;
    await rememberTarget(deps.memory, connected.connectionId, target);
    if (answer.way === 'propose') await propose(deps, connected, target, found, false);
    else await upload(deps, connected, target, found, answer.held);
    return;
  }
}

async function upload(
  deps: SegmentsDeps,
  connected: Connected,
  target: SegmentTarget,
  found: FoundKeys,
  held: number,
): Promise<void> {
  const { environment, name } = target;
  const plan = planUpload(found.keys, held);
  if (!plan.ok) {
    isPlanned(plan, found);
    return;
  }
  const permit = await askPermit(environment, t('Upload {0} keys to {1}', formatNumber(found.keys.length), name));
  if (!permit) return;

  const outcome = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Uploading keys to {0}', name), cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      const listener = token.onCancellationRequested(() => abort.abort());
      let shown = 0;
      try {
        return await runUpload(connected.client, { environmentId: environment.id, segmentName: name }, plan.batches, {
          permit,
          signal: abort.signal,
          onProgress: (sent, all) => {
            const message = t('{0} of {1} keys', formatNumber(sent), formatNumber(all));
            progress.report({ message, increment: ((sent - shown) / all) * 100 });
            shown = sent;
          },
          onWait: (seconds) => progress.report({ message: t('the service asks to wait {0} s', seconds) }),
        });
      } finally {
        listener.dispose();
      }
    },
  );
  await tellOutcome(deps, connected, target, found, outcome);
}

async function tellOutcome(
  deps: SegmentsDeps,
  connected: Connected,
  target: SegmentTarget,
  found: FoundKeys,
  outcome: Awaited<ReturnType<typeof runUpload>>,
): Promise<void> {
  const all = formatNumber(found.keys.length);
  const sent = formatNumber(outcome.sent);
  switch (outcome.outcome) {
    case 'uploaded':
      await deps.learnt.rememberGated(target.environment.id, false);
      deps.refresh();
      tellDone(
        t(
          '{0} in {1} now holds {2} keys, by the service’s own count ({3} sent, {4} before).',
          target.name,
          placeOf(target),
          formatNumber(outcome.countAfter),
          sent,
          formatNumber(outcome.countBefore),
        ),
        commandStep(t('Show Keys'), commands.showKeys, { target }),
      );
      return;
    case 'approvalsRequired':
      await deps.learnt.rememberGated(target.environment.id, true);
      await propose(deps, connected, target, found, true);
      return;
    case 'cancelled':
      deps.refresh();
      tellRefusal(
        t(
          'Cancelled after {0} of {1} keys. Upload the file again to send the rest: keys that are there already don’t count twice.',
          sent,
          all,
        ),
      );
      return;
    case 'stopped':
      deps.refresh();
      await tellFailure(outcome.error, deps.log);
      if (outcome.sent > 0) {
        tellRefusal(
          t(
            '{0} of {1} keys were sent before that. Upload the file again to send the rest: keys that are there already don’t count twice.',
            sent,
            all,
          ),
        );
      }
      return;
    default:
      outcome satisfies never;
  }
}

function propose(
  deps: SegmentsDeps,
  connected: Connected,
  target: SegmentTarget,
  found: FoundKeys,
  isRefused: boolean,
): Promise<void> {
  const { workspace, environment, name } = target;
  const remarks = oddities(found);
  return deps.propose({
    connected,
    workspace,
    environment,
    change: { operationType: 'CREATE', segment: { name, keys: found.keys } },
    isRefused,
    suggestedTitle: t('Add {0} keys to {1}', formatNumber(found.keys.length), name),
    suggestedComment: remarks === '' ? t('From {0}.', found.origin) : t('From {0}: {1}.', found.origin, remarks),
  });
}

/** True if there is a plan; else the user is told why there is none. */
function isPlanned(plan: ReturnType<typeof planUpload>, found: FoundKeys): boolean {
  if (!plan.ok) tellRefusal(planSentence(plan.refusal, found.source.description), openFileStep());
  return plan.ok;
}

function planSentence(refusal: UploadRefusal, file: string): string {
  const limit = formatNumber(MAX_KEYS_PER_SEGMENT);
  switch (refusal.code) {
    case 'noKeys':
      return t('There is no usable key in {0}. Put one key on each line.', file);
    case 'tooManyForSegment':
      return refusal.held === 0
        ? t('{0} has {1} keys, and a segment holds at most {2}. Nothing was sent.', file, formatNumber(refusal.adding), limit)
        : t(
            'The segment holds {0} keys already; {1} more would pass the limit of {2}. Nothing was sent.',
            formatNumber(refusal.held),
            formatNumber(refusal.adding),
            limit,
          );
    default:
      return refusal satisfies never;
  }
}

const titleOf = (found: FoundKeys): string => t('Upload {0} Keys', formatNumber(found.keys.length));
const placeOf = ({ workspace, environment }: SegmentTarget): string => `${workspace.name} / ${environment.name}`;
