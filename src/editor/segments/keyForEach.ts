/** The API key for a change in several environments, which one call or a row of calls makes. */
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import type { Connected } from '../connected.ts';
import { keyForAction } from '../keyForAction.ts';
import type { EnvironmentRef } from '../target.ts';
import type { SegmentsDeps } from './index.ts';

/** Asks where a refusal is known of the key in use, or of one that was just chosen. Undefined = the user walked away. */
export async function keyForEach(
  deps: SegmentsDeps,
  connected: Connected,
  environments: readonly EnvironmentRef[],
  title: string,
): Promise<Connected | undefined> {
  const abilities = createKeyAbilities(deps.memory);
  let able: Connected | undefined = connected;
  for (const environment of environments) {
    able = able && (await keyForAction({ ...deps, abilities, connected: able, ability: 'change', environment, title }));
  }
  return able;
}
