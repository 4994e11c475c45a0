/** Upload Keys from Current File…: find the keys → choose the segment → say what would be sent → send, or propose where an approval is needed. */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { MAX_KEYS_PER_SEGMENT, planUpload, type KeyPlan, type Refused, type PlanRefusal } from '../../domain/keys/keyPlan.ts';
import { activateSegment } from '../../operations/activateSegment.ts';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { readAllKeys } from '../../operations/readAllKeys.ts';
import { runUpload, type UploadOutcome, type UploadTarget } from '../../operations/uploadKeys.ts';
import { back } from '../ask.ts';
import { tellFailure } from '../command.ts';
import type { Connected } from '../connected.ts';
import { keyForAction } from '../keyForAction.ts';
import { commands } from '../names.ts';
import { askPermit, requireWritable } from '../permit.ts';
import { formatNumber } from '../requestWords.ts';
import { segmentFrom, type SegmentTarget } from '../target.ts';
import { commandStep, tellDone, tellProgress, tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import { chooseTarget } from './chooseTarget.ts';
import { confirmUpload, type UploadWay } from './confirmUpload.ts';
import { findKeys, oddities, type FoundKeys } from './source/findKeys.ts';
import type { SegmentsDeps } from './index.ts';
import { openFileStep, readSource } from './source/readSource.ts';

const { t } = vscode.l10n;

/** `read` gives the source; `args` are all that the command was called with. */
export async function uploadKeys(deps: SegmentsDeps, args: readonly unknown[], read = readSource): Promise<void> {
  if (!requireTrust()) return;
  const source = await read(args);
  const found = source && (await findKeys(source, t('Upload Keys from {0}', source.description)));
  if (!found) return;
  // Known before anything is asked: no segment takes so many.
  if (!isPlanned(planUpload(found.keys, 0), found)) return;
  const connected = await deps.connections.orAsk();
  if (!connected || !requireWritable(connected)) return;

  const given = segmentFrom(args[0]);
  for (;;) {
    const target = given ?? (await chooseTarget({ connected, title: titleOf(found), lastTarget: deps.lastTarget }));
    if (!target) return;
    const answer = await confirmUpload({ connected, target, found, learnt: deps.learnt, texts: deps.texts, canGoBack: !given });
    if (answer === back) continue;
    if (answer === undefined) return;
    await deps.lastTarget.remember(connected.connectionId, target);
    await goOn(deps, { connected, target, found: answer.found }, answer);
    return;
  }
}

/** What is uploaded, where, and with which connection: the same from the first question to the last word. */
interface Upload {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
}

async function goOn(deps: SegmentsDeps, asked: Upload, { way, held }: UploadWay): Promise<void> {
  const { target, found } = asked;
  const { environment } = target;
  const ability = way === 'propose' && held !== undefined ? 'submit' : 'change';
  const connected = await keyForAction({
    ...deps,
    abilities: createKeyAbilities(deps.memory),
    connected: asked.connected,
    ability,
    environment,
    title: titleOf(found),
  });
  if (!connected) return undefined;
  const upload = { ...asked, connected };
  const { client } = connected;
  if (way === 'propose' && held !== undefined) return propose(deps, upload, false);

  const plan = await planWith(client, target, found, held ?? 0);
  if (!isPlanned(plan, found) || !plan.ok) return undefined;
  const count = formatNumber(found.keys.length);
  const title =
    held === undefined
      ? t('Activate {0} and send {1} keys', target.name, count)
      : t('Upload {0} keys to {1}', count, target.name);
  const permit = await askPermit(connected, { workspaceId: target.workspace.id, environment: target.environment }, title);
  if (!permit) return undefined;
  const where = { environmentId: target.environment.id, segmentName: target.name };
  if (held === undefined) await activateSegment(client, where, permit);
  if (way === 'propose') return propose(deps, upload, false);
  return tellOutcome(
    deps,
    upload,
    await send(
      client,
      where,
      plan.batches.map(({ keys }) => keys),
      permit,
    ),
  );
}

/** Where the numbers alone pass the limit, the segment is read: keys that it holds already don't count twice. */
async function planWith(
  client: Client,
  { environment, name }: SegmentTarget,
  found: FoundKeys,
  held: number,
): Promise<KeyPlan | Refused> {
  const plan = planUpload(found.keys, held);
  if (plan.ok || plan.refusal.code !== 'tooManyForSegment') return plan;
  const title = t('Reading the keys of {0}, to see how many are new', name);
  const { keys, isComplete } = await tellProgress(title, () => readAllKeys(client, environment.id, name));
  return isComplete ? planUpload(found.keys, new Set(keys)) : plan;
}

function send(
  client: Client,
  where: UploadTarget,
  batches: readonly (readonly string[])[],
  permit: WritePermit,
): Thenable<UploadOutcome> {
  return tellProgress(
    t('Uploading keys to {0}', where.segmentName),
    async (progress, signal) => {
      let shown = 0;
      return runUpload(client, where, batches, {
        permit,
        signal,
        onProgress: (sent, all) => {
          const message = t('{0} of {1} keys', formatNumber(sent), formatNumber(all));
          progress.report({ message, increment: ((sent - shown) / all) * 100 });
          shown = sent;
        },
        onWait: (seconds) => progress.report({ message: t('the service asks to wait {0} s', seconds) }),
      });
    },
    { cancellable: true },
  );
}

async function tellOutcome(deps: SegmentsDeps, upload: Upload, outcome: UploadOutcome): Promise<void> {
  const { target, found } = upload;
  const all = formatNumber(found.keys.length);
  const sent = formatNumber(outcome.sent);
  switch (outcome.outcome) {
    case 'uploaded':
      await deps.learnt.rememberGated(upload.connected.origin, target.environment.id, false);
      deps.refresh();
      tellDone(doneSentence(target, outcome), commandStep(t('Show Keys'), commands.showKeys, { target }));
      return;
    case 'approvalsRequired':
      await deps.learnt.rememberGated(upload.connected.origin, target.environment.id, true);
      await propose(deps, upload, outcome.sent === 0);
      return;
    case 'cancelled':
      deps.refresh();
      tellRefusal(
        t(
          'Cancelled after {0} of {1} keys or a few more, if a part was on its way. Upload the file again to send the rest: keys that are there already don’t count twice.',
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

function doneSentence(target: SegmentTarget, outcome: Extract<UploadOutcome, { outcome: 'uploaded' }>): string {
  const { sent, countBefore, countAfter } = outcome;
  const place = `${target.workspace.name} / ${target.environment.name}`;
  if (countAfter === undefined) {
    return t(
      'All {0} keys were sent to {1} in {2}, but the service did not say how many it holds now.',
      formatNumber(sent),
      target.name,
      place,
    );
  }
  return t(
    '{0} in {1} now holds {2} keys, by the service’s own count ({3} sent, {4} before).',
    target.name,
    place,
    formatNumber(countAfter),
    formatNumber(sent),
    formatNumber(countBefore),
  );
}

async function propose(deps: SegmentsDeps, { connected, target, found }: Upload, isRefused: boolean): Promise<void> {
  const { workspace, environment, name } = target;
  const remarks = oddities(found);
  await deps.propose({
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

function planSentence(refusal: PlanRefusal, file: string): string {
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
      // The others are of removals and undos.
      return t('Nothing was sent.');
  }
}

function titleOf({ keys }: FoundKeys): string {
  return keys.length === 1 ? t('Upload 1 Key') : t('Upload {0} Keys', formatNumber(keys.length));
}
