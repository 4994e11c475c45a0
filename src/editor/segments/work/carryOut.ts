/** From a plan to its end: the right API key → the permit → a work in the journal → sent, or proposed → what is now true. */
import * as vscode from 'vscode';
import type { KeyBatch } from '../../../domain/keys/keyPlan.ts';
import { activateSegment } from '../../../operations/activateSegment.ts';
import { createKeyAbilities } from '../../../operations/keyAbilities.ts';
import type { KeyWork, WorkKind, WorkSource } from '../../../operations/keyWork/keyWork.ts';
import { startKeyWork } from '../../../operations/keyWork/startKeyWork.ts';
import type { WritePermit } from '../../../operations/productionGuard.ts';
import { askText } from '../../ask.ts';
import type { Connected } from '../../connected.ts';
import { keyForAction } from '../../keyForAction.ts';
import { askPermit } from '../../permit.ts';
import type { SegmentTarget } from '../../target.ts';
import type { SegmentsDeps } from '../index.ts';
import { heldReadAt } from './held.ts';
import { mayMakeEqual } from './mayMakeEqual.ts';
import { proposeNext } from './proposeNext.ts';
import { suggestedTitle } from './requestTitles.ts';
import { send } from './send.ts';
import { holdKeys } from './workRoom.ts';
import { actionTitle } from './workWords.ts';

const { t } = vscode.l10n;

/** What is to be done, as it was asked and planned. */
export interface Order {
  readonly kind: WorkKind;
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly source: WorkSource;
  readonly batches: readonly KeyBatch[];
  /** What the segment holds: which keys or how many; undefined = it is not active here yet. */
  readonly held: number | ReadonlySet<string> | undefined;
  readonly way: 'direct' | 'request';
  /** Of a removal, for the audit log; '' = none was asked for. */
  readonly comment: string;
  /** What the comment of a change request is at first. */
  readonly suggestedComment: string;
  /** Asked after the last question, before anything is sent, with the work; false = the user was told why not. */
  readonly mayBegin?: (work: KeyWork) => Promise<boolean>;
}

/** A work, and what it needs to go on. */
export interface WorkInHand {
  readonly connected: Connected;
  readonly work: KeyWork;
  readonly keys: readonly string[];
  readonly suggestedComment?: string;
  readonly mayBegin?: Order['mayBegin'];
  /** The keys that the segment held before, where they were read. */
  readonly held?: ReadonlySet<string>;
}

export async function carryOut(deps: SegmentsDeps, order: Order): Promise<void> {
  const { kind, target, source, batches, held, way, suggestedComment } = order;
  const { environment, workspace, name } = target;
  const keyCount = batches.reduce((sum, { keys }) => sum + keys.length, 0);
  const title = actionTitle({ kind, target, keyCount });
  const connected = await keyForAction({
    ...deps,
    abilities: createKeyAbilities(deps.memory),
    connected: order.connected,
    ability: way === 'request' && held !== undefined ? 'submit' : 'change',
    environment,
    title,
  });
  if (!connected) return;

  const comment = way === 'direct' ? await commentFor(order, title) : order.comment;
  if (comment === undefined) return;
  let permit: WritePermit | undefined;
  if (way === 'direct' || held === undefined) {
    const heading = held === undefined ? t('Activate {0}: {1}', name, title) : title;
    permit = await askPermit(connected, { workspaceId: workspace.id, environment }, heading);
    if (!permit) return;
  }
  if (held === undefined && permit) {
    await activateSegment(connected.client, { environmentId: environment.id, segmentName: name }, permit);
  }
  const heldAt = heldReadAt(held);
  const { connectionId, connectionName, origin, keyName, instance } = connected;
  const { work, keys } = await startKeyWork({
    kind,
    connection: { id: connectionId, name: connectionName, origin, keyName, ...(instance !== undefined && { instance }) },
    target: { workspace, environment, name, trafficType: target.trafficType },
    source,
    batches,
    held: held ?? 0,
    ...(heldAt !== undefined && { heldAt }),
    way,
    title: suggestedTitle({ kind, keyCount, target, source }),
    comment,
    startedAt: Date.now(),
  });
  holdKeys(deps.room, work, keys);
  const mayBegin = kind === 'equal' ? mayMakeEqual(connected, keys) : order.mayBegin;
  const inHand: WorkInHand = {
    connected,
    work,
    keys,
    suggestedComment,
    ...(mayBegin && { mayBegin }),
    ...(typeof held === 'object' && { held }),
  };
  if (way === 'request' || !permit) await proposeNext(deps, inHand, false);
  else if (!mayBegin || (await mayBegin(work))) await send(deps, inHand, permit);
}

/** Some workspaces take no change without one. Undefined = the user walked away. */
async function commentFor({ comment, target, suggestedComment }: Order, title: string): Promise<string | undefined> {
  if (comment !== '' || !target.workspace.requiresTitleAndComments) return comment;
  const answer = await askText({
    title,
    prompt: t('{0} wants a comment with each change: why is this one made?', target.workspace.name),
    value: suggestedComment,
    validate: (text) => (text.trim() === '' ? t('Write a word or two.') : undefined),
  });
  return typeof answer === 'string' ? answer.trim() : undefined;
}
