/** One sheet of what a proposal would change in each environment, and what is missing there. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { askChoice, type Option } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import type { DefinitionPlace } from '../texts/definitionUri.ts';
import type { EnvironmentRef } from '../service/target.ts';
import { changeLinesOf } from './confirmChange.ts';
import type { DefinitionsContext } from './context.ts';
import { titleOf } from './documents.ts';

const { t } = vscode.l10n;

/** What stands against proposing the definition to an environment. */
export interface Plan {
  readonly environment: EnvironmentRef;
  readonly place: DefinitionPlace;
  readonly live: FlagDefinition | undefined;
  /** Why nothing can be proposed there; undefined = it can. */
  readonly obstacle: string | undefined;
  /** What would not work there as it does here: segments that are missing, for one. */
  readonly missing: readonly string[];
}

interface Agreed {
  readonly plans: readonly Plan[];
  readonly way: 'request' | 'directly';
}

/** Below what can be done stands what would change. Undefined = the user walked away. */
export async function confirmPlans(
  context: DefinitionsContext,
  connected: Connected,
  place: DefinitionPlace,
  plans: readonly Plan[],
  wanted: FlagDefinition,
): Promise<Agreed | undefined> {
  const names = (some: readonly Plan[]): string => namesOf(some.map(({ environment }) => environment));
  const whole = plans.filter(({ missing }) => missing.length === 0);
  const isWhole = whole.length === plans.length;
  const option = (label: string, icon: string, value: Agreed): Option<Agreed | false> => ({
    label,
    icon: new vscode.ThemeIcon(icon),
    value,
  });
  const all = { plans, way: 'request' } as const;
  const ways = [
    ...(isWhole || whole.length === 0
      ? []
      : [option(t('Only where nothing is missing: {0}', names(whole)), 'check', { plans: whole, way: 'request' })]),
    isWhole
      ? option(t('Submit a change request to each: {0}', names(plans)), 'git-pull-request', all)
      : option(t('Propose it all the same: {0}', names(plans)), 'warning', all),
    ...(isWhole && !plans.every(({ environment }) => isGated(context, connected, environment))
      ? [option(t('Change it at once, where no approval is asked for: {0}', names(plans)), 'zap', { plans, way: 'directly' })]
      : []),
  ];
  for (;;) {
    const answer = await askChoice<Agreed | false>({
      title: t('Propose {0}', titleOf(place)),
      placeholder: isWhole ? t('This would change in each environment') : t('Something of it is missing there'),
      options: [...ways, ...plans.flatMap((plan) => linesOf(plan, wanted))],
    });
    if (answer === undefined || typeof answer === 'symbol') return undefined;
    if (answer) return answer;
  }
}

function linesOf(
  { environment, live, missing }: Plan,
  wanted: FlagDefinition,
): readonly (Option<false> | { readonly separator: string })[] {
  const line = (label: string, icon: string): Option<false> => ({
    label,
    icon: new vscode.ThemeIcon(icon),
    value: false,
  });
  return [
    { separator: environment.name },
    ...missing.map((sentence) => line(sentence, 'warning')),
    ...changeLinesOf(wanted, live, environment).map((sentence) => line(sentence, 'info')),
  ];
}

export const isGated = ({ serviceFacts }: DefinitionsContext, { origin }: Connected, { id }: EnvironmentRef): boolean =>
  serviceFacts.isGated(origin, id) === true;

export const namesOf = (environments: readonly EnvironmentRef[]): string => environments.map(({ name }) => name).join(', ');
