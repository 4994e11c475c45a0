/**
 * Definitions of flags as documents: edited as text, saved as drafts, submitted as change requests.
 *
 * **Addresses**: editor/window/definitionUri.ts creates them. A text with `version=live` (at the service) or `version=base`
 * (the start of the draft) in the query is only for comparisons, and can't be written.
 *
 * **The content of a document** (files.ts) is its draft, or else the live definition, or else a first definition to start from.
 * Live definitions (live.ts) are read once while their document is open. They are read again at Refresh, when the document is
 * reopened, when the set of open change requests has changed, and before and after each submission.
 *
 * **Saving** writes the file of the draft (operations/definitions/drafts), and sends nothing. docs/design.md (Files) describes
 * the file.
 *
 * **Nothing runs at editor start.** The file system must exist when the editor restores a document, so the activation of the
 * extension registers it without the code behind it (definitionsFeature.ts). That code is loaded when the file system is first
 * used, or when the Workspaces view becomes visible. From then on, drafts are marked, and the Source Control view lists them
 * while there are any.
 */
import * as vscode from 'vscode';
import { registerCommands, type CommandFunction } from '../window/command.ts';
import { logFailure } from '../window/log.ts';
import { definitionScheme } from '../window/names.ts';
import type { Services } from '../window/services.ts';
import type { CommandId } from '../words/nextSteps.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import type { DefinitionFiles } from './files.ts';
import type { DefinitionsFeature } from './definitionsFeature.ts';

/** The functions of the commands. `context` returns the data that they share, and creates it at the first use. */
export const definitionCommands = (context: () => Promise<DefinitionsContext>): Readonly<Record<CommandId, CommandFunction>> => ({
  'flagAdmin.flag.open': async (node) => (await import('./openDefinition.ts')).openDefinition(await context(), node),
  'flagAdmin.flag.submit': async (node) =>
    (await import('./submitDefinition.ts')).submitDefinition(await context(), node, 'request'),
  'flagAdmin.flag.changeNow': async (node) =>
    (await import('./submitDefinition.ts')).submitDefinition(await context(), node, 'direct'),
  'flagAdmin.flag.discardDraft': async (node) => (await import('./discardDraft.ts')).discardDraft(await context(), node),
  'flagAdmin.flag.openFile': async (file) => (await import('./openFromFile.ts')).openFromFile(await context(), file),
  'flagAdmin.flag.export': async (node) => (await import('./exportDefinition.ts')).exportDefinition(await context(), node),
  'flagAdmin.flag.propose': async (node) => (await import('./proposeElsewhere.ts')).proposeElsewhere(await context(), node),
  'flagAdmin.flag.reviewDraft': async (node) => (await import('./showDraft.ts')).showDraft(await context(), node),
});

const refuse = (): never => {
  throw vscode.FileSystemError.NoPermissions(
    vscode.l10n.t('To create or remove a definition, use Flag Admin’s commands Create Flag… and Remove Flag Definition….'),
  );
};
/** A folder lists nothing, because a search through the workspace must not make calls to the service. */
export const fixedFolders = { readDirectory: (): [] => [], createDirectory: refuse, delete: refuse, rename: refuse };

export function registerDefinitions(services: Services): vscode.Disposable {
  const { events, log } = services;
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let opened: Promise<DefinitionsFeature> | undefined;
  const open = (): Promise<DefinitionsFeature> =>
    (opened ??= import('./definitionsFeature.ts')
      .then(({ openDefinitionsFeature }) => openDefinitionsFeature(services, (changes) => changed.fire(changes)))
      .catch((error: unknown) => {
        opened = undefined;
        throw error;
      }));
  const files = async (): Promise<DefinitionFiles> => (await open()).files;
  const fileSystem: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => vscode.Disposable.from(), // `onDidChangeFile` reports every change, watched or not
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    writeFile: async (uri, content, how) => (await files()).writeFile(uri, content, how),
    ...fixedFolders,
  };
  const whenOpen = (work: (feature: DefinitionsFeature) => Promise<void>): void => logFailure(open().then(work), log);
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(definitionScheme, fileSystem, { isCaseSensitive: true }),
    registerCommands(
      definitionCommands(async () => (await open()).context),
      log,
    ),
    events.on(['workspacesRead'], () => whenOpen((feature) => feature.refresh())),
    // Reads only definitions again, and not the lists of segments and flags. A document is read-only while a request is open
    // on its definition, so a change in the open requests can lock or unlock it.
    events.on(['requestsRead'], ({ isDifferent }) => whenOpen((feature) => feature.refreshRequests(isDifferent))),
    events.on(['request'], ({ state }) => {
      if (state === 'decided' || state === 'published') whenOpen((feature) => feature.refresh());
    }),
    {
      dispose: () =>
        void opened?.then(
          (feature) => feature.dispose(),
          () => undefined,
        ),
    },
  );
}
