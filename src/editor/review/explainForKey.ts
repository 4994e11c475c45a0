/**
 * Explain Flag for a Key…: asks for a flag, a key and its attributes, and shows which rule decides for this key in each version
 * of the definition.
 */
import * as vscode from 'vscode';
import { unlessMissing, isCancelled } from '../../api/errors.ts';
import { factsNeededFor, matchersOf, segmentsToLookUp } from '../../domain/audiences/evaluate.ts';
import { isArchived } from '../../domain/definitions/archived.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { definitionAfter, isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import { formatNumber, requestTitle } from '../words/requestWords.ts';
import { tellProgress } from '../window/notifications.ts';
import { askConfirmation, type ConfirmationField } from '../ask/confirmationList.ts';
import { chooseFlagPlace, flagOfDocument } from '../ask/choosePlace.ts';
import { askText, back } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { flagFrom, type FlagTarget } from '../window/target.ts';
import { attributeText, explanationText, factsOf, type ExplainedVersion, type KnownKey } from './explanationText.ts';
import { lookUp, type Lookup, type Segment } from './lookUpKey.ts';
import type { ReviewContext } from './reviewContext.ts';

const { t } = vscode.l10n;

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
  const definitions = versions.map(({ definition }) => definition);
  const asked = factsNeededFor(definitions);
  const matchers = definitions.flatMap(matchersOf);
  const attributeFields = (): readonly ConfirmationField[] =>
    asked.attributes.map((name) => {
      const types = matchers.flatMap(({ attribute, type }) => (attribute === name ? [type] : []));
      return attributeField(name, types, attributes, title);
    });
  const submit = {
    label: t('Explain {0} for {1}', target.name, key),
    description: t('in {0}', target.environment.name),
    icon: new vscode.ThemeIcon('question'),
  };
  const placeholder = t('Press Enter to explain, or choose a row to add attributes of the key');
  const isSubmitted = async (fields: () => readonly ConfirmationField[]): Promise<boolean> =>
    fields().length === 0 || (await askConfirmation({ placeholder, submit, fields, lines: [] }, { title })) === true;
  if (!(await isSubmitted(attributeFields))) return;
  const segments = new Map<string, Segment>();
  const known = (): KnownKey => ({ key, attributes, segments: [...segments.values()] });
  const needed = (): readonly string[] => {
    const facts = factsOf(known());
    return [...new Set(versions.flatMap(({ definition }) => segmentsToLookUp(definition, facts)))];
  };
  const lookup: Lookup = { client: connected.client, workspace: target.workspace, environment: target.environment, key };
  if (needed().length > 0) await lookUp(lookup, segments, needed, asked.segments.length);
  const large = [...segments.values()].filter(({ count }) => count !== undefined);
  const wanted = new Set<string>();
  if (!(await isSubmitted(() => large.map((segment) => largeField(segment, wanted))))) return;
  const unread = (): readonly string[] => [...wanted].filter((name) => segments.get(name)?.count !== undefined);
  if (wanted.size > 0) await lookUp(lookup, segments, unread, wanted.size, true);
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

/** `types`: the types of the matchers about the attribute. */
function attributeField(
  name: string,
  types: readonly string[],
  attributes: Map<string, string | undefined>,
  title: string,
): ConfirmationField {
  const value = attributes.get(name);
  return {
    icon: 'symbol-field',
    label: attributes.has(name) ? attributeText(name, value) : t('{0}: not known', name),
    async edit() {
      const sentences = [
        t('Value of the attribute {0}. Leave this empty if the key has no {0}.', name),
        types.some((type) => type.endsWith('_SET')) && t('Separate values with commas.'),
        types.some((type) => type.endsWith('_DATE')) && t('Type a date in UTC: 2026-10-01 14:30'),
      ];
      const prompt = sentences.filter(Boolean).join(' ');
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
