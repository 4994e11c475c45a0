/**
 * Open in Browser: opens the page of a flag in the service's web console. The link template of the connection gives its
 * address.
 */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { Connected } from '../window/connected.ts';
import { tellRefusal } from '../window/notifications.ts';
import type { Services } from '../window/services.ts';
import { flagFrom, type FlagTarget } from '../window/target.ts';
import { needsId, fillLinkTemplate } from '../window/webPage.ts';
import { commandStep } from '../words/nextSteps.ts';

const { t } = vscode.l10n;

export async function openInBrowser({ connections }: Services, argument: unknown): Promise<void> {
  const flag = flagFrom(argument);
  const connected = await connections.orAsk();
  if (!flag || !connected) return;
  const template = connections.chosen()?.linkTemplate;
  if (template === undefined) {
    return tellRefusal(
      t(
        'The connection “{0}” has no link template yet, so the address of the flag’s page is not known. Add a link template to the connection.',
        connected.connectionName,
      ),
      commandStep(t('Edit Connection…'), 'flagAdmin.connection.edit'),
    );
  }
  const id = needsId(template) ? await readId(connected, flag) : '';
  if (id === undefined) {
    return tellRefusal(t('The link template needs the ID of “{0}”, which the service doesn’t return.', flag.name));
  }
  const fields = { id, name: flag.name, workspaceId: flag.workspace.id, environmentId: flag.environment.id };
  // As a text, because a Uri would decode an encoded `/` or `#` of a name, and so lead to a different page.
  await vscode.commands.executeCommand('vscode.open', fillLinkTemplate(template, fields));
}

/** Reads the id of the flag. Undefined if the service doesn't return the flag, or returns it without an id. */
async function readId({ client }: Connected, { workspace, name }: FlagTarget): Promise<string | undefined> {
  const flag = await client.readFlag(workspace.id, name).catch(unlessMissing);
  return typeof flag?.id === 'string' ? flag.id : undefined;
}
