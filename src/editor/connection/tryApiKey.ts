/**
 * Asks a service before anything is stored: is it at this address, does it accept the API key, and what is its word for a flag
 * in API paths?
 */
import * as vscode from 'vscode';
import { hasStatus, isApiError, isCancelled } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import type { Authentication } from '../../api/network/apiKey.ts';
import { describeFailure } from '../words/failureWords.ts';
import { networkSettings } from '../window/settings.ts';

const { t } = vscode.l10n;

const DEADLINE = 10_000;

export interface ApiKeyCandidate {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The ways to send the API key. If the service refuses one (401), the next one is tried. */
  readonly authentications?: readonly Authentication[];
}

export type ApiKeyTrial =
  | {
      readonly ok: true;
      /** The service's word for a flag in API paths. Undefined if it can't be detected. */
      readonly word: string | undefined;
      readonly authentication: Authentication;
    }
  | { readonly ok: false; readonly sentence: string };

/**
 * Checks without an API key whether a service seems to be at this address. Returns undefined if so, otherwise a sentence
 * with the problem.
 */
export async function addressProblem(baseUrl: string, signal?: AbortSignal): Promise<string | undefined> {
  const { tryAddress } = await import('../../api/client.ts');
  try {
    await tryAddress({ baseUrl, network: networkSettings(), deadlineMilliseconds: DEADLINE }, { ...(signal && { signal }) });
    return undefined;
  } catch (error) {
    return isCancelled(error) ? undefined : addressSentence(baseUrl, error);
  }
}

/** Tries the API key. If the service accepts it and `isWordWanted` is true, also detects the service's word for a flag. */
export async function tryApiKey(
  { baseUrl, apiKey, authentications = ['bearer', 'x-api-key'] }: ApiKeyCandidate,
  { signal, isWordWanted = false }: { readonly signal?: AbortSignal; readonly isWordWanted?: boolean } = {},
): Promise<ApiKeyTrial> {
  const { createClient } = await import('../../api/client.ts');
  const options = { ...(signal && { signal }) };
  const [authentication = 'bearer', ...others] = authentications;
  let client: Client | undefined;
  try {
    client = createClient({
      baseUrl,
      vocabulary: { flag: 'flag' },
      apiKey,
      authentication,
      network: networkSettings(),
      deadlineMilliseconds: DEADLINE,
    });
    const { objects } = await client.listWorkspaces({ offset: 0, limit: 1 }, options);
    return { ok: true, authentication, word: isWordWanted ? await client.findWord(objects[0]?.id, options) : undefined };
  } catch (error) {
    if (hasStatus(error, 401) && others.length > 0)
      return await tryApiKey({ baseUrl, apiKey, authentications: others }, { isWordWanted, ...options });
    const isOfAddress = isApiError(error) && error.kind === 'service' && error.status === 404;
    return { ok: false, sentence: isOfAddress ? addressSentence(baseUrl, error) : describeFailure(error).sentence };
  } finally {
    await client?.close();
  }
}

/**
 * Returns a sentence about a failed call. It contains the address, because the user might have typed it some questions earlier.
 */
function addressSentence(baseUrl: string, error: unknown): string {
  const address = `${baseUrl}/internal/api/v2`;
  const other = (status: number): string =>
    t(
      '{0} answered with status {1}, but the answer doesn’t look like one from an admin service. Check the base URL.',
      address,
      status,
    );
  if (isApiError(error) && error.kind === 'service' && error.status < 500) return other(error.status);
  if (isApiError(error) && error.kind === 'unexpectedResponse' && error.reason !== 'cutOff') return other(error.status);
  return t('{0}: {1}', address, describeFailure(error).sentence);
}
