/** Explain Flag for a Key…: flag and key → attributes → the keys of its segments → what decides, live, in a draft and in an open request. */
import * as vscode from 'vscode';
import { unlessMissing, isCancelled } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import { asksFor } from '../../domain/audiences/evaluate.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { readAllKeys } from '../../operations/keys/keyPages.ts';
import { readUse } from '../../operations/segments/segmentUse.ts';
import { formatNumber, formatTime, requestTitle } from '../words/requestWords.ts';
import { tellProgress } from '../window/notifications.ts';
import { askSheet, type SheetField } from '../ask/sheet.ts';
import { chooseFlagPlace, flagAt } from '../ask/choosePlace.ts';
import { askText, back } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { flagFrom, type FlagTarget } from '../window/target.ts';
import { attributeText, explanationText, type SegmentFact, type ExplainedVersion } from './explanationText.ts';
import type { ReviewContext } from './context.ts';

const { t } = vscode.l10n;

/** Larger segments are read only if the person asks for it: each page has 1,000 keys at most. */
const MAX_UNASKED = 10_000;

/** The keys of the segments that were read last, by client: that is a connection with one of its API keys. */
const keysRead = new WeakMap<Client, Map<string, { readonly keys: ReadonlySet<string>; readonly note: string }>>();
const MAX_SEGMENTS_READ = 5;

export async function explainForKey(deps: ReviewContext, argument: unknown): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const title = t('Explain Flag for a Key');
  const selected = selectedKey();
  const target =
    flagFrom(argument) ??
    (await flagAt(connected, argument ?? vscode.window.activeTextEditor?.document.uri)) ??
    (await chooseFlagPlace({ connected, memory: deps.memory, title }));
  if (!target || target === back) return;
  // The address, too: after an edit, the connection may lead to another service.
  const place = JSON.stringify([connected.connectionId, connected.origin]);
  const before = deps.typedKeys.get(place) ?? { key: '', attributes: new Map() };
  const typed = await askText({
    title,
    prompt: t('Which key? It is matched letter by letter, without blanks at its ends.'),
    value: selected || before.key,
    validate: (text) => (text.trim() === '' ? t('Type a key, or select one in an editor first.') : undefined),
  });
  if (typeof typed !== 'string') return;
  const key = typed.trim();
  const { attributes } = key === before.key ? before : { attributes: new Map<string, string | undefined>() };
  deps.typedKeys.set(place, { key, attributes });
  const lookup = { client: connected.client, environment: target.environment, key };
  const read = async (_progress: unknown, signal: AbortSignal) => {
    const versions = await readVersions(deps, connected, target, signal);
    const asked = asksFor(versions.map(({ definition }) => definition));
    const segments = await Promise.all(asked.segments.map((name) => findSegment(lookup, name, signal)));
    return { versions, asked, segments };
  };
  const { versions, asked, segments } = await tellProgress(t('Reading {0}', target.name), read, { cancellable: true });
  const fields = (): readonly SheetField[] => [
    ...asked.attributes.map((name) => attributeField(name, attributes, title)),
    ...segments.filter(({ count = 0 }) => count > MAX_UNASKED).map(largeField),
  ];
  const submit = {
    label: t('Explain {0} for {1}', target.name, key),
    description: t('in {0}', target.environment.name),
    icon: new vscode.ThemeIcon('question'),
  };
  const sheet = { placeholder: t('Enter explains it. Choose a row to say more of the key'), submit, fields, lines: [] };
  if (fields().length > 0 && (await askSheet(sheet, { title })) !== true) return;
  await readSegments(lookup, segments);
  const text = explanationText({ target, versions, key, attributes, segments });
  await deps.texts.open(`${key} – ${target.name}, ${target.environment.name}.txt`, text);
}

/** One line that is selected in the active editor, without quotes and separators around it. */
function selectedKey(): string {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection).trim() ?? '';
  return /[\r\n]/.test(text) || text.length > 1000 ? '' : text.replace(/^["']|["']?[,;]?$/g, '');
}

/** What is live, and beside it a draft of this window and an open change request. */
async function readVersions(
  { definitionDrafts }: ReviewContext,
  { client, connectionId }: Connected,
  { workspace, environment, name }: FlagTarget,
  signal: AbortSignal,
): Promise<readonly ExplainedVersion[]> {
  const live = await client.readDefinition(workspace.id, name, environment.id, { signal }).catch(unlessMissing);
  const versions: ExplainedVersion[] = [{ label: t('Live definition'), definition: live }];
  try {
    const list = await definitionDrafts.open();
    const draft = list.find({ connectionId, workspace, environment, flagName: name });
    const wanted = draft && (await list.definitionOf(draft.id));
    const definition = wanted && { ...wanted, killed: live?.killed ?? false };
    if (draft) versions.push({ label: t('Draft'), definition, isUnread: !wanted });
  } catch (error) {
    unlessCancelled(error);
    versions.push({ label: t('Draft'), definition: undefined, isUnread: true });
  }
  const id = live?.openChangeRequestId;
  if (id) {
    const request = await client.readChangeRequest(id, { signal }).catch(unlessCancelled);
    const label = request ? t('Change request “{0}”', requestTitle(request)) : t('Open change request');
    const wanted = request && definitionAfter(request, live);
    // A draft that was submitted is this request.
    if (wanted && isSameDefinition(versions[1]?.definition, wanted)) versions.pop();
    versions.push({ label, definition: wanted, isUnread: !request });
  }
  return versions;
}

type Lookup = Pick<Connected, 'client'> & Pick<FlagTarget, 'environment'> & { readonly key: string };

interface Segment extends SegmentFact {
  /** Of its keys, where they can be read. */
  readonly count?: number;
  isWanted?: boolean;
}

/** What can be said before its keys are read: they were read before and are as many now, or they can't be. */
async function findSegment({ client, environment, key }: Lookup, name: string, signal: AbortSignal): Promise<Segment> {
  const use = await readUse(client, { environmentId: environment.id, segmentName: name }, { signal }).catch(unlessCancelled);
  if (!use) return { name, isIn: undefined, note: t('not all of it could be read') };
  if (use.state === 'inactive') return { name, isIn: false, note: t('not active here') };
  if (use.state === 'unseen') return { name, isIn: undefined, note: t('this API key may not read it') };
  const { count } = use;
  const known = keysRead.get(client)?.get(`${environment.id} ${name}`);
  if (known?.keys.size === count) return { name, isIn: known.keys.has(key), note: known.note };
  return { name, isIn: undefined, note: t('{0} keys, not read', formatNumber(count)), count, isWanted: count <= MAX_UNASKED };
}

function attributeField(name: string, attributes: Map<string, string | undefined>, title: string): SheetField {
  const value = attributes.get(name);
  return {
    icon: 'symbol-field',
    label: attributes.has(name) ? attributeText(name, value) : t('{0}: not known', name),
    async edit() {
      const prompt = t(
        '{0} of the key. Nothing: it has none. Several values: with commas. A date is in UTC: 2026-10-01 14:30',
        name,
      );
      const answer = await askText({ title, canGoBack: true, prompt, value: value ?? '' });
      if (typeof answer === 'string') attributes.set(name, answer.trim() || undefined);
    },
  };
}

function largeField(segment: Segment): SheetField {
  const keys = formatNumber(segment.count!);
  return {
    icon: segment.isWanted ? 'check' : 'list-unordered',
    label: segment.isWanted
      ? t('{0}: its {1} keys will be read', segment.name, keys)
      : t('{0}: not known. Choose this row to read its {1} keys', segment.name, keys),
    edit: async () => void (segment.isWanted = !segment.isWanted),
  };
}

/** A service that fails half way leaves what was read: of the rest it is not known. */
const readSegments = ({ client, environment, key }: Lookup, segments: readonly Segment[]): Thenable<void> =>
  tellProgress(
    t('Looking for {0} in {1} segments', key, segments.length),
    async (progress, signal) => {
      const remembered = keysRead.get(client) ?? new LimitedMap(MAX_SEGMENTS_READ);
      keysRead.set(client, remembered);
      for (const segment of segments.filter(({ isWanted }) => isWanted)) {
        const { name } = segment;
        progress.report({ message: name, increment: 100 / segments.length });
        const read = await readAllKeys(client, environment.id, name, { signal }).catch(unlessCancelled);
        const now = { keys: new Set(read?.keys), note: t('read at {0}', formatTime(Date.now())) };
        if (read?.isComplete) remembered.set(`${environment.id} ${name}`, now);
        segment.isIn = now.keys.has(key) || (read?.isComplete ? false : undefined);
        segment.note = segment.isIn === undefined ? t('not all of it could be read') : now.note;
      }
    },
    { cancellable: true },
  );

/** What can't be read is said to be so; who cancels wants no more of it. */
function unlessCancelled(error: unknown): undefined {
  if (isCancelled(error)) throw error;
}
