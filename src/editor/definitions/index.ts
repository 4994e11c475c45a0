/**
 * Definitions of flags as documents: edited as text, saved as drafts, submitted as change requests.
 *
 * **Addresses** are made by editor/window/definitionUri.ts. What has `version=live` (the service's) or `version=base` (what the draft
 * began with) in the query is to compare with, and can't be written.
 *
 * **What a document says** (files.ts) is its draft where there is one, else the live definition, else a first one to go on from.
 * Live definitions (live.ts) are read once for as long as their document is open, and again at Refresh, when it is opened anew,
 * when other change requests are open than before, and around each submit.
 *
 * **Saving** writes the draft's file (operations/definitions/drafts), and sends nothing. docs/design.md (Files) says what it holds.
 *
 * **Nothing at editor start.** The file system has to be there when the editor restores a document, so it is registered at
 * activation, as a shell: what is behind it (parts.ts) is loaded when it is first asked for something, or when the Workspaces
 * view becomes visible: from then on, drafts are marked and the Source Control view lists them, while there are any.
 */
import * as vscode from 'vscode';
import { registerCommands, type Run } from '../window/command.ts';
import { logFailure } from '../window/log.ts';
import { definitionScheme } from '../window/names.ts';
import type { Services } from '../window/services.ts';
import type { CommandId } from '../words/nextSteps.ts';
import type { DefinitionsContext } from './context.ts';
import type { DefinitionFiles } from './files.ts';
import type { DefinitionsParts } from './parts.ts';

/** What the commands run, each with what the first use makes. */
export const definitionCommands = (context: () => Promise<DefinitionsContext>): Readonly<Record<CommandId, Run>> => ({
  'flagAdmin.flag.open': async (node) => (await import('./openDefinition.ts')).openDefinition(await context(), node),
  'flagAdmin.flag.submit': async (node) => (await import('./submitDefinition.ts')).submitDefinition(await context(), node),
  'flagAdmin.flag.discardDraft': async (node) => (await import('./discardDraft.ts')).discardDraft(await context(), node),
  'flagAdmin.flag.openFile': async (file) => (await import('./openFromFile.ts')).openFromFile(await context(), file),
  'flagAdmin.flag.export': async (node) => (await import('./exportDefinition.ts')).exportDefinition(await context(), node),
  'flagAdmin.flag.propose': async (node) => (await import('./proposeElsewhere.ts')).proposeElsewhere(await context(), node),
  'flagAdmin.flag.reviewDraft': async (node) => (await import('./showDraft.ts')).showDraft(await context(), node),
});

const refuse = (): never => {
  throw vscode.FileSystemError.NoPermissions(
    vscode.l10n.t('Definitions are made and removed by commands of Flag Admin: Create Flag…, Remove Flag Definition….'),
  );
};
/** Nothing is listed: a search through the workspace must not walk through the service. */
export const fixedFolders = { readDirectory: (): [] => [], createDirectory: refuse, delete: refuse, rename: refuse };

export function registerDefinitions(services: Services): vscode.Disposable {
  const { events, log } = services;
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let made: Promise<DefinitionsParts> | undefined;
  const open = (): Promise<DefinitionsParts> =>
    (made ??= import('./parts.ts')
      .then(({ openParts }) => openParts(services, (changes) => changed.fire(changes)))
      .catch((error: unknown) => {
        made = undefined;
        throw error;
      }));
  const files = async (): Promise<DefinitionFiles> => (await open()).files;
  const fileSystem: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => vscode.Disposable.from(), // every change is told
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    writeFile: async (uri, content, how) => (await files()).writeFile(uri, content, how),
    ...fixedFolders,
  };
  const inParts = (work: (parts: DefinitionsParts) => Promise<void>): void => logFailure(open().then(work), log);
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(definitionScheme, fileSystem, { isCaseSensitive: true }),
    registerCommands(
      definitionCommands(async () => (await open()).context),
      log,
    ),
    events.on(['workspacesRead'], () => inParts((parts) => parts.refresh())),
    // A document is read-only while a request is open on its flag. Which segments and flags there are is not read again.
    events.on(['requestsRead'], ({ isDifferent }) => inParts((parts) => parts.refreshRequests(isDifferent))),
    events.on(['request'], ({ state }) => {
      if (state === 'decided' || state === 'published') inParts((parts) => parts.refresh());
    }),
    {
      dispose: () =>
        void made?.then(
          (parts) => parts.dispose(),
          () => undefined,
        ),
    },
  );
}
