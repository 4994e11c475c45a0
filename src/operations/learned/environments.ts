/**
 * Stores the environments that services have listed, so that they are known without a call, even while a different connection
 * is in use.
 */
import type { Environment } from '../../api/model.ts';
import { openTable, type Store, type Table } from './store.ts';

export interface EnvironmentRef {
  readonly id: string;
  readonly name: string;
  readonly isProduction: boolean;
}

/** Treats the environment as production unless the service reports that it is not production. */
export const environmentFrom = ({ id, name, production }: Environment): EnvironmentRef => ({
  id,
  name,
  isProduction: production !== false,
});

/** `workspaceName` is undefined if it has not been read yet. */
type StoredEnvironment = Omit<EnvironmentRef, 'id'> & { readonly workspaceName?: string | undefined };

const table = (store: Store): Table<readonly [origin: string, id: string, environment: StoredEnvironment]> =>
  openTable(store, 'learned.environments', { keyColumns: 2, maxRows: 2000 });

export function knownEnvironment(store: Store, origin: string, id: string): (EnvironmentRef & StoredEnvironment) | undefined {
  const environment = table(store).find(origin, id)?.[2];
  return environment && { id, ...environment };
}

/** Stores environments of a service. Other stored environments remain unchanged, because the list may be incomplete. */
export async function rememberEnvironments(
  store: Store,
  origin: string,
  environments: readonly EnvironmentRef[],
  workspaceName?: string,
): Promise<void> {
  const before = new Map(
    table(store)
      .rows(origin)
      .map(([, id, environment]) => [id, environment]),
  );
  const changed = environments.flatMap(({ id, name, isProduction }) => {
    const known = before.get(id);
    const workspace = workspaceName ?? known?.workspaceName;
    if (known?.name === name && known.isProduction === isProduction && known.workspaceName === workspace) return [];
    return [[origin, id, { name, isProduction, ...(workspace !== undefined && { workspaceName: workspace }) }] as const];
  });
  await table(store).put(...changed);
}
