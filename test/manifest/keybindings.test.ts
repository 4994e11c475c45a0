/** Tests that keys are bound only in the extension's views and documents, and that the editor does not use them there. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contextValues } from '../../src/editor/explorer/treeNode.ts';
import { definitionScheme, reviewPanel, sourceControl } from '../../src/editor/window/names.ts';
import { contributes, declaredCommands, declaredViews } from './manifest.ts';
import { isTrue, parseWhen } from './when.ts';

/**
 * Chords after Ctrl+K that VS Code 1.139 binds everywhere or in each text editor (from its default keyboard shortcuts). Only
 * Markdown uses Ctrl+K V. All keys that are no chords belong to the editor.
 */
const TAKEN = [
  'c d e f i m o p s t u w y z enter shift+enter shift+o up down left right f2 f12',
  'ctrl+a ctrl+b ctrl+c ctrl+d ctrl+e ctrl+f ctrl+h ctrl+i ctrl+j ctrl+k ctrl+l ctrl+m ctrl+n ctrl+o ctrl+p ctrl+q ctrl+r',
  'ctrl+s ctrl+t ctrl+u ctrl+w ctrl+x ctrl+up ctrl+down ctrl+left ctrl+right ctrl+pageup ctrl+pagedown ctrl+f12',
]
  .join(' ')
  .split(' ');

/** In a webview panel, the editor's keys for text and lists do not apply. */
const isOfReview = ({ when }: { readonly when?: string }): boolean =>
  isTrue(parseWhen(when!), { activeWebviewPanelId: reviewPanel });

describe('the key bindings', () => {
  it('belong to existing commands, exist for all systems, and use each chord once', () => {
    const chords = contributes.keybindings.map(({ key }) => key);
    assert.ok(chords.length > 0);
    assert.equal(new Set(chords).size, chords.length);
    for (const { command, key, mac } of contributes.keybindings) {
      assert.ok(declaredCommands.includes(command!), command);
      assert.equal(mac, key.replaceAll('ctrl', 'cmd'));
    }
  });

  it('are chords that the editor has not taken', () => {
    for (const { key } of contributes.keybindings.filter((one) => !isOfReview(one))) {
      const [first, second] = key.split(' ');
      assert.equal(first, 'ctrl+k', key);
      assert.ok(second !== undefined && !TAKEN.includes(second), key);
    }
  });

  it('work only in the extension’s views and definitions', () => {
    for (const { key, when } of contributes.keybindings.filter(isOfReview))
      for (const focus of ['inputFocus', 'listFocus', 'inQuickInput', 'terminalFocus'])
        assert.equal(isTrue(parseWhen(when!), { activeWebviewPanelId: reviewPanel, [focus]: true }), false, `${key} in ${focus}`);
    for (const { key, when } of contributes.keybindings.filter((one) => !isOfReview(one))) {
      const clause = parseWhen(when!);
      const inViews = declaredViews.some((focusedView) => isTrue(clause, { focusedView }));
      const inDocuments = isTrue(clause, { editorTextFocus: true, resourceScheme: definitionScheme });
      assert.ok(inViews || inDocuments, key);
      for (const context of [
        {},
        { focusedView: 'workbench.explorer.fileView' },
        { editorTextFocus: true, resourceScheme: 'file' },
        { resourceScheme: definitionScheme },
        { editorTextFocus: true, resourceScheme: definitionScheme, isInDiffEditor: true },
      ])
        assert.equal(isTrue(clause, context), false, `${key} in ${JSON.stringify(context)}`);
    }
  });

  it('are not needed for the buttons of a row, because the menu of the row has the same commands', () => {
    for (const menu of ['view/item/context', 'scm/resourceState/context']) {
      const entries = contributes.menus[menu] ?? [];
      const contexts = contextValues.flatMap((viewItem) =>
        [...declaredViews, undefined].map((view) => ({ viewItem, view, scmProvider: sourceControl })),
      );
      const inMenu = (command: string | undefined, when: Parameters<typeof isTrue>[0]): boolean =>
        entries
          .filter((entry) => entry.command === command && !entry.group?.startsWith('inline'))
          .some((entry) => contexts.every((context) => !isTrue(when, context) || isTrue(parseWhen(entry.when!), context)));
      for (const { command, when, group } of entries)
        if (group?.startsWith('inline')) assert.ok(inMenu(command, parseWhen(when!)), `${menu}: ${command}`);
    }
  });
});
