/** Identities: keys with attributes to show, from a file. */
import * as vscode from 'vscode';
import type { Store } from '../../operations/learnt.ts';
import { registerCommands } from '../command.ts';
import type { Connections } from '../service/connected.ts';
import type { Log } from '../log.ts';
import type { ReadOnlyText } from '../texts/readOnlyText.ts';
import type { Problems } from './problems.ts';

export interface IdentitiesDeps {
  readonly connections: Connections;
  /** Keeps what each API key is known to be able to do. */
  readonly memory: Store;
  readonly log: Log;
  readonly texts: ReadOnlyText;
}

/** What a window keeps from one upload to the next; made when it is first needed. */
export interface Session {
  problems?: Problems;
}

export function registerIdentities(deps: IdentitiesDeps): vscode.Disposable {
  const session: Session = {};
  const registered = registerCommands(
    {
      'flagAdmin.identity.upload': async (file) => (await import('./uploadIdentities.ts')).uploadIdentities(deps, session, file),
    },
    deps.log,
  );
  return vscode.Disposable.from(registered, { dispose: () => session.problems?.dispose() });
}
