/**
 * Copy Keys to Another Environment…: reads the segment and asks for environments. Shows for each environment which keys would
 * be added, and which keys only that environment has. Then adds or proposes the keys.
 */
import * as vscode from 'vscode';
import { bodyLimitOf } from '../../api/network/baseUrl.ts';
import { keyDifference, planUpload, type KeyDifference, type KeyPlan, type Refused } from '../../domain/keys/keyPlan.ts';
import { askChoice, askSeveral, back, type Option } from '../ask/ask.ts';
import { chooseSegmentPlace } from '../ask/choosePlace.ts';
import { firstKeys } from '../ask/askDoubts.ts';
import { requireTrust, requireWritable } from '../ask/permit.ts';
import { environmentOptions } from '../ask/placeOptions.ts';
import { makeChange } from '../changes/makeChange.ts';
import type { Connected } from '../window/connected.ts';
import { tellDone, tellRefusal } from '../window/notifications.ts';
import { withOwnMark } from '../words/ownText.ts';
import { segmentFrom, type SegmentTarget } from '../window/target.ts';
import { formatNumber, openRequestSentence } from '../words/requestWords.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { keyChange } from './changeOfKeys.ts';
import { callsWords, noPlanSentence, requestLabel } from './messages.ts';
import { activationSentence, readContents, readCount, type SegmentState } from './segmentState.ts';

const { t } = vscode.l10n;

/** What would change in one environment if the keys were copied to it. */
interface EnvironmentCopy {
  readonly target: SegmentTarget;
  /** Undefined = the segment is not active in the environment yet. */
  readonly state: SegmentState | undefined;
  /** A sentence saying that the segment is activated first. Empty if it is active. */
  readonly inactive: string;
  readonly difference: KeyDifference;
  /** Absent = the environment already has all keys. */
  readonly plan?: KeyPlan | Refused;
}

export async function copyKeys(context: SegmentsContext, node: unknown): Promise<void> {
  if (!requireTrust()) return;
  const connected = await context.connections.orAsk();
  if (!connected || !requireWritable(connected)) return;
  const question = { connected, title: t('Copy Keys to Another Environment'), memory: context.memory };
  const from = segmentFrom(node) ?? (await chooseSegmentPlace(question));
  const keys = from && from !== back ? await readContents(connected, from) : undefined;
  if (!from || from === back || !keys) return;
  const place = t('{0} in {1}', from.name, from.environment.name);
  if (keys.size === 0) return tellRefusal(t('{0} contains no keys, so there is nothing to copy.', place));
  const title = t('Copy the {0} keys of {1}', formatNumber(keys.size), place);
  const others = (await environmentOptions(connected, from.workspace)).filter(({ value }) => value.id !== from.environment.id);
  const environments = await askSeveral({ title, placeholder: t('To which environments?'), options: others });
  if (!environments || environments === back) return;
  const copies: EnvironmentCopy[] = [];
  for (const environment of environments) {
    const copy = await readCopy(connected, { ...from, environment }, [...keys]);
    if (!copy) return;
    copies.push(copy);
  }
  const open = copies.filter(isPossible);
  if (copies.every(({ plan }) => !plan)) return tellDone(t('All keys of {0} are already in these environments.', place));
  const way = await askCopy(context, connected, { title, copies, open });
  for (const [index, { target, state, plan }] of way ? open.entries() : []) {
    const order = { kind: 'upload', connected, target, batches: plan.batches, state } as const;
    const source = { description: place, form: { format: 'lines' } } as const;
    const change = keyChange(context, { ...order, source, way: way!, suggestedComment: t('From {0}.', place) });
    let isSent = false;
    try {
      isSent = (await makeChange(context, change)) === true;
    } finally {
      // The message leaves out the environment at which the copying stopped: the user has cancelled there, or has already
      // seen a message about it.
      const left = open.slice(index + 1).map((copy) => copy.target.environment.name);
      if (!isSent && left.length > 0) tellRefusal(t('Nothing was sent to {0}.', left.join(', ')));
    }
    if (!isSent) return;
  }
}

const isPossible = (copy: EnvironmentCopy): copy is EnvironmentCopy & { readonly plan: KeyPlan } =>
  copy.plan?.ok === true && copy.state?.openRequestId === undefined;

/**
 * Reads the keys that the segment has in one environment. Undefined if the user cancels, or if the service does not return all
 * keys (a message says so).
 */
async function readCopy(
  connected: Connected,
  target: SegmentTarget,
  keys: readonly string[],
): Promise<EnvironmentCopy | undefined> {
  const state = await readCount(connected, target);
  const contents = state ? await readContents(connected, target) : new Set<string>();
  if (!contents) return undefined;
  const difference = keyDifference(keys, contents);
  const { onlyInFile } = difference;
  const plan = onlyInFile.length > 0 ? { plan: planUpload(onlyInFile, contents, bodyLimitOf(connected.origin)) } : {};
  const inactive = state ? '' : await activationSentence(connected, target);
  return { target, inactive, state: state && { ...state, count: contents.size, keys: contents }, difference, ...plan };
}

/**
 * Asks one question for all environments. Choosing the row of an environment opens its keys beside the question. Undefined = the
 * user cancelled.
 */
async function askCopy(
  { texts, serviceFacts }: SegmentsContext,
  { origin }: Connected,
  {
    title,
    copies,
    open,
  }: {
    readonly title: string;
    readonly copies: readonly EnvironmentCopy[];
    readonly open: readonly (EnvironmentCopy & { readonly plan: KeyPlan })[];
  },
): Promise<'direct' | 'request' | undefined> {
  const requests = open.reduce((sum, { plan }) => sum + plan.batches.length, 0);
  const names = open.map(({ target }) => target.environment.name).join(', ');
  const direct: Option<'direct'> = { label: t('Add to {0}', names), icon: new vscode.ThemeIcon('cloud-upload'), value: 'direct' };
  const request: Option<'request'> = {
    label: requestLabel(requests),
    description: names,
    icon: new vscode.ThemeIcon('git-pull-request'),
    value: 'request',
  };
  const requiresApprovals = open.some(({ target }) => serviceFacts.requiresApprovals(origin, target.environment.id));
  for (;;) {
    const answer = await askChoice<'direct' | 'request' | EnvironmentCopy>({
      title,
      placeholder: t('Nothing was sent yet'),
      options: [
        ...copies.map(copyRow),
        { separator: '' },
        ...(open.length === 0 ? [] : requiresApprovals ? [request, direct] : [direct, request]),
      ],
    });
    if (typeof answer !== 'object') return answer === back ? undefined : answer;
    const { target, difference } = answer;
    const lines = [
      ...difference.onlyInFile.map((key) => `+ ${key}`),
      '',
      t('Keys that are only in {0}; they are not changed:', target.environment.name),
      ...difference.onlyInSegment.map((key) => `  ${key}`),
    ];
    const name = `${target.name} – ${target.environment.name}.txt`;
    await texts.open(name, withOwnMark(`${lines.join('\n')}\n`), { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }
}

function copyRow(copy: EnvironmentCopy): Option<EnvironmentCopy> {
  const { target, state, inactive, difference, plan } = copy;
  const { environment, name } = target;
  const { onlyInFile, onlyInSegment, both } = difference;
  const [adding, there, same] = [onlyInFile, onlyInSegment, both].map(({ length }) => formatNumber(length));
  const locked = state?.openRequestId === undefined ? '' : openRequestSentence(name, environment.name);
  const refused = plan && !plan.ok ? noPlanSentence(plan.refusal, name, environment.name) : '';
  return {
    label: environment.name,
    description: t('to add: {0} · only in {3}: {1} · in both environments: {2}', adding!, there!, same!, environment.name),
    detail: [locked, refused, inactive, plan?.ok ? callsWords(plan.batches.length) : '', firstKeys(onlyInFile)]
      .filter(Boolean)
      .join('. '),
    icon: new vscode.ThemeIcon(locked || refused ? 'warning' : 'diff'),
    value: copy,
  };
}
