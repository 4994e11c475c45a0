/** Explain Flag for a Key…: flag and key → attributes → the keys of its segments → what decides, live, in a draft and in an open request. */
import * as vscode from 'vscode';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import type { FlagDefinition } from '../../api/model.ts';
import type { DraftPlace } from '../../operations/definitionDrafts/draft.ts';
import { asksFor } from '../../domain/audiences/explain.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { readAllKeys } from '../../operations/keyPages.ts';
import { readUse } from '../../operations/segmentUse.ts';
import { formatNumber, titleOf } from '../formats/requestWords.ts';
import { tellProgress } from '../messages/notifications.ts';
import { askSheet, type SheetField } from '../pickers/askSheet.ts';
import { chooseFlagPlace, flagAt } from '../pickers/choosePlace.ts';
import { askText, back } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { flagFrom, type FlagTarget } from '../service/target.ts';
import { marked } from '../texts/ownText.ts';
import { explanationText, type SegmentFact, type Version } from './explanationText.ts';
import type { ReviewDeps } from './index.ts';

const { t } = vscode.l10n;

/** Larger segments are read only if the person asks for it: each page has 1,000 keys at most. */
const MAX_UNASKED = 10_000;

/** What was typed last: nothing of it is lost where the service fails or the person walks away. */
const last = { key: '', attributes: new Map<string, string | undefined>() };

interface KeysRead {
  readonly keys: ReadonlySet<string>;
  readonly at: Date;
}

/** The keys of the segments that were read last, with the API key in use. */
const keysRead = new WeakMap<Client, Map<string, KeysRead>>();
const MAX_SEGMENTS_READ = 5;

export async function explainForKey(deps: ReviewDeps, argument: unknown): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const title = t('Explain Flag for a Key');
  const selected = selectedKey();
  const target =
    flagFrom(argument) ??
    (await flagAt(connected, argument ?? vscode.window.activeTextEditor?.document.uri)) ??
    (await chooseFlagPlace({ connected, memory: deps.memory, title }));
  if (!target || target === back) return;
  const typed = await askText({
    title,
    prompt: t('Which key? It is matched letter by letter, without blanks at its ends.'),
    value: selected || last.key,
    validate: (text) => (text.trim() === '' ? t('Type a key, or select one in an editor first.') : undefined),
  });
  if (typeof typed !== 'string') return;
  const key = typed.trim();
  if (key !== last.key) Object.assign(last, { key, attributes: new Map() });
  const { attributes } = last;
  const read = await tellProgress(
    t('Reading {0}', target.name),
    async (_progress, signal) => {
      const versions = await readVersions(deps, connected, target, signal);
      const asked = asksFor(versions.map(({ definition }) => definition));
      const sizes = await Promise.all(asked.segments.map((name) => readSize(connected, target, name, signal)));
      return { versions, asked, segments: sizes };
    },
    { cancellable: true },
  ).then(undefined, cancelled);
  if (!read) return;
  const { versions, asked, segments } = read;
  const sheet = {
    placeholder: t('Enter explains it. Choose a row to say more of the key'),
    submit: {
      label: t('Explain {0} for {1}', target.name, key),
      description: t('in {0}', target.environment.name),
      icon: new vscode.ThemeIcon('question'),
    },
    fields: () => [...asked.attributes.map((name) => attributeField(name, attributes, title)), ...segments.flatMap(largeField)],
    lines: [],
  };
  const needsAnswers = asked.attributes.length > 0 || segments.some(({ state }) => state === 'large');
  if (needsAnswers && (await askSheet(sheet, { title })) !== true) return;
  const facts = await readSegments(connected, target, segments, key);
  if (!facts) return;
  const text = explanationText({ target, versions, key, attributes, segments: facts });
  await deps.texts.open(`${key} – ${target.name}, ${target.environment.name}.txt`, marked(text));
}

/** One line that is selected in the active editor, without quotes and separators around it. */
function selectedKey(): string {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection).trim() ?? '';
  return /[\r\n]/.test(text) || text.length > 1000 ? '' : text.replace(/^["']|["']?[,;]?$/g, '');
}

/** What is live, and beside it a draft of this window and an open change request. */
async function readVersions(
  { drafts }: ReviewDeps,
  { client, connectionId }: Connected,
  { workspace, environment, name }: FlagTarget,
  signal: AbortSignal,
): Promise<readonly Version[]> {
  const live = await client.readDefinition(workspace.id, name, environment.id, { signal }).catch((error: unknown) => {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  });
  const versions: Version[] = [{ label: t('Live definition'), definition: live }];
  versions.push(...(await draftVersions(drafts, { connectionId, workspace, environment, flagName: name }, live)));
  const id = live?.openChangeRequestId;
  if (id) {
    const request = await client.readChangeRequest(id, { signal }).catch(cancelledOnly);
    const failure = t('It can’t be read: this API key may not see it, or the service failed.');
    versions.push({
      label: request ? t('Change request “{0}”', titleOf(request)) : t('Open change request'),
      definition: request && definitionAfter(request, live),
      ...(!request && { failure }),
    });
  }
  return versions;
}

async function draftVersions(
  drafts: ReviewDeps['drafts'],
  place: DraftPlace,
  live: FlagDefinition | undefined,
): Promise<readonly Version[]> {
  const label = t('Draft');
  const failed = { label, definition: undefined, failure: t('It can’t be read: open it to see its problems.') };
  try {
    const draft = await drafts?.findDraft(place);
    if (!draft) return [];
    const wanted = await drafts?.read(draft.id);
    return [wanted ? { label, definition: { ...wanted, killed: live?.killed ?? false } } : failed];
  } catch {
    return [failed];
  }
}

/** `large` = it is read only if the person asks for it, and then `wanted`. */
interface Sized {
  readonly name: string;
  readonly count: number;
  state: 'small' | 'large' | 'wanted' | 'inactive' | 'unseen' | 'failed';
  /** Its keys as they were read before, if it has as many now. */
  readonly known?: KeysRead;
}

async function readSize({ client }: Connected, { environment }: FlagTarget, name: string, signal: AbortSignal): Promise<Sized> {
  const use = await readUse(client, { environmentId: environment.id, segmentName: name }, { signal }).catch(cancelledOnly);
  if (use?.state !== 'active') return { name, count: 0, state: use?.state ?? 'failed' };
  const { count } = use;
  const known = keysRead.get(client)?.get(`${environment.id} ${name}`);
  if (known?.keys.size === count) return { name, count, state: 'small', known };
  return { name, count, state: count > MAX_UNASKED ? 'large' : 'small' };
}

function rememberKeys(client: Client, id: string, read: KeysRead): void {
  const all = keysRead.get(client) ?? new Map<string, KeysRead>();
  keysRead.set(client, all);
  all.delete(id);
  all.set(id, read);
  if (all.size > MAX_SEGMENTS_READ) all.delete(all.keys().next().value!);
}

function attributeField(name: string, attributes: Map<string, string | undefined>, title: string): SheetField {
  const value = attributes.get(name);
  const label = !attributes.has(name)
    ? t('{0}: not known', name)
    : value === undefined
      ? t('{0}: has none', name)
      : `${name} = ${value}`;
  return {
    icon: 'symbol-field',
    label,
    async edit() {
      const prompt = t('{0} of the key. Nothing = it has none; several values: with commas; a date: 2026-10-01', name);
      const answer = await askText({ title, canGoBack: true, prompt, value: value ?? '' });
      if (typeof answer === 'string') attributes.set(name, answer.trim() === '' ? undefined : answer.trim());
    },
  };
}

function largeField(segment: Sized): readonly SheetField[] {
  if (segment.state !== 'large' && segment.state !== 'wanted') return [];
  const keys = formatNumber(segment.count);
  return [
    {
      icon: segment.state === 'wanted' ? 'check' : 'list-unordered',
      label:
        segment.state === 'wanted'
          ? t('{0}: its {1} keys will be read', segment.name, keys)
          : t('{0}: not known. Choose this row to read its {1} keys', segment.name, keys),
      edit: async () => void (segment.state = segment.state === 'large' ? 'wanted' : 'large'),
    },
  ];
}

/** Undefined = the person cancelled. A service that fails half way leaves what was read: of the rest it is not known. */
function readSegments(
  { client }: Connected,
  { environment }: FlagTarget,
  segments: readonly Sized[],
  key: string,
): Thenable<readonly SegmentFact[] | undefined> {
  return tellProgress(
    t('Looking for {0} in {1} segments', key, segments.length),
    async (progress, signal) => {
      const facts: SegmentFact[] = [];
      for (const { name, count, state, known } of segments) {
        progress.report({ message: name, increment: 100 / segments.length });
        if (state === 'inactive') facts.push({ name, isIn: false, note: t('not active here') });
        else if (state === 'unseen') facts.push({ name, isIn: undefined, note: t('this API key may not read it') });
        else if (state === 'failed') facts.push({ name, isIn: undefined, note: t('it could not be read') });
        else if (state === 'large') facts.push({ name, isIn: undefined, note: t('{0} keys, not read', formatNumber(count)) });
        else if (known) facts.push({ name, isIn: known.keys.has(key), at: known.at });
        else {
          try {
            const { keys, isComplete } = await readAllKeys(client, environment.id, name, { signal });
            const now = { keys: new Set(keys), at: new Date() };
            if (isComplete) rememberKeys(client, `${environment.id} ${name}`, now);
            const isIn = now.keys.has(key) || (isComplete ? false : undefined);
            facts.push({ name, isIn, at: now.at, ...(!isComplete && { note: t('the service did not give all keys') }) });
          } catch (error) {
            if (isCancelled(error)) return undefined;
            facts.push({ name, isIn: undefined, note: t('it could not be read') });
          }
        }
      }
      return facts;
    },
    { cancellable: true },
  );
}

function cancelled(error: unknown): undefined {
  if (!isCancelled(error)) throw error;
}

/** What can't be read is said to be so; who cancels wants no more of it. */
function cancelledOnly(error: unknown): undefined {
  if (isCancelled(error)) throw error;
}
