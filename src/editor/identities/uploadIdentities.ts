/** Upload Identities from Current File…: rows and columns → where → say what would be sent → send → mark what was not taken. */
import * as vscode from 'vscode';
import type { TrafficType } from '../../api/model.ts';
import { tellRefusal } from '../window/notifications.ts';
import { chooseEnvironment } from '../ask/choosePlace.ts';
import { askChoice, back } from '../ask/ask.ts';
import { requireTrust, requireWritable } from '../ask/permit.ts';
import type { Connected } from '../window/connected.ts';
import { marked } from '../window/ownText.ts';
import type { Services } from '../window/services.ts';
import { findIdentities, readSourceFile, type FoundIdentities } from './readIdentities.ts';
import { identityOddities, identityReportText, saveLabel } from './identityReport.ts';
import { sendIdentities, type IdentityTarget } from './sendIdentities.ts';

const { t } = vscode.l10n;

/** `args` are all that the command was called with. */
export async function uploadIdentities(
  services: Services,
  problems: vscode.DiagnosticCollection,
  args: readonly unknown[],
): Promise<void> {
  if (!requireTrust()) return;
  const file = await readSourceFile(args);
  const found = file && (await findIdentities(file));
  if (!found) return;
  const connection = await services.connections.orAsk();
  if (!connection || !requireWritable(connection)) return;
  const title = t('Upload Identities from {0}', file.description);
  const target = await chooseTarget(connection, title);
  if (!target || !(await isConfirmed(services, found, target))) return;
  problems.delete(found.file.document.uri);
  await sendIdentities(services, { connection, target, found, problems, title }, found.identities);
}

/** Environment → traffic type, with Back. Undefined = the user walked away, or was told why there is nothing to choose. */
async function chooseTarget(connected: Connected, title: string): Promise<IdentityTarget | undefined> {
  for (;;) {
    const place = await chooseEnvironment(connected, { title });
    if (place === undefined || place === back) return undefined;
    const { id, name } = place.workspace;
    const trafficType = await askChoice<TrafficType | 'none'>({
      title,
      canGoBack: true,
      isFirstActive: true,
      placeholder: t('Which traffic type?'),
      // Of the service, or of the workspace's segments where it has no such call.
      options: async (signal) =>
        (await connected.client.listTrafficTypes(id, { signal })).map((type) => ({
          label: type.name,
          icon: new vscode.ThemeIcon('symbol-class'),
          value: type,
        })),
      whenEmpty: 'none',
    });
    if (trafficType === 'none') tellRefusal(t('No traffic type of {0} is known. Create a segment there: it has one.', name));
    if (trafficType === 'none' || trafficType === undefined) return undefined;
    if (trafficType !== back) return { ...place, trafficType };
  }
}

/** Says what goes where; the report opens beside, and the question is asked again. */
async function isConfirmed(services: Services, found: FoundIdentities, target: IdentityTarget): Promise<boolean> {
  const { workspace, environment, trafficType } = target;
  const { file, mapping } = found;
  for (;;) {
    const answer = await askChoice<'save' | 'report'>({
      title: t('{0} in {1} / {2}', trafficType.name, workspace.name, environment.name),
      placeholder: t('Nothing was sent yet'),
      options: [
        {
          label: saveLabel(found),
          detail: t(
            'From {0}, with {1}. Identities that are there already get these attributes',
            file.description,
            mapping.attributes.map(({ id }) => id).join(', '),
          ),
          icon: new vscode.ThemeIcon('cloud-upload'),
          value: 'save',
        },
        {
          label: t('Show what was found'),
          detail: identityOddities(found) || t('Every row is saved as it is'),
          icon: new vscode.ThemeIcon('list-flat'),
          value: 'report',
        },
      ],
    });
    if (answer !== 'report') return answer === 'save';
    await services.texts.open(t('{0} – found.txt', file.name), marked(identityReportText(found)), {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    });
  }
}
