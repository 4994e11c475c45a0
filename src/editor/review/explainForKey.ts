/**
 * Explain Flag for a Key…: asks for a flag, a key and its attributes, and shows which rule decides for this key in each version
 * of the definition.
 */
import * as vscode from 'vscode';
import { hasStatus, unlessMissing, isCancelled } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import { factsNeededFor, segmentsToLookUp } from '../../domain/audiences/evaluate.ts';
import { isArchived } from '../../domain/definitions/archived.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { definitionAfter, isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { createKeyPages } from '../../operations/keys/keyPages.ts';
import { provenInactive, readUse } from '../../operations/segments/segmentUse.ts';
import { formatNumber, formatTime, requestTitle } from '../words/requestWords.ts';
import { tellProgress } from '../window/notifications.ts';
import { askConfirmation, type ConfirmationField } from '../ask/confirmationList.ts';
import { chooseFlagPlace, flagOfDocument } from '../ask/choosePlace.ts';
import { askText, back } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { flagFrom, type FlagTarget } from '../window/target.ts';
import {
  attributeText,
  explanationText,
  factsOf,
  type ExplainedVersion,
  type KnownKey,
  type SegmentFact,
} from './explanationText.ts';
import type { ReviewContext } from './reviewContext.ts';

const { t } = vscode.l10n;

/** The maximum number of keys in a segment that is read without asking the user. Each call returns at most 1,000 keys. */
const MAX_UNASKED = 10_000;

/** The keys of the segments that were read last, by client (a connection with one of its API keys). */
const keysRead = new WeakMap<Client, Map<string, KeysRead>>();
interface KeysRead {
  readonly keys: ReadonlySet<string>;
  readonly note: string;
}
const MAX_SEGMENTS_READ = 5;
/** The maximum number of segments that are read at the same time. */
const SEGMENTS_AT_ONCE = 5;

export async function explainForKey(deps: ReviewContext, argument: unknown): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const title = t('Explain Flag for a Key');
  const selected = selectedKey();
  const target =
    flagFrom(argument) ??
    (await flagOfDocument(connected, argument ?? vscode.window.activeTextEditor?.document.uri)) ??
    (await chooseFlagPlace({ connected, memory: deps.memory, title }));
  if (!target || target === back) return;
  // The origin is included, because the user can edit a connection so that it leads to a different service.
  const place = JSON.stringify([connected.connectionId, connected.origin]);
  const before = deps.typedKeys.get(place) ?? { key: '', attributes: new Map() };
  const typed = await askText({
    title,
    prompt: t('Which key? Type it exactly. Spaces before and after the key are ignored.'),
    value: selected || before.key,
    validate: (text) => (text.trim() === '' ? t('Type a key, or select one in an editor first.') : undefined),
  });
  if (typeof typed !== 'string') return;
  const key = typed.trim();
  const { attributes } = key === before.key ? before : { attributes: new Map<string, string | undefined>() };
  deps.typedKeys.set(place, { key, attributes });
  const [versions, flag] = await tellProgress(
    t('Reading {0}', target.name),
    (_, signal) =>
      Promise.all([
        readVersions(deps, connected, target, signal),
        connected.client.readFlag(target.workspace.id, target.name, { signal }).catch(throwIfCancelled),
      ]),
    { cancellable: true },
  );
  const asked = factsNeededFor(versions.map(({ definition }) => definition));
  const submit = {
    label: t('Explain {0} for {1}', target.name, key),
    description: t('in {0}', target.environment.name),
    icon: new vscode.ThemeIcon('question'),
  };
  const placeholder = t('Press Enter to explain, or choose a row to add attributes of the key');
  const isSubmitted = async (fields: () => readonly ConfirmationField[]): Promise<boolean> =>
    fields().length === 0 || (await askConfirmation({ placeholder, submit, fields, lines: [] }, { title })) === true;
  if (!(await isSubmitted(() => asked.attributes.map((name) => attributeField(name, attributes, title))))) return;
  const segments = new Map<string, Segment>();
  const known = (): KnownKey => ({ key, attributes, segments: [...segments.values()] });
  const needed = (): readonly string[] => {
    const facts = factsOf(known());
    return [...new Set(versions.flatMap(({ definition }) => segmentsToLookUp(definition, facts)))];
  };
  const lookup: Lookup = { client: connected.client, workspace: target.workspace, environment: target.environment, key };
  if (needed().length > 0) await lookUp(lookup, segments, needed, asked.segments.length);
  const large = known().segments.filter(({ hasKey, count = 0 }: Segment) => hasKey === undefined && count > MAX_UNASKED);
  const wanted = new Set<string>();
  if (!(await isSubmitted(() => large.map((segment) => largeField(segment, wanted))))) return;
  const unread = [...wanted];
  if (wanted.size > 0) await lookUp(lookup, segments, () => unread.splice(0, SEGMENTS_AT_ONCE), wanted.size, true);
  const text = explanationText({ target, versions, ...known(), isArchived: flag !== undefined && isArchived(flag) });
  await deps.texts.open(`${key} – ${target.name}, ${target.environment.name}.txt`, text);
}

/** Returns the selected text of the editor without quotes around it. Empty if it has several lines or is very long. */
function selectedKey(): string {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection).trim() ?? '';
  return /[\r\n]/.test(text) || text.length > 1000 ? '' : text.replace(/^["']|["']?[,;]?$/g, '');
}

/** Reads all versions of the definition: the live one, the draft of this window, and the one in an open change request. */
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
    throwIfCancelled(error);
    versions.push({ label: t('Draft'), definition: undefined, isUnread: true });
  }
  const id = live?.openChangeRequestId;
  if (id) {
    const request = await client.readChangeRequest(id, { signal }).catch(throwIfCancelled);
    const label = request ? t('Change request “{0}”', requestTitle(request)) : t('Open change request');
    const wanted = request && isKnownOperation(request) ? definitionAfter(request, live) : undefined;
    // If the draft equals the definition in the request, only the request is shown.
    if (wanted && isSameDefinition(versions[1]?.definition, wanted)) versions.pop();
    versions.push({ label, definition: wanted, isUnread: !(request && isKnownOperation(request)) });
  }
  return versions;
}

type Lookup = Pick<Connected, 'client'> & Pick<FlagTarget, 'workspace' | 'environment'> & { readonly key: string };

interface Segment extends SegmentFact {
  /** True if the service answered 404. This alone does not prove that the segment is inactive. */
  readonly isMissing?: boolean;
  /** The number of keys of a segment that is too large to be read without asking the user. */
  readonly count?: number;
}

/**
 * Looks the key up in the segments that `needed` returns, a few at a time. Calls `needed` again after each step, until it
 * returns none, because each result can make other segments necessary or unnecessary.
 */
const lookUp = (
  lookup: Lookup,
  segments: Map<string, Segment>,
  needed: () => readonly string[],
  most: number,
  isWanted = false,
): Thenable<void> =>
  tellProgress(
    t('Looking for {0} in {1} segments', lookup.key, most),
    async (progress, signal) => {
      for (let names = needed().slice(0, SEGMENTS_AT_ONCE); names.length > 0; names = needed().slice(0, SEGMENTS_AT_ONCE)) {
        progress.report({ message: names[0]!, increment: (100 * names.length) / most });
        const found = await Promise.all(names.map((name) => lookUpIn(lookup, name, isWanted, signal)));
        const missing = found.filter(({ isMissing }) => isMissing).map(({ name }) => name);
        const place = { workspaceId: lookup.workspace.id, environmentId: lookup.environment.id };
        const inactive = await provenInactive(lookup.client, place, missing, { signal });
        for (const one of found)
          segments.set(one.name, inactive.has(one.name) ? { ...one, hasKey: false, note: t('not active here') } : one);
      }
    },
    { cancellable: true },
  );

/**
 * Finds out whether the segment contains the key. Uses the stored keys if the service still reports the same number. Reads only
 * one page of a large segment unless the user wants all of it. Throws only if the user cancels.
 */
async function lookUpIn(
  { client, environment, key }: Lookup,
  name: string,
  isWanted: boolean,
  signal: AbortSignal,
): Promise<Segment> {
  const remembered = keysRead.get(client) ?? new LimitedMap<string, KeysRead>(MAX_SEGMENTS_READ);
  keysRead.set(client, remembered);
  const id = `${environment.id} ${name}`;
  const known = remembered.get(id);
  const pages = createKeyPages(environment.id, name);
  try {
    const use = known && (await readUse(client, { environmentId: environment.id, segmentName: name }, { signal }));
    if (use?.state === 'active' && use.count === known?.keys.size) return { name, hasKey: known.keys.has(key), note: known.note };
    const first = await pages.next(client, { signal });
    const isLarge = !isWanted && first?.isComplete === false && first.count > MAX_UNASKED;
    if (isLarge && !first.keys.includes(key))
      return { name, hasKey: undefined, note: t('{0} keys, not read', formatNumber(first.count)), count: first.count };
    while (!isLarge && (await pages.next(client, { signal })));
  } catch (error) {
    if (isCancelled(error)) throw error;
    if (hasStatus(error, 404)) {
      const note = t('not active in this environment, or not visible to this API key');
      return { name, hasKey: undefined, note, isMissing: true };
    }
    if (hasStatus(error, 403)) return { name, hasKey: undefined, note: t('this API key isn’t allowed to read it') };
  }
  const { keys, isComplete } = pages.soFar ?? { keys: [], isComplete: false };
  const now = { keys: new Set(keys), note: t('read at {0}', formatTime(Date.now())) };
  if (isComplete && keys.length > 1_000) remembered.set(id, now);
  const hasKey = now.keys.has(key) || (isComplete ? false : undefined);
  return { name, hasKey, note: hasKey === undefined ? t('not all of its keys could be read') : now.note };
}

function attributeField(name: string, attributes: Map<string, string | undefined>, title: string): ConfirmationField {
  const value = attributes.get(name);
  return {
    icon: 'symbol-field',
    label: attributes.has(name) ? attributeText(name, value) : t('{0}: not known', name),
    async edit() {
      const prompt = t(
        'Value of the attribute {0}. Leave this empty if the key has no {0}. Separate values with commas. Type a date in UTC: 2026-10-01 14:30',
        name,
      );
      const answer = await askText({ title, canGoBack: true, prompt, value: value ?? '' });
      if (typeof answer === 'string') attributes.set(name, answer.trim() || undefined);
    },
  };
}

function largeField({ name, count = 0 }: Segment, wanted: Set<string>): ConfirmationField {
  const keys = formatNumber(count);
  const isWanted = wanted.has(name);
  return {
    icon: isWanted ? 'check' : 'list-unordered',
    label: isWanted
      ? t('{0}: its {1} keys will be read', name, keys)
      : t('{0}: not known whether it contains the key. Choose this row to read its {1} keys', name, keys),
    edit: async () => void (isWanted ? wanted.delete(name) : wanted.add(name)),
  };
}

/** Throws a cancellation by the user. Ignores other errors, because the explanation says what could not be read. */
function throwIfCancelled(error: unknown): undefined {
  if (isCancelled(error)) throw error;
}
