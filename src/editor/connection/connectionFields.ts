/** The fields of a connection and of an API key: asks for each, and describes what is wrong with it. */
import * as vscode from 'vscode';
import { checkAddress, type BaseUrlRefusal } from '../../api/network/baseUrl.ts';
import { isEmailAddress } from '../../domain/changeRequests/decisions.ts';
import { tellRefusal } from '../window/notifications.ts';
import { templateProblem } from '../window/webPage.ts';
import { askText, askChoice, back, type Answer, type Position } from '../ask/ask.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { isWord, KNOWN_WORDS } from '../../api/vocabulary.ts';
import { addressProblem } from './tryApiKey.ts';

const { t } = vscode.l10n;

export function baseUrlSentence(refusal: BaseUrlRefusal): string {
  switch (refusal) {
    case 'notAUrl':
      return t('This is neither a URL nor a host. It should look like https://admin.example.com');
    case 'notHttps':
      return t('Use https: an API key must not be sent unencrypted. Plain http is accepted for this machine only (127.0.0.1).');
    case 'credentials':
      return t('Leave out the user name and password: the API key is asked for separately.');
    case 'queryOrFragment':
      return t('Leave out the ? or # and everything after it.');
    case 'pathIsEndpoint':
      return t('Leave out /internal/api/v2 and everything after it. Flag Admin adds this path to each call.');
    case 'badPrefix':
      return t('The path of this address is not valid. Remove the path, or copy the address again.');
    default:
      return refusal satisfies never;
  }
}

/**
 * Returns the problem of a label. `taken`: the labels of the connection's other API keys. `apiKey`: the API key that gets the
 * label, if it is known.
 */
export function labelProblem(text: string, taken: readonly string[], apiKey?: string): string | undefined {
  const label = text.trim();
  if (label === '') return t('A name can’t be empty.');
  if (looksLikeSecret(label) || (apiKey !== undefined && label.includes(apiKey)))
    return t('This looks like the API key itself. Choose another name, because the name is shown in many places.');
  if (label.length > 100) return t('This is too long.');
  return taken.includes(label) ? t('This name is taken already. Choose another one.') : undefined;
}

/** Returns the problem of an e-mail address. An empty text is valid, because the address is optional. */
export function emailProblem(email: string): string | undefined {
  return email.trim() === '' || isEmailAddress(email.trim()) ? undefined : t('“{0}” is not an e-mail address.', email.trim());
}

/** Returns why the text can't be a link template. An empty text is valid. */
export function linkTemplateProblem(text: string): string | undefined {
  const problem = text.trim() === '' ? undefined : templateProblem(text.trim());
  switch (problem) {
    case undefined:
      return undefined;
    case 'notHttps':
      return t('The link template must begin with https:// and a host, and be a valid address.');
    case 'noPlaceholder':
      return t('The link template needs {0} or {1}. Otherwise, all flags would have the same page.', '{id}', '{name}');
    case 'unknownPlaceholder':
      return t('Only these placeholders are known: {0}.', '{id}, {name}, {workspaceId}, {environmentId}');
    default:
      return problem satisfies never;
  }
}

/** Returns a problem of an API key that can be found without asking the service. */
export function apiKeyProblem(apiKey: string): string | undefined {
  if (apiKey.trim() === '') return t('Paste the API key.');
  return /^[\x21-\x7e]+$/.test(apiKey.trim())
    ? undefined
    : t('An API key has no spaces, line breaks or special characters. Copy it again.');
}

/** Refuses to add or remove API keys of the sandbox, because the connection gets them from the running sandbox at each use. */
export const tellSandboxKeysFixed = (): void =>
  tellRefusal(
    t(
      'The sandbox’s API keys are fixed. To add or remove a different API key, first switch to the connection that it belongs to.',
    ),
  );

/**
 * True for a long text of letters and digits: small and capital letters, or only one kind and no separators. Such a text is
 * probably a secret. It must not become a name, because names are shown in many places.
 */
function looksLikeSecret(name: string): boolean {
  if (name.length < 24 || !/^[\w.~+/=-]+$/.test(name) || !/\d/.test(name)) return false;
  return (/[a-z]/.test(name) && /[A-Z]/.test(name)) || /^(?=.*[a-z])[a-z\d]+$/i.test(name);
}

/** Returns a label with the kind of the API key (service-beyond.md), and a number if the label is already taken. */
export function suggestLabel(apiKey: string, taken: readonly string[]): string {
  return withNumberIfTaken(apiKeyKind(apiKey), taken);
}

/** Returns the wanted name, with a number if it is taken. */
function withNumberIfTaken(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} (${number})`;
  return name;
}

function apiKeyKind(apiKey: string): string {
  if (apiKey.startsWith('pat.')) return t('personal API key');
  return apiKey.startsWith('sat.') ? t('service account') : t('API key');
}

const MAX_LENGTH = 60;

/** Asks for the name. `value` is the suggested name, which may be the current name of the connection. */
export async function askName(position: Position, store: ConnectionStore, value: string): Promise<Answer<string>> {
  const taken = new Set(store.all().map(({ name }) => name));
  taken.delete(value);
  const answer = await askText({
    ...position,
    prompt: t('Name of the connection, as it is shown in the status bar'),
    value,
    validate: (text) => {
      const name = text.trim();
      if (name === '') return t('A name can’t be empty.');
      if (name.length > MAX_LENGTH) return t('This is too long.');
      return taken.has(name) ? t('This name is taken already. Choose another one.') : undefined;
    },
  });
  return typeof answer === 'string' ? answer.trim() : answer;
}

/** Returns the name, with a number if another connection has it. */
export const unusedName = (wanted: string, store: ConnectionStore): string =>
  withNumberIfTaken(
    wanted,
    store.all().map(({ name }) => name),
  );

/**
 * The value of the row that lets the user type a different word. It can't be confused with a word, because no word is empty.
 */
const OTHER_WORD = '';

/**
 * Asks for the service's word for a flag in API paths. `word` is the current word. Without a current word, no row is active, so
 * that pressing Enter twice can't choose a word that the user has not read.
 */
export async function askWord(position: Position, word: string | undefined): Promise<Answer<string>> {
  const other = word === undefined || KNOWN_WORDS.includes(word) ? '' : word;
  for (;;) {
    const answer = await askChoice<string>({
      ...position,
      placeholder: t('What does this service call a feature flag in its API paths?'),
      options: [
        ...KNOWN_WORDS.map((value) => ({ label: value, description: pathOf(value), value, isActive: value === word })),
        {
          label: t('Another word…'),
          description: other,
          value: OTHER_WORD,
          isActive: other !== '',
        },
      ],
    });
    if (answer !== OTHER_WORD) return answer;
    const typed = await askText({
      ...position,
      canGoBack: true,
      prompt: t(
        'The word for a flag in the API’s URL paths, in the singular. For example, type “flag” if the path is {0}',
        pathOf('flag'),
      ),
      value: other,
      validate: (text) => (isWord(text.trim()) ? undefined : t('Use only letters, digits, - and _.')),
    });
    if (typed !== back) return typed?.trim();
  }
}

const pathOf = (word: string): string => `/internal/api/v2/${word}s`;

interface AddressQuestion extends Position {
  readonly value: string;
  onType?(text: string): void;
}

/** Asks for the base URL. Adds `https` if only a host was typed. */
export async function askAddress(question: AddressQuestion): Promise<Answer<string>> {
  const answer = await askText({
    ...question,
    prompt: t('URL or host of the admin service. The path /internal/api/v2 is added to it.'),
    placeholder: 'https://admin.example.com',
    validate: (text) => {
      const checked = checkAddress(text);
      return checked.ok ? undefined : baseUrlSentence(checked.refusal);
    },
    check: async (text, signal) => {
      const checked = checkAddress(text);
      return checked.ok ? addressProblem(checked.baseUrl, signal) : baseUrlSentence(checked.refusal);
    },
  });
  if (answer === undefined || answer === back) return answer;
  const checked = checkAddress(answer);
  return checked.ok ? checked.baseUrl : undefined;
}
