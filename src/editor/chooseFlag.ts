/** Which flag, in which environment: in steps with Back, or at once. */
import * as vscode from 'vscode';
import type { CallOptions } from '../api/transport.ts';
import { askChoice, askSteps, type Option, type Step } from './ask.ts';
import type { Connected } from './connected.ts';
import { addressOf } from './definitionUri.ts';
import { askFlag, knownFlags } from './flagQuestions.ts';
import { environmentOption, environmentOptions, environmentStep, workspaceOptions, workspaceStep } from './places.ts';
import type { EnvironmentRef, FlagTarget, WorkspaceRef } from './target.ts';

const { t } = vscode.l10n;

type Pinned = (workspaceId: string) => readonly string[];

/** What can be listed at once: a call or two for each workspace, and no list that nobody can read. */
const MAX_WORKSPACES = 12;
const MAX_LISTED = 3000;

/** The flag of a definition's document, with its place as the service has it now; undefined for all else, and for another connection's. */
export async function flagAt(connected: Connected, uri: unknown): Promise<FlagTarget | undefined> {
  const place = uri ? addressOf(uri as vscode.Uri)?.place : undefined;
  if (place?.connectionId !== connected.connectionId) return undefined;
  const workspace = (await workspaceOptions(connected)).find(({ value }) => value.id === place.workspace.id)?.value;
  const environment =
    workspace && (await environmentOptions(connected, workspace)).find(({ value }) => value.id === place.environment.id)?.value;
  return environment && { kind: 'flag', workspace, environment, name: place.flagName };
}

/**
 * One question, where there is no time for more: all known flags in all environments, the one whose definition is open first
 * and then production, and the way in steps for what is not among them. Undefined = the user walked away.
 */
export async function chooseFlagAtOnce(connected: Connected, title: string, pinned: Pinned): Promise<FlagTarget | undefined> {
  const answer = await askChoice<FlagTarget | 'other'>({
    title,
    placeholder: t('Which flag? Type its name, and choose the environment'),
    options: async (signal) => {
      const [open, known] = await Promise.all([
        flagAt(connected, vscode.window.activeTextEditor?.document.uri),
        flagsEverywhere(connected, pinned, { signal }),
      ]);
      const first = open && { ...rowOf(open), isActive: true };
      const others = known.filter(({ label, description }) => label !== first?.label || description !== first.description);
      return [
        ...(first ? [first] : []),
        ...others,
        { separator: '' },
        { label: t('Another flag…'), icon: new vscode.ThemeIcon('list-tree'), isAlwaysShown: true, value: 'other' },
      ];
    },
  });
  if (answer === 'other') return chooseFlag(connected, title, pinned);
  return typeof answer === 'symbol' ? undefined : answer;
}

async function flagsEverywhere(
  connected: Connected,
  pinned: Pinned,
  options: CallOptions,
): Promise<readonly Option<FlagTarget>[]> {
  const workspaces = (await workspaceOptions(connected, options)).slice(0, MAX_WORKSPACES).map(({ value }) => value);
  const known = await Promise.all(
    workspaces.map(async (workspace) => {
      const [flags, environments] = await Promise.all([
        knownFlags(connected.client, workspace.id, pinned(workspace.id), options),
        environmentOptions(connected, workspace),
      ]);
      const productionFirst = environments.toSorted(
        (one, other) => Number(other.value.isProduction) - Number(one.value.isProduction),
      );
      return flags.flatMap((name) =>
        productionFirst.map(({ value: environment }) => rowOf({ kind: 'flag', workspace, environment, name })),
      );
    }),
  );
  return known.flat().slice(0, MAX_LISTED);
}

/** The editor sorts what is typed for by the label: rows of one label keep their order, production first. */
const rowOf = (value: FlagTarget): Option<FlagTarget> => ({
  ...environmentOption(value.environment),
  label: value.name,
  description: `${value.workspace.name} / ${value.environment.name}`,
  value,
});

/** Undefined = the user walked away. */
export async function chooseFlag(connected: Connected, title: string, pinned?: Pinned): Promise<FlagTarget | undefined> {
  let chosen: FlagTarget | undefined;
  const steps = flagSteps(connected, title, (target) => (chosen = target), pinned);
  return (await askSteps(steps)) ? chosen : undefined;
}

/** The same as steps of a longer flow. */
export function flagSteps(
  connected: Connected,
  title: string,
  choose: (target: FlagTarget) => void,
  pinned?: Pinned,
): readonly Step[] {
  let workspace: WorkspaceRef | undefined;
  let environment: EnvironmentRef | undefined;
  return [
    workspaceStep(connected, title, (chosen) => (workspace = chosen)),
    environmentStep({ connected, title, workspace: () => workspace, choose: (chosen) => (environment = chosen) }),
    async (position) => {
      const answer = await askFlag(connected.client, workspace?.id ?? '', { ...position, title }, pinned?.(workspace?.id ?? ''));
      if (typeof answer !== 'string') return answer;
      if (!workspace || !environment || answer === '') return undefined;
      choose({ kind: 'flag', workspace, environment, name: answer });
      return true;
    },
  ];
}
