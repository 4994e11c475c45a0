/** What is wrong with a base URL, the label of an API key or an API key, and why the sandbox takes none, in words. */
import * as vscode from 'vscode';
import type { BaseUrlRefusal } from '../../api/network/baseUrl.ts';
import { isEmailAddress } from '../../domain/changeRequests/decisions.ts';
import { tellRefusal } from '../messages/notifications.ts';

const { t } = vscode.l10n;

export function baseUrlSentence(refusal: BaseUrlRefusal): string {
  switch (refusal) {
    case 'notAUrl':
      return t('This is neither a URL nor a host. It should look like https://admin.example.com');
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

/** `taken` are the labels of the connection's other API keys. */
export function labelProblem(text: string, taken: readonly string[]): string | undefined {
  const label = text.trim();
  if (label === '') return t('Give the API key a label.');
  if (looksLikeSecret(label)) return t('This looks like the API key itself. A label is shown in many places.');
  if (label.length > 100) return t('This label is too long.');
  return taken.includes(label) ? t('Another API key of this connection has this label already.') : undefined;
}

/** Empty is fine: nobody has to give it. */
export function emailProblem(email: string): string | undefined {
  return email.trim() === '' || isEmailAddress(email.trim()) ? undefined : t('This is no e-mail address.');
}

/** What can be seen to be wrong without asking the service. */
export function apiKeyProblem(apiKey: string): string | undefined {
  if (apiKey.trim() === '') return t('Paste the API key.');
  return /^[\x21-\x7e]+$/.test(apiKey.trim())
    ? undefined
    : t('An API key has no spaces, line breaks or special characters. Copy it again.');
}

/** None is added to those of the sandbox, nor removed: it has them again with its next call. */
export const tellOwnKeys = (): void =>
  tellRefusal(t('The sandbox brings its own API keys. Use one of them, or switch to the connection that this API key is for.'));

/** A long run of letters and digits mixed: nobody names a thing so, and a name is shown in many places. */
function looksLikeSecret(name: string): boolean {
  return name.length >= 24 && /^[\w.~+/=-]+$/.test(name) && /[a-z]/.test(name) && /[A-Z]/.test(name) && /\d/.test(name);
}
