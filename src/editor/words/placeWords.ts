/**
 * Describes an environment and its workspace in rows, questions and sentences. Also has the icons of environments: production
 * has a red shield.
 */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import type { EnvironmentRef } from '../../operations/learned/environments.ts';

const { t } = vscode.l10n;

/** The fields of an environment that a sentence needs. */
interface NamedEnvironment {
  readonly name: string;
  readonly isProduction: boolean;
}

interface NamedPlace {
  readonly workspace: { readonly name: string };
  readonly environment: { readonly name: string };
}

/** Returns for example “Storefront / production”. */
export const placeLabel = ({ workspace, environment }: NamedPlace): string => `${workspace.name} / ${environment.name}`;

/** Returns for example “new-search in Storefront / production”. `what` is a name, or a phrase such as “Add 42 keys to beta”. */
export const inPlace = (what: string, { workspace, environment }: NamedPlace): string =>
  t('{0} in {1} / {2}', what, workspace.name, environment.name);

/** Returns the name of a definition for a sentence: “new-search in Storefront / production”. */
export const definitionTitle = (place: NamedPlace & { readonly flagName: string }): string => inPlace(place.flagName, place);

/**
 * Returns for example “production · Storefront”. If the environment is production but has a different name, adds the word
 * “production”.
 */
export const placeWords = (environment: NamedEnvironment, workspace: { readonly name: string }): string =>
  [environment.name, ...productionWords(environment), workspace.name].join(' · ');

export const productionWords = ({ isProduction, name }: NamedEnvironment): readonly string[] =>
  isProduction && name.toLowerCase() !== 'production' ? [t('production')] : [];

/**
 * Returns the environment of a request. `known` is the environment that is stored for the request. It is returned if the
 * request names none, or the same one. Undefined if neither is known.
 */
export function requestPlace(request: ChangeRequest, known: EnvironmentRef | undefined): EnvironmentRef | undefined {
  const named = namedEnvironment(request);
  if (!named || named.id === known?.id) return known;
  // Only the list of environments says which one is production. That list is not read here, so the name decides.
  return { ...named, isProduction: named.name.toLowerCase() === 'production' };
}

export const productionIcon = (): vscode.ThemeIcon => new vscode.ThemeIcon('shield', new vscode.ThemeColor('charts.red'));

/** The icon of an environment. An unknown environment has a question mark, because it may be production. */
export const environmentIcon = (place: Pick<EnvironmentRef, 'isProduction'> | undefined): vscode.ThemeIcon => {
  if (!place) return new vscode.ThemeIcon('question');
  return place.isProduction ? productionIcon() : new vscode.ThemeIcon('server-environment');
};

/** Returns for example "production of Payments". Leaves out the workspace if its name is not known. */
export function environmentOfWorkspace(place: NamedEnvironment | undefined, workspaceName: string | undefined): string {
  if (!place) return [t('environment unknown'), workspaceName].filter(Boolean).join(' · ');
  const environment = [place.name, ...productionWords(place)].join(' · ');
  return workspaceName === undefined ? environment : t('{0} of {1}', environment, workspaceName);
}
