/**
 * Compare Definition between Environments…: compares two definitions of a flag. Each is the definition in an environment, in a
 * published change request or in a draft.
 */
import * as vscode from 'vscode';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { systemClock } from '../../time/clock.ts';
import type { ChangeRequest } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { findEnvironment } from '../../operations/changeRequests/findEnvironment.ts';
import { askChoice, back, type Option } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { chooseFlagPlace, flagOfDocument } from '../ask/choosePlace.ts';
import { environmentOptions } from '../ask/placeOptions.ts';
import { ageInWords, operationSentence, requestTitle } from '../words/requestWords.ts';
import { flagFrom, isObject, requestFrom, type EnvironmentRef } from '../window/target.ts';
import { tellRefusal } from '../window/notifications.ts';
import { activeUri } from '../window/definitionUri.ts';
import type { ReviewContext } from './reviewContext.ts';
import { openPanel } from './panels.ts';
import type { Comparison, Side } from './subject.ts';

const { t } = vscode.l10n;

/** The maximum number of pages of published requests that are searched for requests of the same flag. */
const MAX_PAGES = 10;

export async function compareDefinitions(deps: ReviewContext, argument: unknown): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const request = requestFrom(argument);
  const comparison = request
    ? await chooseStates(deps, connected, request.id)
    : ((await comparisonWithDraft(deps, connected, argument)) ?? (await chooseEnvironments(deps, connected, argument)));
  if (comparison) await openPanel(deps, { kind: 'comparison', comparison });
}

/**
 * Compares the live definition with a draft of this window. Undefined if there is no draft, or if the argument is not `{target:
 * FlagTarget, isWithDraft: true}`.
 */
async function comparisonWithDraft(
  { definitionDrafts }: ReviewContext,
  { connectionId }: Connected,
  argument: unknown,
): Promise<Comparison | undefined> {
  const target = flagFrom(argument);
  if (!target || !isObject(argument) || argument.isWithDraft !== true) return undefined;
  const { workspace, environment, name: flagName } = target;
  const draft = (await definitionDrafts.open()).find({ connectionId, workspace, environment, flagName });
  return (
    draft && {
      workspace: { id: workspace.id, name: workspace.name },
      flagName,
      before: { kind: 'environment', environment },
      after: { kind: 'draft', id: draft.id, label: t('your draft') },
    }
  );
}

/** Asks for the flag and the environments. Undefined if the user cancelled, or if the workspace has no other environment. */
async function chooseEnvironments(
  { memory }: ReviewContext,
  connected: Connected,
  argument: unknown,
): Promise<Comparison | undefined> {
  const title = t('Compare Definition between Environments');
  const target =
    flagFrom(argument) ??
    (await flagOfDocument(connected, argument ?? activeUri())) ??
    (await chooseFlagPlace({ connected, memory, title }));
  if (!target || target === back) return undefined;
  const { workspace, environment: before, name: flagName } = target;
  const others = (await environmentOptions(connected, workspace)).filter(({ value }) => value.id !== before.id);
  if (others.length === 0) {
    tellRefusal(t('The workspace “{0}” has no other environment that this API key can see.', workspace.name));
    return undefined;
  }
  const after = await askChoice<EnvironmentRef>({
    title,
    isFirstActive: true,
    placeholder: t('Compare {0} in {1} with which environment?', flagName, before.name),
    options: others,
  });
  if (after === undefined || after === back) return undefined;
  return {
    workspace: { id: workspace.id, name: workspace.name },
    flagName,
    before: { kind: 'environment', environment: before },
    after: { kind: 'environment', environment: after },
  };
}

/**
 * Asks with what to compare the definition of a published change request: the live definition, or that of another published
 * request. Undefined if the user cancelled, or if the request contains no definition.
 */
export async function chooseStates(
  { serviceFacts }: Pick<ReviewContext, 'serviceFacts'>,
  connected: Connected,
  id: string,
): Promise<Comparison | undefined> {
  const { client, origin } = connected;
  const request = await client.readChangeRequest(id);
  const { flag, workspace } = request;
  const title = requestTitle(request);
  // A request to kill, restore or archive a flag contains only the name of the flag, and no definition.
  if (!flag || !workspace || !hasDefinition(request)) {
    tellRefusal(t('“{0}” contains no definition to compare.', title));
    return undefined;
  }
  const environmentOf = (of: string): EnvironmentRef | undefined => serviceFacts.environmentOf(origin, of);
  const environment = environmentOf(id) ?? (await findEnvironment(client, request));
  const isOfSameEnvironment = (other: ChangeRequest): boolean => {
    const itsId = other.flag?.environment?.id ?? environmentOf(other.id)?.id;
    return itsId === undefined || environment === undefined || itsId === environment.id;
  };
  let { id: name } = workspace;
  const after = await askChoice<Side>({
    title: t('Compare “{0}”', title),
    placeholder: t('Choose what to compare with the definition of {0} that this request published', flag.name),
    options: async (signal) => {
      const options = { signal };
      name = (await catalogOf(client).workspaces.findNew(workspace.id, options))?.name ?? name;
      const environments = environment
        ? [{ value: environment }]
        : await environmentOptions(connected, { id: workspace.id, name });
      const now = environments.map(({ value }) => ({
        label: t('The current definition in {0}', value.name),
        icon: new vscode.ThemeIcon('pulse'),
        value: { kind: 'environment', environment: value } as const,
      }));
      const others = (await otherPublishedRequests(client, request, options)).filter(isOfSameEnvironment).map(optionOf);
      return others.length === 0 ? now : [...now, { separator: '' }, ...others];
    },
  });
  if (after === undefined || typeof after === 'symbol') return undefined;
  return { workspace: { id: workspace.id, name }, flagName: flag.name, before: { kind: 'request', id, label: title }, after };
}

/** Returns the other published requests of the same flag that contain a definition. */
async function otherPublishedRequests(
  client: Connected['client'],
  { id, flag, workspace }: ChangeRequest,
  options: CallOptions,
): Promise<readonly ChangeRequest[]> {
  const published = catalogOf(client).requests({ status: 'PUBLISHED' });
  const newerThan = systemClock.now();
  for (let [page, count] = [0, 1]; page < MAX_PAGES; page += 1) {
    await published.read({ count, newerThan, signal: options.signal });
    if (!published.hasMore) break;
    count = published.items.length + 1;
  }
  const isOfFlag = (other: ChangeRequest): boolean => other.flag?.name === flag?.name && other.workspace?.id === workspace?.id;
  return published.items.filter((other) => isOfFlag(other) && other.id !== id && hasDefinition(other));
}

/**
 * Returns a row for a request. Two requests can have the same title, so the row also shows the time of the last comment. This
 * is not always the time of the decision.
 */
function optionOf(request: ChangeRequest): Option<Side> {
  const when = request.comments.at(-1)?.timestamp;
  return {
    label: requestTitle(request),
    description: operationSentence(request),
    ...(when && { detail: t('Last comment {0}', ageInWords(when)) }),
    icon: new vscode.ThemeIcon('pass'),
    value: { kind: 'request', id: request.id, label: requestTitle(request) },
  };
}

const hasDefinition = (request: ChangeRequest): boolean =>
  Boolean(request.flag) && definitionAfter(request, undefined) !== undefined;
