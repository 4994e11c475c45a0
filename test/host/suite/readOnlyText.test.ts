/** Tests read-only texts in the editor: one that changes while the editor still processes the previous text. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createReadOnlyText } from '../../../src/editor/window/readOnlyText.ts';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const linesTo = (count: number): string => Array.from({ length: count }, (_, line) => `acct-${line}\n`).join('');

describe('a read-only text', function () {
  this.timeout(60_000);

  it('shows its latest content, however quickly that follows the previous content', async () => {
    const texts = createReadOnlyText();
    const last = linesTo(100_000);
    for (const gap of [0, 30, 60, 90]) {
      const name = `${gap}.txt`;
      const uri = await texts.open(name, linesTo(1_000));
      for (const count of [4_000, 16_000, 64_000]) {
        await texts.keep(name, linesTo(count));
        await wait(gap);
      }
      await texts.keep(name, last);
      const document = await vscode.workspace.openTextDocument(uri);
      // The editor may change the text again after it was correct once.
      for (let still = 0, tries = 0; still < 5 && tries < 400; tries += 1) {
        await wait(50);
        still = document.lineCount === 100_001 ? still + 1 : 0;
      }
      assert.equal(document.lineCount, 100_001, `after ${gap} ms`);
      assert.ok(document.getText() === last);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    texts.dispose();
  });
});
