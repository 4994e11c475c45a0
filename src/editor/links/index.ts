/** Registers the commands for links, and opens links that the operating system passes to the editor. */
import * as vscode from 'vscode';
import { registerCommands, tellFailure } from '../window/command.ts';
import { linkFrom } from '../window/objectLink.ts';
import type { Services } from '../window/services.ts';

export function registerLinks(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommands(
      {
        'flagAdmin.node.copyLink': async (node) => (await import('./copyLink.ts')).copyLink(services, node),
        'flagAdmin.link.open': async (text) => (await import('./openLink.ts')).openPastedLink(services, text),
        'flagAdmin.node.openInBrowser': async (node) => (await import('./openInBrowser.ts')).openInBrowser(services, node),
      },
      services.log,
    ),
    vscode.window.registerUriHandler({
      async handleUri({ path, query }) {
        try {
          await (await import('./openLink.ts')).openLink(services, linkFrom(path, query));
        } catch (error) {
          await tellFailure(error, services.log);
        }
      },
    }),
  );
}
