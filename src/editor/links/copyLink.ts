/** Copy Link: copies a link to a change request, flag, segment or environment. A colleague can open it in their editor. */
import * as vscode from 'vscode';
import { tellDone, tellRefusal } from '../window/notifications.ts';
import { linkText, MAX_LINK_LENGTH, type LinkedObject } from '../window/objectLink.ts';
import type { Services } from '../window/services.ts';
import { flagFrom, requestFrom, segmentFrom, workspaceFrom } from '../window/target.ts';
import { formatNumber } from '../words/requestWords.ts';

const { t } = vscode.l10n;

/** Copies the link. It contains the origin of the service, ids and names, but no secret. */
export async function copyLink({ connections }: Services, argument: unknown): Promise<void> {
  const object = objectOf(argument);
  const connection = connections.chosen();
  if (!object || !connection) return tellRefusal(t('This row has no link.'));
  // If the editor runs in a browser, the system opens links in the desktop editor, so `uriScheme` would be wrong.
  const scheme = vscode.env.uiKind === vscode.UIKind.Web ? 'vscode' : vscode.env.uriScheme;
  const { origin } = new URL(connection.baseUrl);
  const link = linkText(scheme, { origin, object });
  if (link.length > MAX_LINK_LENGTH) {
    return tellRefusal(t('The link is not copied. It would have more than {0} characters, and Flag Admin does not open such long links.', formatNumber(MAX_LINK_LENGTH))); // prettier-ignore
  }
  await vscode.env.clipboard.writeText(link);
  tellDone(t('The link is copied. It contains no API key. To open it, a person needs a connection to {0}.', origin));
}

function objectOf(argument: unknown): LinkedObject | undefined {
  const object = flagFrom(argument) ?? segmentFrom(argument);
  if (object) {
    const { kind, workspace, environment, name } = object;
    return { kind, workspaceId: workspace.id, environmentId: environment.id, name };
  }
  const place = workspaceFrom(argument);
  if (place?.environment) {
    return { kind: 'environment', workspaceId: place.workspace.id, environmentId: place.environment.id };
  }
  return requestFrom(argument);
}
