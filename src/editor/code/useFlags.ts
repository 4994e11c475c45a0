/** Use Flags in Code…: creates the `.flagadmin.json` of a folder if there is none, and opens it. */
import * as vscode from 'vscode';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { systemClock } from '../../time/clock.ts';
import { askUnlessOne, back } from '../ask/ask.ts';
import { askWorkspace, environmentOptions } from '../ask/placeOptions.ts';
import { codeConfig } from '../window/names.ts';
import { tellRefusal } from '../window/notifications.ts';
import type { Services } from '../window/services.ts';
import { editorStep } from '../words/nextSteps.ts';

const { t } = vscode.l10n;

/** `start` reads the `.flagadmin.json` of each folder. */
export async function useFlags({ connections }: Services, start: () => Promise<void>): Promise<void> {
  const title = t('Use Flags in Code');
  const { workspaceFolders: folders = [], isTrusted } = vscode.workspace;
  const openFolder = editorStep(t('Open Folder…'), 'workbench.action.files.openFolder');
  if (folders.length === 0) return tellRefusal(t('Open the folder of your code first.'), openFolder);
  const manage = editorStep(t('Manage Trust'), 'workbench.trust.manage');
  if (!isTrusted) return tellRefusal(t('“Use Flags in Code” works only in a folder that you trust.'), manage);
  const options = folders.map((value) => ({ label: value.name, value }));
  const folder = await askUnlessOne({ title, placeholder: t('In which folder?'), isFirstActive: true, options });
  if (!folder) return;
  const file = vscode.Uri.joinPath(folder.uri, codeConfig);
  const isThere = async (): Promise<boolean> => {
    const [found] = await Promise.allSettled([vscode.workspace.fs.stat(file)]);
    return found.status === 'fulfilled';
  };
  if (!(await isThere())) {
    const connected = await connections.orAsk();
    const workspace = connected && (await askWorkspace(connected, { title }));
    if (!workspace || workspace === back) return;
    // An older list may lack a production environment, and the file would lack it from then on.
    await catalogOf(connected.client).environments(workspace.id).read({ newerThan: systemClock.now() });
    const environments = (await environmentOptions(connected, workspace)).map(({ value }) => value);
    const criticalEnvironments = environments.filter((one) => one.isProduction).map(({ name }) => name);
    const text = JSON.stringify({ workspace: workspace.name, wrappers: [], criticalEnvironments }, undefined, 2);
    // The file may have appeared while the questions were open, for example from a repository.
    if (!(await isThere())) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(`${text}\n`));
  }
  await start();
  await vscode.window.showTextDocument(file);
}
