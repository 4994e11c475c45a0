/** Opens the object to which a link leads. This never changes anything, and never switches the connection without asking. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import type { Client } from '../../api/client.ts';
import type { Connected, Connection } from '../window/connected.ts';
import { confirm, tellProgress, tellRefusal } from '../window/notifications.ts';
import { askText } from '../ask/ask.ts';
import { linkIn, type LinkedObject, type ObjectLink } from '../window/objectLink.ts';
import type { Services } from '../window/services.ts';
import { workspaceRef, type EnvironmentRef, type WorkspaceRef } from '../window/target.ts';
import { environmentFrom } from '../../operations/learned/environments.ts';
import { commandStep } from '../words/nextSteps.ts';
import { quoted } from '../words/quotes.ts';

const { t } = vscode.l10n;

/**
 * Opens a link. `link` is undefined if the text was not a valid link. Makes no call to a service for which there is no
 * connection.
 */
export async function openLink({ connections }: Services, link: ObjectLink | undefined): Promise<void> {
  if (!link) return tellRefusal(t('This link is incomplete or damaged. Ask for a new one.'));
  const connection = connectionTo(link.origin, connections.chosen(), connections.all());
  if (!connection) {
    return tellRefusal(
      t('This link leads to {0}, and you have no connection to it.', link.origin),
      commandStep(t('Add Connection…'), 'flagAdmin.connection.add', link.origin),
    );
  }
  if (connection.id !== connections.chosen()?.id) {
    const sentence = t('Switch to {0}?', quoted(connection.name));
    const detail = t('The link leads to {0}, which is not the connection in use.', link.origin);
    if (!(await confirm(sentence, detail, t('Switch')))) return;
    await connections.switchTo(connection.id);
    // The connection may have been removed while the question was open.
    if (connections.chosen()?.id !== connection.id)
      return tellRefusal(t('The link is not opened, because {0} is not the connection in use.', quoted(connection.name)));
  }
  if (link.object.kind === 'changeRequest') {
    await vscode.commands.executeCommand('flagAdmin.changeRequest.open', link.object.id);
    return;
  }
  const connected = await connections.inUse();
  if (connected) await openPlace(connected, link.object);
}

/** Open Link…: opens the link in `text`. If there is none, asks for a link. */
export async function openPastedLink(services: Services, text: unknown): Promise<void> {
  const validate = (typed: string): string | undefined =>
    linkIn(typed) ? undefined : t('This link is incomplete or damaged. Ask for a new one.');
  const prompt = t('Paste a link that “Copy Link” has copied');
  const link = typeof text === 'string' ? text : await askText({ title: t('Open Link'), prompt, validate });
  if (typeof link === 'string') await openLink(services, linkIn(link));
}

/** Returns a connection to the service with this origin. Prefers the connection in use. Undefined if there is none. */
function connectionTo(origin: string, chosen: Connection | undefined, all: readonly Connection[]): Connection | undefined {
  const leads = ({ baseUrl }: Connection): boolean => URL.canParse(baseUrl) && new URL(baseUrl).origin === origin;
  return chosen && leads(chosen) ? chosen : all.find(leads);
}

/**
 * Opens the definition of a flag or the keys of a segment, or shows an environment in the tree. First reads the names of the
 * workspace and the environment, because the link contains only their ids.
 */
async function openPlace({ client }: Connected, object: Exclude<LinkedObject, { kind: 'changeRequest' }>): Promise<void> {
  const place = await tellProgress(t('Opening the link…'), (_, signal) => readPlace(client, object, signal), {
    cancellable: true,
  });
  if (!place) {
    const sentence = t('The link leads to an environment that this API key can’t see, or that does not exist any more.');
    return tellRefusal(sentence, commandStep(t('Use API Key…'), 'flagAdmin.apiKey.use'));
  }
  if (object.kind === 'environment') {
    await vscode.commands.executeCommand('flagAdmin.node.reveal', { target: { kind: 'workspace', ...place } });
    return;
  }
  const { kind, name } = object;
  if (kind === 'flag') await vscode.commands.executeCommand('flagAdmin.flag.open', { target: { kind, ...place, name } });
  else await vscode.commands.executeCommand('flagAdmin.segment.showKeys', { target: { kind, ...place, name, trafficType: '' } });
}

/** Reads the workspace and the environment. Undefined if the API key can't see one of them. */
async function readPlace(
  client: Client,
  { workspaceId, environmentId }: { readonly workspaceId: string; readonly environmentId: string },
  signal: AbortSignal,
): Promise<{ readonly workspace: WorkspaceRef; readonly environment: EnvironmentRef } | undefined> {
  const catalog = catalogOf(client);
  const [workspace, environment] = await Promise.all([
    catalog.workspaces.findNew(workspaceId, { signal }),
    catalog.environments(workspaceId).findNew(environmentId, { signal }).catch(unlessMissing),
  ]);
  if (!workspace || !environment) return undefined;
  return { workspace: workspaceRef(workspace), environment: environmentFrom(environment) };
}
