/** Compare Segment with Current File…: what only one of them has → as a diff, or made equal by a plan that is shown before it runs. */
import * as vscode from 'vscode';
import { keyDifferenceSteps, sortedSteps, type KeyDifference } from '../../domain/keys/keyDifference.ts';
import { planEqual, type KeyPlan } from '../../domain/keys/keyPlan.ts';
import { drain } from '../../operations/inSlices.ts';
import { askChoice, back, type Option } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { requireWritable } from '../permit.ts';
import { chooseSegmentPlace } from '../pickers/choosePlace.ts';
import { rememberPlace } from '../pickers/recentPlaces.ts';
import { formatNumber } from '../requestWords.ts';
import { segmentFrom, type SegmentTarget } from '../target.ts';
import { tellDone, tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import { confirmEqual } from './confirmEqual.ts';
import { doubtOptions, type LookChoice } from './doubtWords.ts';
import type { SegmentsDeps } from './index.ts';
import { findKeys, readAs, type FoundKeys } from './source/findKeys.ts';
import { lookOptions } from './source/lookOptions.ts';
import { openReport } from './source/openReport.ts';
import { openFileStep, readSource } from './source/readSource.ts';
import { carryOut } from './work/carryOut.ts';
import { readHeld, readState } from './work/held.ts';
import { openKeysAsDiff } from './work/keysAsDiff.ts';
import { planSentence } from './work/planWords.ts';
import { equalSource } from './work/workSource.ts';

const { t } = vscode.l10n;

/** What was compared. */
interface Compared {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
  readonly held: ReadonlySet<string>;
  readonly difference: KeyDifference;
}

/** Looking is free: a permit is asked for only where something is to be changed. */
export async function compareKeys(deps: SegmentsDeps, args: readonly unknown[], read = readSource): Promise<void> {
  const source = await read(args);
  const found = source && (await findKeys(source, t('Compare with {0}', source.description)));
  const connected = found && (await deps.connections.orAsk());
  if (!connected) return;
  const { length } = found.keys;
  const title = length === 1 ? t('Compare with 1 Key') : t('Compare with {0} Keys', formatNumber(length));
  const target = segmentFrom(args[0]) ?? (await chooseSegmentPlace({ connected, title, memory: deps.memory }));
  const held = target && target !== back && (await readHeld(connected, target));
  if (!held) return;
  await rememberPlace(deps.memory, connected.connectionId, target);
  await goOn(deps, { connected, target, found, held, difference: await differenceOf(found, held) });
}

async function differenceOf({ keys }: FoundKeys, held: ReadonlySet<string>): Promise<KeyDifference> {
  const difference = await drain(keyDifferenceSteps(keys, [...held]));
  // Sorted, so that what is to be removed can be had again from the segment, in the same parts.
  return { ...difference, onlyInSegment: await drain(sortedSteps(difference.onlyInSegment)) };
}

async function goOn(deps: SegmentsDeps, compared: Compared): Promise<void> {
  const { target, found, difference } = compared;
  const { onlyInFile, onlyInSegment, both } = difference;
  const { description } = found.source;
  if (onlyInFile.length + onlyInSegment.length === 0) {
    tellDone(planSentence({ code: 'alreadyEqual', count: both.length }, target.name, description));
    return;
  }
  for (;;) {
    const answer = await askChoice<'diff' | 'equal' | LookChoice>({
      title: t('{0} and {1} in {2} / {3}', description, target.name, target.workspace.name, target.environment.name),
      placeholder: t(
        'Only in {0}: {1} · only in {2}: {3} · in both: {4}',
        description,
        formatNumber(onlyInFile.length),
        target.name,
        formatNumber(onlyInSegment.length),
        formatNumber(both.length),
      ),
      options: options(compared),
    });
    if (answer === 'report') {
      await openReport(deps.texts, found);
      continue;
    }
    if (answer === 'readAs' || answer === 'separated') {
      const again = await readAs(found, t('Compare with {0}', description), answer);
      if (again) return goOn(deps, { ...compared, found: again, difference: await differenceOf(again, compared.held) });
      continue;
    }
    if (answer === 'diff') return openKeysAsDiff(deps.texts, target, description, [...compared.held], found.keys);
    if (answer !== 'equal') return undefined;
    if ((await makeEqual(deps, compared)) !== back) return undefined;
  }
}

function options({ target, found, difference }: Compared): readonly Option<'diff' | 'equal' | LookChoice>[] {
  const { onlyInFile, onlyInSegment } = difference;
  const changes = t('adds {0}, removes {1}', formatNumber(onlyInFile.length), formatNumber(onlyInSegment.length));
  return [
    ...doubtOptions(found),
    {
      label: t('Open as diff'),
      detail: t('The keys of both, sorted, side by side'),
      icon: new vscode.ThemeIcon('diff'),
      value: 'diff',
    },
    {
      label: t('Make {0} equal to {1}…', target.name, found.source.description),
      description: changes,
      detail: t('Shows the plan before anything is changed'),
      icon: new vscode.ThemeIcon('arrow-swap'),
      value: 'equal',
    },
    ...lookOptions(found),
  ];
}

async function makeEqual(deps: SegmentsDeps, { connected, target, found, held, difference }: Compared): Promise<unknown> {
  if (!requireTrust() || !requireWritable(connected)) return undefined;
  const plan = planEqual(difference);
  if (!isPlanned(plan, target, found)) return undefined;
  const { texts, learnt } = deps;
  const openRequestId = (await readState(connected, target))?.openRequestId;
  const answer = await confirmEqual({ connected, target, found, difference, plan, learnt, texts, openRequestId });
  if (answer === undefined || answer === back) return answer;
  await carryOut(deps, {
    kind: 'equal',
    connected,
    target,
    source: await equalSource(found, held, difference.both, answer.removedIn),
    batches: plan.batches,
    held,
    way: answer.way,
    comment: answer.comment,
    suggestedComment: t('Equal to {0}.', found.origin),
  });
  return undefined;
}

function isPlanned(plan: ReturnType<typeof planEqual>, { name }: SegmentTarget, { source }: FoundKeys): plan is KeyPlan {
  if (!plan.ok) tellRefusal(planSentence(plan.refusal, name, source.description), openFileStep());
  return plan.ok;
}
