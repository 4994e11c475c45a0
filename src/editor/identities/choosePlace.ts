/** Workspace → environment → traffic type, with Back: where identities are saved. */
import * as vscode from 'vscode';
import type { TrafficType } from '../../api/model.ts';
import { askChoice, askSteps, back } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { environmentStep, workspaceStep } from '../places.ts';
import type { EnvironmentRef, WorkspaceRef } from '../target.ts';
import { tellRefusal } from '../tell.ts';

const { t } = vscode.l10n;

const none = Symbol('none');

export interface IdentityTarget {
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly trafficType: { readonly id: string; readonly name: string };
}

/** Undefined = the user walked away, or was told why there is nothing to choose. */
export async function choosePlace(connected: Connected, title: string): Promise<IdentityTarget | undefined> {
  let workspace: WorkspaceRef | undefined;
  let environment: EnvironmentRef | undefined;
  let trafficType: TrafficType | undefined;
  const isChosen = await askSteps([
    workspaceStep(connected, title, (answer) => (workspace = answer)),
    environmentStep({ connected, title, workspace: () => workspace, choose: (answer) => (environment = answer) }),
    async (position) => {
      if (!workspace) return undefined;
      const { id, name } = workspace;
      const answer = await askChoice<TrafficType | typeof none>({
        ...position,
        title,
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
      if (answer === none) {
        tellRefusal(t('No traffic type of {0} is known. Create a segment there: it has one.', name));
        return undefined;
      }
      if (answer === undefined || answer === back) return answer;
      trafficType = answer;
      return true;
    },
  ]);
  if (!isChosen || !workspace || !environment || !trafficType) return undefined;
  return { workspace, environment, trafficType };
}
