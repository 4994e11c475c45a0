/** Asks the service whether it accepts an API key, before the key is kept. */
import type { Client } from '../../api/client.ts';
import { describeFailure } from '../failure.ts';
import { networkSettings } from '../settings.ts';

export interface Candidate {
  readonly baseUrl: string;
  readonly word: string;
  readonly apiKey: string;
}

/** Undefined if the service accepts the API key, else a sentence that says why not. */
export async function tryApiKey({ baseUrl, word, apiKey }: Candidate): Promise<string | undefined> {
  const { createClient } = await import('../../api/client.ts');
  let client: Client | undefined;
  try {
    client = createClient({
      baseUrl,
      vocabulary: { flag: word },
      apiKey,
      network: networkSettings(),
      deadlineMilliseconds: 10_000,
    });
    await client.listWorkspaces({ offset: 0, limit: 1 });
    return undefined;
  } catch (error) {
    return describeFailure(error).sentence;
  } finally {
    await client?.close();
  }
}
