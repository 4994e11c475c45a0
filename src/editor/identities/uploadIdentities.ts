/**
 * Upload Identities from Current File…: reads the rows, asks for the columns, the environment and the traffic type, shows what
 * would be sent, sends the identities, and marks the rows that the service did not accept.
 */
import * as vscode from 'vscode';
import type { TrafficType } from '../../api/model.ts';
import { columnHash, lastChoice, rememberChoice } from '../../operations/learned/keyFiles.ts';
import { tellRefusal } from '../window/notifications.ts';
import { chooseEnvironment } from '../ask/choosePlace.ts';
import { askChoice, back } from '../ask/ask.ts';
import { readTrafficTypes } from '../ask/placeOptions.ts';
import { requireTrust, requireWritable } from '../ask/permit.ts';
import { orChangeFailed } from '../changes/attempt.ts';
import { outcomeSentences } from '../words/changeFailure.ts';
import type { Connected } from '../window/connected.ts';
import { inPlace } from '../words/placeWords.ts';
import type { Services } from '../window/services.ts';
import { confirmIdentities } from './confirmIdentities.ts';
import { findIdentities, identityFileHash, readSourceFile } from './readIdentities.ts';
import { sendIdentities, type IdentityTarget } from './sendIdentities.ts';

const { t } = vscode.l10n;

/** Uploads identities. `args`: all arguments of the command. */
export async function uploadIdentities(
  services: Services,
  problems: vscode.DiagnosticCollection,
  args: readonly unknown[],
): Promise<void> {
  if (!requireTrust()) return;
  const file = await readSourceFile(args);
  const found = file && (await findIdentities(file, services.memory));
  if (!found) return;
  const connection = await services.connections.orAsk();
  if (!connection || !requireWritable(connection)) return;
  const title = t('Upload Identities from {0}', file.description);
  const fileHash = identityFileHash(found);
  const target = await chooseTarget(connection, title, lastChoice(services.memory, fileHash).trafficType);
  if (!target) return;
  const confirmed = await confirmIdentities(services, found, {
    title: inPlace(target.trafficType.name, target),
    placeholder: t('Nothing was sent yet'),
    detail: ({ mapping: { attributes } }) =>
      t(
        'From {0}. Attributes: {1}. Identities that already exist get these attributes, too',
        file.description,
        attributes.map(({ id }) => id).join(', '),
      ),
  });
  if (!confirmed) return;
  const keyColumn = columnHash(found.table.columns[found.mapping.keyColumn]!.name);
  await rememberChoice(services.memory, fileHash, { keyColumn, trafficType: target.trafficType.name });
  problems.delete(file.document.uri);
  await orChangeFailed(outcomeSentences(inPlace(title, target)), () =>
    sendIdentities(services, { connection, target, found: confirmed, problems, title }, confirmed.identities),
  );
}

/** Asks for environment and traffic type, with Back. Undefined = the user cancelled, or was told why there is nothing to choose. */
async function chooseTarget(connected: Connected, title: string, last: string | undefined): Promise<IdentityTarget | undefined> {
  for (;;) {
    const place = await chooseEnvironment(connected, { title });
    if (place === undefined || place === back) return undefined;
    const { id, name } = place.workspace;
    const trafficType = await askChoice<TrafficType | 'none'>({
      title,
      canGoBack: true,
      isFirstActive: true,
      placeholder: t('Which traffic type?'),
      // The traffic types that the service lists, or those of the workspace's segments if the service can't list any.
      options: async (signal) => {
        const types = await readTrafficTypes(connected, id, signal);
        return types
          .map((type) => ({
            label: type.name,
            ...(type.name === last && { description: t('used last time for a file like this') }),
            icon: new vscode.ThemeIcon('symbol-class'),
            value: type,
          }))
          .toSorted((one, other) => Number(other.label === last) - Number(one.label === last));
      },
      whenEmpty: 'none',
    });
    if (trafficType === 'none')
      tellRefusal(t('No traffic type of {0} is known. Create a segment in {0}: each segment has a traffic type.', name));
    if (trafficType === 'none' || trafficType === undefined) return undefined;
    if (trafficType !== back) return { ...place, trafficType };
  }
}
