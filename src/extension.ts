/** The entry point of the extension. It creates the services of the window, and registers the features. */
import type * as vscode from 'vscode';
import { registerChangeRequests } from './editor/changeRequests/index.ts';
import { registerCode } from './editor/code/index.ts';
import { createConnections, createConnectionStore, registerConnection } from './editor/connection/index.ts';
import { registerDefinitions } from './editor/definitions/index.ts';
import { registerDiagnostics } from './editor/diagnostics/index.ts';
import { registerExplorer } from './editor/explorer/index.ts';
import { registerFlags } from './editor/flags/index.ts';
import { registerIdentities } from './editor/identities/index.ts';
import { registerLinks } from './editor/links/index.ts';
import { registerReview } from './editor/review/index.ts';
import { createLazySandbox, registerSandbox } from './editor/sandbox/index.ts';
import { registerSegments } from './editor/segments/index.ts';
import { createDefinitionDrafts } from './editor/window/drafts.ts';
import { createEvents } from './editor/window/events.ts';
import { createLog } from './editor/window/log.ts';
import { createMemory } from './operations/learned/memory.ts';
import { createReadOnlyText } from './editor/window/readOnlyText.ts';
import type { Services } from './editor/window/services.ts';
import { createServiceFacts } from './operations/learned/serviceFacts.ts';

export function activate(context: vscode.ExtensionContext): void {
  const [memory, workspaceMemory] = [createMemory(context.globalState), createMemory(context.workspaceState)];
  const [log, events, texts] = [createLog(), createEvents(), createReadOnlyText()];
  const window = { context, memory, workspaceMemory, log, events, texts, serviceFacts: createServiceFacts(memory) };
  const definitionDrafts = createDefinitionDrafts(window);
  const sandbox = createLazySandbox([context.storageUri, context.globalStorageUri]);
  const store = createConnectionStore(context, memory, workspaceMemory);
  const connections = createConnections({ store, memory, log, startSandbox: () => sandbox.ensure() });
  const services: Services = { ...window, connections, definitionDrafts };
  const parts = [connections, definitionDrafts, sandbox, texts, events, log];
  context.subscriptions.push(
    registerExplorer(services),
    registerDiagnostics(services),
    registerConnection(services, store),
    registerSandbox(services, sandbox),
    registerSegments(services),
    registerIdentities(services),
    registerFlags(services),
    registerDefinitions(services),
    registerChangeRequests(services),
    registerReview(services),
    registerCode(services),
    // Links come last: a link with which the editor was opened needs the commands of the other features.
    registerLinks(services),
    ...parts,
  );
}
