/** Whose view it is, with what is known of the API key in use. */
import type { Viewer } from '../../../domain/changeRequests/requestGroups.ts';
import type { Connected } from '../../connected.ts';

export function viewerOf({ keyName, keyNames, email }: Pick<Connected, 'keyName' | 'keyNames' | 'email'>): Viewer {
  return { key: { name: keyName }, keyNames, email };
}
