/** Tests real files in many encodings, as this editor decodes them: at once, and in pieces if they are large. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { openBigFile } from '../../../src/editor/segments/source/readKeyFile.ts';
import { findKeys } from '../../../src/editor/segments/source/findKeys.ts';
import { readSource } from '../../../src/editor/segments/source/readSource.ts';

const TEXT = 'käse-1\nZoë-2\nñandú-3\n';
const KEYS = ['käse-1', 'Zoë-2', 'ñandú-3'];

const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

/** The value of `files.encoding` for each. Undefined = not set. */
const files: readonly (readonly [name: string, bytes: Buffer, setting: string | undefined])[] = [
  ['utf8.txt', Buffer.from(TEXT), undefined],
  ['utf8-with-mark.txt', Buffer.from(`\uFEFF${TEXT}`), undefined],
  ['utf16le-with-mark.txt', utf16(`\uFEFF${TEXT}`, false), undefined],
  ['utf16be-with-mark.txt', utf16(`\uFEFF${TEXT}`, true), undefined],
  ['utf16le.txt', utf16(TEXT, false), undefined],
  ['utf16be.txt', utf16(TEXT, true), undefined],
  ['latin1.txt', Buffer.from(TEXT, 'latin1'), 'iso88591'],
  ['windows1252.txt', Buffer.from(TEXT, 'latin1'), 'windows1252'],
];

describe('files of many encodings', () => {
  const [root] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(root);
  const folder = mkdtempSync(path.join(root.uri.fsPath, 'encodings-'));
  const encoding = (value: string | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration('files', root.uri).update('encoding', value, vscode.ConfigurationTarget.WorkspaceFolder);

  afterEach(() => encoding(undefined));
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, bytes, setting] of files) {
    it(`give the keys as they were written: ${name}`, async () => {
      if (setting !== undefined) await encoding(setting);
      const uri = vscode.Uri.file(path.join(folder, name));
      writeFileSync(uri.fsPath, bytes);
      const source = await readSource([uri, [uri]]);
      assert.ok(source);
      assert.deepEqual((await findKeys(source))?.keys, KEYS);

      // The same as a large file, in pieces that may end within a character.
      const big = await openBigFile(uri, bytes.length, 7);
      if (!/utf8|mark/.test(name)) return assert.equal(big, undefined, 'the editor decodes it, up to a size');
      assert.ok(big);
      const pieces: string[] = [];
      for await (const text of big.pieces(() => undefined, new AbortController().signal)) pieces.push(text);
      assert.equal(pieces.join(''), TEXT);
      assert.equal(big.head, TEXT);
      assert.ok(pieces.length > 2);
    });
  }

  it('are refused if a key can’t be read in the editor’s encoding', async () => {
    const uri = vscode.Uri.file(path.join(folder, 'as-utf8.txt'));
    writeFileSync(uri.fsPath, Buffer.from(TEXT, 'latin1'));
    const source = await readSource([uri, [uri]]);
    assert.ok(source);
    assert.equal(await findKeys(source), undefined);
  });

  it('are refused if they are not text', async () => {
    const uri = vscode.Uri.file(path.join(folder, 'picture.png'));
    writeFileSync(uri.fsPath, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 0, 0xff]));
    assert.equal(await readSource([uri, [uri]]), undefined);
    assert.equal(await openBigFile(uri, 12), undefined);
  });

  it('are opened by the editor if they are large and have an encoding that only the editor supports', async () => {
    await encoding('cp437');
    const uri = vscode.Uri.file(path.join(folder, 'dos.txt'));
    writeFileSync(uri.fsPath, Buffer.from([0x84, 0x2d, 0x31, 0x0a]));
    assert.equal(await openBigFile(uri, 4), undefined);
    const source = await readSource([uri, [uri]]);
    assert.deepEqual(source?.text, 'ä-1\n');
  });
});
