/** Workspace → environment → flag, with Back. */
import type { Environment, Workspace } from '../api/model.ts';
import { askSteps, type Step } from './ask.ts';
import type { Connected } from './connected.ts';
import { askEnvironment, askFlag, askWorkspace } from './flagQuestions.ts';
import type { FlagTarget } from './target.ts';

/** Undefined = the user walked away. */
export async function chooseFlag(connected: Connected, title: string): Promise<FlagTarget | undefined> {
  let chosen: FlagTarget | undefined;
  const steps = flagSteps(connected, title, (target) => (chosen = target));
  return (await askSteps(steps)) ? chosen : undefined;
}

/** The same as steps of a longer flow. */
export function flagSteps({ client }: Connected, title: string, choose: (target: FlagTarget) => void): readonly Step[] {
  let workspace: Workspace | undefined;
  let environment: Environment | undefined;
  return [
    async (position) => {
      const answer = await askWorkspace(client, { ...position, title });
      if (answer === undefined || typeof answer === 'symbol') return answer;
      workspace = answer;
      return true;
    },
    async (position) => {
      const answer = await askEnvironment(client, workspace?.id ?? '', { ...position, title });
      if (answer === undefined || typeof answer === 'symbol') return answer;
      environment = answer;
      return true;
    },
    async (position) => {
      const answer = await askFlag(client, workspace?.id ?? '', { ...position, title });
      if (typeof answer !== 'string') return answer;
      if (!workspace || !environment || answer === '') return undefined;
      choose(targetOf(workspace, environment, answer));
      return true;
    },
  ];
}

const targetOf = (workspace: Workspace, environment: Environment, name: string): FlagTarget => ({
  kind: 'flag',
  workspace: { id: workspace.id, name: workspace.name, requiresTitleAndComments: workspace.requiresTitleAndComments === true },
  environment: { id: environment.id, name: environment.name, isProduction: environment.production !== false },
  name,
});
