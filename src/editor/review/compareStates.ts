/** What a change request made of a flag, beside what is there now or what another request made of it. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import type { CallOptions } from '../../api/transport.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { findEnvironment } from '../../operations/findEnvironment.ts';
import { allPages } from '../allPages.ts';
import { askChoice, type Option } from '../ask.ts';
import type { Connected } from '../connected.ts';
import type { EnvironmentRef } from '../target.ts';
import { ageInWords, operationSentence, titleOf } from '../requestWords.ts';
import { tellRefusal } from '../tell.ts';
import type { ReviewDeps } from './index.ts';
import type { Comparison, Side } from './subject.ts';

const { t } = vscode.l10n;

/** Pages of published requests that are looked through for others of the same flag. */
const MAX_PAGES = 10;
const PAGE = 100;

/** Undefined = the user walked away, or was told why there is nothing to compare. */
export async function compareStates(
  deps: ReviewDeps,
  { client, origin }: Connected,
  id: string,
): Promise<Comparison | undefined> {
  const request = await client.readChangeRequest(id);
  const { flag, workspace } = request;
  // Kill, restore and archive name the flag only: there is no definition in them.
  if (!flag || !workspace || !hasDefinition(request)) {
    tellRefusal(t('“{0}” carries no definition that could be compared.', titleOf(request)));
    return undefined;
  }
  const environment = deps.learnt.environmentOf(origin, id) ?? (await findEnvironment(client, request));
  let { id: name } = workspace;
  const answer = await askChoice<Side>({
    title: t('Compare “{0}”', titleOf(request)),
    placeholder: t('What it made of {0}, with…', flag.name),
    options: async (signal) => {
      const workspaces = await allPages((offset) => client.listWorkspaces({ offset, limit: 200 }, { signal }));
      name = workspaces.find((one) => one.id === workspace.id)?.name ?? name;
      return sides((other) => deps.learnt.environmentOf(origin, other)?.id, client, request, environment, { signal });
    },
  });
  if (answer === undefined || typeof answer === 'symbol') return undefined;
  const own: Side = { kind: 'request', id, label: titleOf(request) };
  return { workspace: { id: workspace.id, name }, flagName: flag.name, before: own, after: answer };
}

async function sides(
  whereWas: (requestId: string) => string | undefined,
  client: Connected['client'],
  request: ChangeRequest,
  environment: EnvironmentRef | undefined,
  options: CallOptions,
): Promise<readonly (Option<Side> | { readonly separator: string })[]> {
  const environments = environment ? [environment] : await environmentsOf(client, request);
  const now = environments.map((one) => ({
    label: t('What is in {0} now', one.name),
    icon: new vscode.ThemeIcon('pulse'),
    value: { kind: 'environment', environment: one } as const,
  }));
  const others: ChangeRequest[] = [];
  let marker: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { status: 'PUBLISHED', limit: PAGE, ...(marker === undefined ? {} : { marker: { next: marker } }) };
    const found = await client.listChangeRequests(query, options);
    others.push(...found.data.filter((other) => isOfSame(other, request, environment?.id, whereWas)));
    if (found.nextMarker === undefined || found.nextMarker === marker) break;
    marker = found.nextMarker;
  }
  const published = others.map((other) => ({
    label: titleOf(other),
    description: operationSentence(other),
    ...publishedWhen(other),
    icon: new vscode.ThemeIcon('pass'),
    value: { kind: 'request', id: other.id, label: titleOf(other) } as const,
  }));
  return published.length === 0 ? now : [...now, { separator: t('published before or after it') }, ...published];
}

/** The decision is the last of the history; two states may have one title. */
function publishedWhen({ comments }: ChangeRequest): { readonly detail?: string } {
  const when = comments.at(-1)?.timestamp;
  return when ? { detail: t('Published {0}', ageInWords(when)) } : {};
}

function isOfSame(
  other: ChangeRequest,
  { id, flag, workspace }: ChangeRequest,
  environmentId: string | undefined,
  whereWas: (requestId: string) => string | undefined,
): boolean {
  if (other.id === id || other.flag?.name !== flag?.name || other.workspace?.id !== workspace?.id || !hasDefinition(other))
    return false;
  const where = other.flag?.environment?.id ?? whereWas(other.id);
  return where === undefined || environmentId === undefined || where === environmentId;
}

const hasDefinition = (request: ChangeRequest): boolean =>
  request.flag !== undefined && request.flag !== null && definitionAfter(request, undefined) !== undefined;

async function environmentsOf(client: Connected['client'], { workspace }: ChangeRequest): Promise<readonly EnvironmentRef[]> {
  const all = await client.listEnvironments(workspace?.id ?? '');
  return all.map(({ id, name, production }) => ({ id, name, isProduction: production !== false }));
}
