/** What every feature gets whole. `extension.ts` makes it once; a part of it never imports this type. */
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
  /** What the answers of a service have shown of it. */
  readonly serviceFacts: ServiceFacts;
  /** Remembers for all windows. */
  readonly memory: Store;
  /** Remembers for this workspace folder. */
  readonly workspaceMemory: Store;
  readonly texts: ReadOnlyText;
  readonly log: Log;
  readonly events: Events;
  readonly definitionDrafts: Drafts;
}
