/** Upload Keys from Current File…: find the keys → choose the segment → say what would be sent → send, or propose where an approval is needed. */
import * as vscode from 'vscode';
import { planUpload, type KeyPlan } from '../../domain/keys/keyPlan.ts';
import { back } from '../ask.ts';
import { rememberPlace } from '../pickers/recentPlaces.ts';
import { formatNumber } from '../requestWords.ts';
import { prefersRequest, segmentFrom, wayBack, type SegmentTarget } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import { chooseTarget } from './chooseTarget.ts';
import { confirmUpload, type UploadWay } from './confirmUpload.ts';
import type { SegmentsDeps } from './index.ts';
import { oddities, type FoundKeys } from './source/findKeys.ts';
import { openFileStep, readSource } from './source/readSource.ts';
import { begin } from './work/begin.ts';
import { carryOut } from './work/carryOut.ts';
import { readHeld } from './work/held.ts';
import { planSentence } from './work/planWords.ts';
import { workSource } from './work/workSource.ts';

const { t } = vscode.l10n;

/** `read` gives the source; `args` are all that the command was called with. */
export async function uploadKeys(deps: SegmentsDeps, args: readonly unknown[], read = readSource): Promise<void> {
  const begun = await begin(deps, args, read, (source) => t('Upload Keys from {0}', source));
  if (!begun) return;
  const { connected, found } = begun;
  // Known before anything more is asked: no segment takes so many.
  if (!told(planUpload(found.keys, 0), '', found)) return;

  const given = segmentFrom(args[0]);
  const goBack = wayBack(args[0]);
  for (;;) {
    const where = { connected, title: titleOf(found), memory: deps.memory, canGoBack: goBack !== undefined };
    const target = given ?? (await chooseTarget(where));
    if (target === back) return goBack?.();
    if (!target) return;
    const { learnt, texts } = deps;
    const isRequestFirst = prefersRequest(args[0]);
    const answer = await confirmUpload({
      connected,
      target,
      found,
      learnt,
      texts,
      isRequestFirst,
      canGoBack: !given || goBack !== undefined,
    });
    if (answer === back && given) return goBack?.();
    if (answer === back) continue;
    if (answer === undefined) return;
    await rememberPlace(deps.memory, connected.connectionId, target);
    const planned = await plan({ connected, target }, answer);
    if (!told(planned, target.name, answer.found)) return;
    const remarks = oddities(answer.found);
    await carryOut(deps, {
      kind: 'upload',
      connected,
      target,
      source: workSource(answer.found),
      batches: planned.batches,
      held: planned.held,
      way: answer.way,
      comment: '',
      suggestedComment: remarks === '' ? t('From {0}.', answer.found.origin) : t('From {0}: {1}.', answer.found.origin, remarks),
    });
    return;
  }
}

type Planned = ReturnType<typeof planUpload> & { readonly held: UploadWay['held'] };

/** Where the numbers alone pass the limit, the segment is read: keys that it holds already don't count twice. */
async function plan(
  { connected, target }: { readonly connected: Parameters<typeof readHeld>[0]; readonly target: SegmentTarget },
  { found, held }: UploadWay,
): Promise<Planned> {
  const planned = planUpload(found.keys, held ?? 0);
  if (planned.ok || planned.refusal.code !== 'tooManyForSegment' || typeof held === 'object') return { ...planned, held };
  const read = await readHeld(connected, target);
  return read ? { ...planUpload(found.keys, read), held: read } : { ...planned, held };
}

/** True if there is a plan; else the user is told why there is none. */
function told<T extends ReturnType<typeof planUpload>>(planned: T, segment: string, found: FoundKeys): planned is T & KeyPlan {
  if (!planned.ok) tellRefusal(planSentence(planned.refusal, segment, found.source.description), openFileStep());
  return planned.ok;
}

function titleOf({ keys }: FoundKeys): string {
  return keys.length === 1 ? t('Upload 1 Key') : t('Upload {0} Keys', formatNumber(keys.length));
}
