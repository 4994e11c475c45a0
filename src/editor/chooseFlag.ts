/** Workspace → environment → flag, with Back. */
import type { Environment, Workspace } from '../api/model.ts';
import { askSteps, type Step } from './ask.ts';
import type { Connected } from './connected.ts';
import { askEnvironment, askFlag, askWorkspace } from './flagQuestions.ts';
import type { FlagTarget } from './target.ts';

/** Undefined = the user walked away. */
export async function chooseFlag({ client }: Connected, title: string): Promise<FlagTarget | undefined> {
  let workspace: Workspace | undefined;
  let environment: Environment | undefined;
  let name: string | undefined;
  const steps: readonly Step[] = [
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
      name = answer;
      return true;
    },
  ];
  if (!(await askSteps(steps)) || !workspace || !environment || !name) return undefined;
  return {
    kind: 'flag',
    workspace: { id: workspace.id, name: workspace.name, requiresTitleAndComments: workspace.requiresTitleAndComments === true },
    environment: { id: environment.id, name: environment.name, isProduction: environment.production !== false },
    name,
  };
}
