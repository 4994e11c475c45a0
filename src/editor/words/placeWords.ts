/** Places in words, and where a change request is: each of its rows begins with its environment, production with its red shield. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import type { KnownEnvironment } from '../../operations/learned/environments.ts';
import { statusStyle, requestTitle } from './requestWords.ts';

const { t } = vscode.l10n;

/** What a sentence needs to know of an environment. */
interface NamedEnvironment {
  readonly name: string;
  readonly isProduction: boolean;
}

/** Tells definitions apart in a sentence: “new-search in Storefront / production”. */
export const definitionTitle = (place: {
  readonly flagName: string;
  readonly workspace: { readonly name: string };
  readonly environment: { readonly name: string };
}): string => t('{0} in {1} / {2}', place.flagName, place.workspace.name, place.environment.name);

/** “production · Storefront”. The word “production” is added if the environment's name is a different one. */
export const placeWords = (environment: NamedEnvironment, workspace: { readonly name: string }): string =>
  [environment.name, ...productionWords(environment), workspace.name].join(' · ');

export const productionWords = ({ isProduction, name }: NamedEnvironment): readonly string[] =>
  isProduction && name.toLowerCase() !== 'production' ? [t('production')] : [];

/** `known` = what is remembered of the request. Undefined = neither it nor the request says where it is. */
export function requestPlace(request: ChangeRequest, known: KnownEnvironment | undefined): KnownEnvironment | undefined {
  const named = namedEnvironment(request);
  if (!named || named.id === known?.id) return known;
  // Only the listing of environments says which one is production; until that is read, the name does.
  return { ...named, isProduction: named.name.toLowerCase() === 'production' };
}

/** "production · Add 42 keys". */
export const placedTitle = (title: string, place: Pick<KnownEnvironment, 'name'> | undefined): string =>
  place ? `${place.name} · ${title}` : title;

export const shield = (): vscode.ThemeIcon => new vscode.ThemeIcon('shield', new vscode.ThemeColor('charts.red'));

/** The row of a change request in a pick. */
export function requestRow(
  request: ChangeRequest,
  place: KnownEnvironment | undefined,
): { readonly label: string; readonly icon: vscode.ThemeIcon } {
  const icon = place?.isProduction ? shield() : new vscode.ThemeIcon(statusStyle(request.status).icon);
  return { label: placedTitle(requestTitle(request), place), icon };
}
