/** The composition root: builds the parts, wires them, registers them. Nothing else. */
import type * as vscode from 'vscode';
import { createPropose, registerChangeRequests } from './editor/changeRequests/index.ts';
import { createConnections, createConnectionStore, registerConnection } from './editor/connection/index.ts';
import { registerDefinitions } from './editor/definitions/index.ts';
import { registerDiagnostics } from './editor/diagnostics/index.ts';
import { registerExplorer } from './editor/explorer/index.ts';
import { registerFlags } from './editor/flags/index.ts';
import { registerIdentities } from './editor/identities/index.ts';
import { createLog } from './editor/window/log.ts';
import { createMemory } from './editor/window/memory.ts';
import { createReadOnlyText } from './editor/window/readOnlyText.ts';
import { registerReview } from './editor/review/index.ts';
import { createLazySandbox, registerSandbox } from './editor/sandbox/index.ts';
import { registerSegments } from './editor/segments/index.ts';
import { createServiceFacts } from './operations/learned/serviceFacts.ts';

export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const texts = createReadOnlyText();
  const sandbox = createLazySandbox([context.storageUri, context.globalStorageUri]);
  const memory = createMemory(context.globalState);
  const workspaceMemory = createMemory(context.workspaceState);
  const serviceFacts = createServiceFacts(memory);
  const store = createConnectionStore(context, memory, workspaceMemory);
  const connections = createConnections({ store, memory, log, startSandbox: () => sandbox.ensure() });

  const onRead = (): void => {
    segments.offerResume();
    definitions.refresh();
  };
  // A document is read-only while a request is open on its flag. What segments and flags there are is another matter.
  const onRequestsRead = (isDifferent: boolean): void => definitions.refreshRequests(isDifferent);
  const draftOf: Parameters<typeof registerExplorer>[0]['draftOf'] = (place) => definitions.draftOf(place);
  const own = { areDraftsRead: () => definitions.areDraftsRead(), changedSegments: () => segments.changed() };
  const reading = { onRead, onRequestsRead, draftOf, own };
  const explorer = registerExplorer({ connections, serviceFacts, log, memory, workspaceMemory, ...reading });
  /** Something was changed in this window: all that shows it looks again. */
  const refresh = (): void => {
    explorer.refresh();
    review.checkPanels();
  };
  const proposing = { serviceFacts, memory, workspaceMemory, texts, log, refresh };
  const propose = createPropose(proposing);
  const storage = context.globalStorageUri;
  const segments = registerSegments({ connections, serviceFacts, memory, log, texts, propose, refresh, storage });
  const definitions = registerDefinitions({
    ...proposing,
    connections,
    storage,
    compare: (comparison) => review.compare(comparison),
    draftsChanged: explorer.redraw,
  });
  const decided: Parameters<typeof registerReview>[0]['decided'] = (requestId, published) => {
    if (published) segments.keysChanged(published);
    segments.offerResume(requestId);
    definitions.refresh();
  };
  const reviewing = { connections, serviceFacts, memory, log, texts, propose, refresh, decided, drafts: definitions };
  const review = registerReview({ ...reviewing, extensionUri: context.extensionUri });

  context.subscriptions.push(
    log,
    texts,
    sandbox,
    explorer,
    registerDiagnostics({ context, store, log }),
    registerConnection({ store, connections, memory, log, countDrafts: definitions.countDrafts }),
    registerSandbox({ sandbox, use: connections.useSandbox, refresh, log }),
    segments,
    registerIdentities({ connections, memory, texts, log }),
    registerFlags({ ...proposing, connections }),
    definitions,
    registerChangeRequests({ ...proposing, connections }),
    review,
  );
}
