/** The label of an API key: what it is called here. It is the user's own word; the service never sees it. */
import * as vscode from 'vscode';

const { t } = vscode.l10n;

/** By what kind the API key says it is (service-beyond.md), with a number where another one has that label. */
export function suggestLabel(apiKey: string, taken: readonly string[]): string {
  return unused(kindOf(apiKey), taken);
}

/** The wanted name, with a number where it is taken. */
export function unused(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} (${number})`;
  return name;
}

function kindOf(apiKey: string): string {
  if (apiKey.startsWith('pat.')) return t('personal API key');
  return apiKey.startsWith('sat.') ? t('service account') : t('API key');
}
