/** Creates what a window has once a folder uses flags in code. The providers are registered while there is such a folder. */
import type * as vscode from 'vscode';
import type { Services } from '../window/services.ts';
import type { CodeContext } from './codeContext.ts';
import { createFolders } from './folders.ts';
import { createPlaces } from './places.ts';
import { registerProviders } from './providers.ts';

export function openCodeParts(services: Services): CodeContext & vscode.Disposable {
  const folders = createFolders();
  const places = createPlaces(services, folders);
  const context: CodeContext = { services, folders, places, reports: new Map() };
  let providers: vscode.Disposable | undefined;
  const listener = folders.onDidChange(() => {
    if (folders.all.size > 0) providers ??= registerProviders(context);
    else providers = void providers?.dispose();
  });
  return { ...context, dispose: () => [listener, folders, places, providers].forEach((one) => void one?.dispose()) };
}
