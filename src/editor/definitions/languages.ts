/** What the editor asks about a definition's text: what stands at a place means, what can be written there, and its outline. */
import * as vscode from 'vscode';
import { definitionScheme } from '../names.ts';
import { completionsOf } from './completions.ts';
import { hoverOf } from './hovers.ts';
import { outlineOf } from './outline.ts';
import type { Room } from './room.ts';

/** After these there is something else to write: a value, an item, a name in quotes. */
const TRIGGERS = [' ', '-', ':', '"', "'", ',', '[', '{'];

export function registerLanguage(room: Room): vscode.Disposable {
  const selector = { scheme: definitionScheme };
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(selector, {
      provideHover: async (document, position) => hoverOf(room, document, position),
    }),
    vscode.languages.registerCompletionItemProvider(
      selector,
      { provideCompletionItems: async (document, position) => completionsOf(room, document, position) },
      ...TRIGGERS,
    ),
    vscode.languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document) => outlineOf(room, document),
    }),
  );
}
