/** Change requests of the sandbox, sent and decided without the client. */
import { useSandbox, type Answer, type Json, type KeyName, type Raw } from './raw.ts';

type Fields = Record<string, unknown>;

export interface Requests {
  readonly raw: Raw;
  submit(environment: string, body: Fields, as?: KeyName, workspace?: string): Promise<Answer>;
  /** To `beta-accounts`. */
  addKeys(environment: string, keys: readonly string[], others?: Fields, as?: KeyName): Promise<Answer>;
  forFlag(environment: string, name: string, operationType: string, others?: Fields): Promise<Answer>;
  decide(request: Answer, status: string, as: KeyName, comment?: string): Promise<Answer>;
  /** Of `beta-accounts`. */
  keysIn(environment: string): Promise<Json>;
  live(environment: string, flag: string): Promise<Answer>;
}

/** A sandbox for the tests of one file, and calls of it. */
export function useRequests(...settings: Parameters<typeof useSandbox>): Requests {
  const raw = useSandbox(...settings);
  const submit = (environment: string, body: Fields, as?: KeyName, workspace = 'Storefront') =>
    raw.call(
      'POST',
      `/changeRequests/ws/${raw.workspace(workspace)}/environments/${raw.environment(environment, workspace)}`,
      body,
      as,
    );
  const addKeys = (environment: string, keys: readonly string[], others: Fields = {}, as?: KeyName) => {
    const segment = { name: 'beta-accounts', keys };
    return submit(
      environment,
      { segment, operationType: 'CREATE', title: 'Add', comment: 'Please', approvers: [], ...others },
      as,
    );
  };
  const forFlag = async (environment: string, name: string, operationType: string, others: Fields = {}) =>
    submit(environment, {
      flag: { name },
      operationType,
      title: operationType,
      comment: 'Please',
      approvers: [],
      rolloutStatus: await raw.rolloutStatus(),
      ...others,
    });
  const decide = (request: Answer, status: string, as: KeyName, comment: string | undefined = 'Because') =>
    raw.call('PUT', `/changeRequests/${String(request.body['id'])}`, { status, comment }, as);
  const keysIn = async (environment: string) =>
    (await raw.get(`/segments/${raw.environment(environment)}/beta-accounts/keys`)).body;
  const live = (environment: string, flag: string) =>
    raw.get(`/flags/ws/${raw.workspace()}/${flag}/environments/${raw.environment(environment)}`);
  return { raw, submit, addKeys, forFlag, decide, keysIn, live };
}
