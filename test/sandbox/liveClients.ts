/** A sandbox for undocumented calls of public clients of the live service. */
import { useSandbox, type Answer, type Raw } from './raw.ts';

type Fields = Record<string, unknown>;

export interface World {
  readonly raw: Raw;
  /** The path of the flags of Storefront. */
  flags(): string;
  /** The path of a definition. */
  at(flag: string, environment: string): string;
  /** A change request in production with a definition, an operation, and a rollout status. `others` may replace it. */
  submit(flag: Fields, operationType: string, others?: Fields): Promise<Answer>;
  approve(request: Answer): Promise<Answer>;
}

/** A sandbox for the tests of one file, and calls with its word for a flag. */
export function useWorld(vocabulary: string, endpoints: 'all' | 'documented' = 'all'): World {
  const raw = useSandbox({ vocabulary, endpoints });
  const flags = () => `/${vocabulary}s/ws/${raw.workspace()}`;
  return {
    raw,
    flags,
    at: (flag, environment) => `${flags()}/${flag}/environments/${raw.environment(environment)}`,
    async submit(flag, operationType, others = {}) {
      const path = `/changeRequests/ws/${raw.workspace()}/environments/${raw.environment('production')}`;
      const rolloutStatus = await raw.rolloutStatus();
      const said = { operationType, title: 'T', comment: 'C', approvers: [], rolloutStatus, ...others };
      return raw.call('POST', path, { [vocabulary]: flag, ...said });
    },
    approve: (request) =>
      raw.call('PUT', `/changeRequests/${String(request.body['id'])}`, { status: 'APPROVED', comment: 'C' }, 'release-key'),
  };
}

export const without = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** A word and a set of endpoints with which the sandbox is as strict as the document. */
export const STRICT = [
  ['flag', 'all'],
  ['split', 'documented'],
] as const;
