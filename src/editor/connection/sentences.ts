/** What is wrong with a base URL, a key's name or an API key, in words. */
import * as vscode from 'vscode';
import type { BaseUrlRefusal } from '../../api/baseUrl.ts';

const { t } = vscode.l10n;

export function baseUrlSentence(refusal: BaseUrlRefusal): string {
  switch (refusal) {
    case 'notAUrl':
      return t('This is no URL. It should look like https://admin.example.com');
    case 'notHttps':
      return t('Use https: an API key must not travel in the clear. Plain http is accepted for this machine only (127.0.0.1).');
    case 'credentials':
      return t('Leave out the user name and password: the API key is asked for separately.');
    case 'queryOrFragment':
      return t('Leave out everything from ? or # on.');
    case 'pathIsEndpoint':
      return t('Leave out /internal/api/v2 and what follows: it is added for each call.');
    case 'badPrefix':
      return t('The path is not one that a service could be found under. Leave it out, or copy it again.');
    default:
      return refusal satisfies never;
  }
}

export function keyNameProblem(name: string): string | undefined {
  if (name.trim() === '') return t('Give the API key the name it has in the service.');
  return name.length > 100 ? t('This name is too long.') : undefined;
}

/** What can be seen to be wrong without asking the service. */
export function apiKeyProblem(apiKey: string): string | undefined {
  if (apiKey.trim() === '') return t('Paste the API key.');
  return /^[\x21-\x7e]+$/.test(apiKey.trim())
    ? undefined
    : t('An API key has no spaces, line breaks or special characters. Copy it again.');
}
