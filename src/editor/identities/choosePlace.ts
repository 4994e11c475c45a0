/** Environment → traffic type, with Back: where identities are saved. */
import * as vscode from 'vscode';
import type { TrafficType } from '../../api/model.ts';
import { askChoice, back } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { chooseEnvironment } from '../pickers/choosePlace.ts';
import type { EnvironmentRef, WorkspaceRef } from '../service/target.ts';
import { tellRefusal } from '../messages/notifications.ts';

const { t } = vscode.l10n;

const none = Symbol('none');

export interface IdentityTarget {
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly trafficType: { readonly id: string; readonly name: string };
}

/** Undefined = the user walked away, or was told why there is nothing to choose. */
export async function choosePlace(connected: Connected, title: string): Promise<IdentityTarget | undefined> {
  for (;;) {
    const place = await chooseEnvironment(connected, { title });
    if (place === undefined || place === back) return undefined;
    const { id, name } = place.workspace;
    const trafficType = await askChoice<TrafficType | typeof none>({
      title,
      canGoBack: true,
      isFirstActive: true,
      placeholder: t('What are the keys?'),
      // Of the service, or of the workspace's segments where it has no such call.
      options: async (signal) =>
        (await connected.client.listTrafficTypes(id, { signal })).map((type) => ({
          label: type.name,
          icon: new vscode.ThemeIcon('symbol-class'),
          value: type,
        })),
      whenEmpty: none,
    });
    if (trafficType === none) tellRefusal(t('No traffic type of {0} is known. Create a segment there: it has one.', name));
    if (trafficType === none || trafficType === undefined) return undefined;
    if (trafficType !== back) return { ...place, trafficType };
  }
}
