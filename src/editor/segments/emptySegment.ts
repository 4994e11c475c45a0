/** Empty Segment…: reads the keys, offers to save them as a file, and removes them or proposes to remove them. */
import * as vscode from 'vscode';
import { bodyLimitOf } from '../../api/network/baseUrl.ts';
import { planRemoval } from '../../domain/keys/keyPlan.ts';
import { back } from '../ask/ask.ts';
import { chooseSegmentPlace } from '../ask/choosePlace.ts';
import { connectedToChange } from '../ask/permit.ts';
import { makeChange } from '../changes/makeChange.ts';
import { segmentFrom } from '../window/target.ts';
import { tellRefusal } from '../window/notifications.ts';
import { inPlace } from '../words/placeWords.ts';
import { keysWords } from '../words/requestWords.ts';
import { keyChange } from './changeOfKeys.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { confirmPlan } from './confirmPlan.ts';
import { emptySentence, missingSentence } from './messages.ts';
import { readContents, readCount } from './segmentState.ts';

const { t } = vscode.l10n;

export async function emptySegment(deps: SegmentsContext, argument: unknown): Promise<void> {
  const connected = await connectedToChange(deps.connections);
  if (!connected) return;
  const { memory } = deps;
  const target = segmentFrom(argument) ?? (await chooseSegmentPlace({ connected, memory, title: t('Empty Segment') }));
  if (!target || target === back) return;
  const counted = await readCount(connected, target);
  if (!counted) return tellRefusal(missingSentence({ target }));
  const keys = await readContents(connected, target);
  if (!keys) return;
  const { name } = target;
  const plan = planRemoval([...keys], keys, bodyLimitOf(connected.origin));
  if (!plan.ok) return tellRefusal(emptySentence({ target }));
  const state = { ...counted, count: keys.size, keys };
  const way = await confirmPlan(deps, {
    connected,
    target,
    plan,
    state,
    title: inPlace(t('Empty {0}', name), target),
    facts: t('The segment contains {0} now', keysWords(keys.size)),
    undoWords: () => t('Once this window is closed, this change can’t be resumed or undone'),
  });
  if (way === undefined || way === back) return;
  const source = { description: inPlace(name, target), form: { format: 'lines' } } as const;
  const order = { kind: 'removal', connected, target, source, batches: plan.batches, state, way, suggestedComment: '' } as const;
  await makeChange(deps, keyChange(deps, order));
}
