/**
 * The services that every feature gets in one object. `extension.ts` creates them once. The services themselves don't import
 * this type.
 */
import type * as vscode from 'vscode';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import type { Store } from '../../operations/learned/store.ts';
import type { Connections } from './connected.ts';
import type { Drafts } from './drafts.ts';
import type { Events } from './events.ts';
import type { Log } from './log.ts';
import type { ReadOnlyText } from './readOnlyText.ts';

export interface Services {
  /** `globalStorageUri` is the folder that all windows share. */
  readonly context: Pick<vscode.ExtensionContext, 'extension' | 'extensionUri' | 'globalStorageUri'>;
  readonly connections: Connections;
  /** The facts that a service's answers have shown, such as which environments require approvals. */
  readonly serviceFacts: ServiceFacts;
  /** Storage that all windows share. */
  readonly memory: Store;
  /** Storage of this workspace folder. */
  readonly workspaceMemory: Store;
  readonly texts: ReadOnlyText;
  readonly log: Log;
  readonly events: Events;
  readonly definitionDrafts: Drafts;
}
