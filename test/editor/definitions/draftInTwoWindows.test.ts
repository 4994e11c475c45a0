/** Two windows with one draft overwrite nothing of each other unseen. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { focused, openDocuments, openUris, Typed } from './fakeEditor.ts';
import { newFolder, openWindow } from './window.ts';

const service = useService();
const FLAG = 'checkout-redesign';

describe('two windows with one draft', () => {
  /** The text as the editor has it before each save: it stats first, and asks where time and size are others. */
  async function twoWindows() {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri(FLAG);
    const live = await one.read(uri);
    await other.read(uri);
    const end = (): void => [one, other].forEach((window) => window.dispose());
    return { one, other, uri, live, end };
  }

  it('never overwrite what the other has saved unseen, not even of the same length', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    await one.write(uri, `${live}# one\n`);
    await assert.rejects(other.write(uri, `${live}# two\n`), /Another window has saved its own draft/);
    assert.match(shown.at(-1)!.message, /Another window has saved its own draft of checkout-redesign/);
    assert.deepEqual(shown.at(-1)!.buttons, ['Compare', 'Save Mine', 'Take the Other']);
    await one.look();
    assert.equal(await one.read(uri), `${live}# one\n`);
    // It has seen the other's text now.
    await other.look();
    assert.equal(await other.read(uri), `${live}# one\n`);
    await other.write(uri, `${live}# two\n`);
    end();
  });

  it('never take away what the other has saved unseen by going back to the live text', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    await one.write(uri, `${live}# one\n`);
    await other.look();
    await assert.rejects(other.write(uri, live), /Another window has saved its own draft/);
    await one.look();
    assert.equal(await one.read(uri), `${live}# one\n`);
    // Once it is seen, it may.
    assert.equal(await other.read(uri), `${live}# one\n`);
    await other.write(uri, live);
    await one.look();
    assert.equal(await one.read(uri), live);
    end();
  });

  it('overwrite it where the editor has asked, as it does when it is told of another time and size', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    const before = await other.stat(uri);
    await one.write(uri, `${live}# a longer one\n`);
    await other.look();
    const after = await other.stat(uri);
    assert.ok(after.mtime > before.mtime && after.size !== before.size);
    await other.write(uri, `${live}# two\n`);
    await one.look();
    assert.equal(await one.read(uri), `${live}# two\n`);
    end();
  });

  it('notice each other when the window gets the focus', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    openUris.push(uri);
    await one.write(uri, `${live}# one\n`);
    focused.fire({ focused: true });
    await other.look();
    assert.ok(other.changes.some((change) => change.uri.toString() === uri.toString()));
    openUris.length = 0;
    end();
  });
});

describe('whoever was told of another window’s draft', () => {
  it('can save their own text over it', async () => {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri(FLAG);
    const live = await one.read(uri);
    await other.read(uri);
    await one.write(uri, `${live}# one\n`);
    const document = new Typed(uri, `${live}# two\n`);
    const saved = Promise.withResolvers<void>();
    document.save = async () => {
      await other.write(uri, document.getText());
      saved.resolve();
      return true;
    };
    openDocuments.push(document);
    pressNext('Save Mine');
    await assert.rejects(other.write(uri, document.getText()), /Another window/);
    await saved.promise;
    await one.look();
    assert.equal(await one.read(uri), `${live}# two\n`);
    openDocuments.length = 0;
    for (const window of [one, other]) window.dispose();
  });
});
