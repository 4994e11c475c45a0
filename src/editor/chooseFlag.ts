/** Workspace → environment → flag, with Back. */
import { askSteps, type Step } from './ask.ts';
import type { Connected } from './connected.ts';
import { askFlag } from './flagQuestions.ts';
import { environmentStep, workspaceStep } from './places.ts';
import type { EnvironmentRef, FlagTarget, WorkspaceRef } from './target.ts';

/** Undefined = the user walked away. */
export async function chooseFlag(
  connected: Connected,
  title: string,
  pinned?: (workspaceId: string) => readonly string[],
): Promise<FlagTarget | undefined> {
  let chosen: FlagTarget | undefined;
  const steps = flagSteps(connected, title, (target) => (chosen = target), pinned);
  return (await askSteps(steps)) ? chosen : undefined;
}

/** The same as steps of a longer flow. */
export function flagSteps(
  connected: Connected,
  title: string,
  choose: (target: FlagTarget) => void,
  pinned?: (workspaceId: string) => readonly string[],
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
