/** Describes what an API key is known to be allowed to do, from the answers that the service gave it. */
import * as vscode from 'vscode';
import type { Ability, KnownAbility } from '../../operations/learned/keyRecords.ts';

const { t } = vscode.l10n;

/** The maximum number of environments that are named for one ability. Further environments are only counted. */
const MAX_NAMED = 3;

/**
 * Returns for example "Submitted in Storefront / production · Was not allowed to change Storefront / staging (403)". Leaves out
 * abilities that the user has never tried with this API key.
 */
export function abilitySentence(known: readonly KnownAbility[]): string {
  if (known.length === 0) return t('It is not known yet what this API key is allowed to change.');
  const phrases: readonly (readonly [Ability, boolean, (places: string) => string])[] = [
    ['approve', true, (places) => t('Has approved in {0}', places)],
    ['submit', true, (places) => t('Has submitted in {0}', places)],
    ['change', true, (places) => t('Has changed {0} directly', places)],
    ['approve', false, (places) => t('Was not allowed to approve in {0} (403)', places)],
    ['submit', false, (places) => t('Was not allowed to submit in {0} (403)', places)],
    ['change', false, (places) => t('Was not allowed to change {0} (403)', places)],
  ];
  return phrases
    .flatMap(([ability, isAble, words]) => {
      const places = known.filter((one) => one.ability === ability && one.isAble === isAble);
      return places.length === 0 ? [] : [words(placesIn(places))];
    })
    .join(' · ');
}

/**
 * Returns a phrase with the identity that the service shows for the API key. Empty if no answer of the service has shown it.
 */
export const identitySentence = (identity: string | undefined): string =>
  identity === undefined ? '' : t('known to the service as “{0}”', identity);

function placesIn(known: readonly KnownAbility[]): string {
  const names = known.map(({ environmentName }) => environmentName ?? t('an environment whose name is not known'));
  const more = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED).join(', ');
  return more > 0 ? t('{0} and {1} more', named, more) : named;
}
