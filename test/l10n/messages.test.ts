/** Tests that all text for users goes through `vscode.l10n`, and that the reader of the source finds such text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMessages } from './messages.ts';
import { PSEUDO, pseudo, unspoken } from './pseudo.ts';
import { placesIn } from './placesIn.ts';
import { readSourceWords } from './source.ts';

const t = 'const { t } = vscode.l10n;\n';

describe('the messages in the source', () => {
  const source = readSourceWords();

  it('are all passed to t, each as one string', () => {
    assert.deepEqual([source.faults, source.unused], [[], []], 'faults, and exceptions that are not used');
    assert.ok(source.messages.length > 1000, 'few were found');
  });

  it('have consecutive placeholders', () => {
    for (const message of source.messages) {
      const numbers = placesIn(message).flatMap((place) => /^\{(\d+)\}$/.exec(place)?.[1] ?? []);
      const sorted = numbers.map(Number).toSorted((one, other) => one - other);
      assert.deepEqual(sorted, [...numbers.keys()], message);
    }
  });
});

describe('the search for messages', () => {
  it('finds messages as they are at run time', () => {
    const source = `${t}const a = [t('one'), vscode.l10n.t("two’s"), t(\n  'it\\'s {0}\\nof {1}',\n  x,\n  t('three'),\n), t(\`four\`), x.t('no message of ours')];`;
    const texts = readMessages(source).messages.map(({ text }) => text);
    assert.deepEqual(texts, ['one', 'two’s', "it's {0}\nof {1}", 'three', 'four']);
  });

  // prettier-ignore
  const faulty = {
    'a message that is computed': 't(isOne ? "1 key" : "more keys")',
    'a message of a template': 't(`${count} keys`)',
    'a message with text before it': '"Key: " + t("none")',
    'a message with text behind it': 't("Add", one) + ".";',
    'another name for it in the text': 'vscode.l10n.t("Add") + " a key"',
    'a sentence': 'tellDone("The key was added.")',
    'a word of a button': 'tellDone(t("Done."), "Undo")',
    'a label': 'const item = { label: "key" };',
    'a placeholder': 'askText({ placeholder: "name" })',
    'a sentence in a template': 'tellDone(`Added ${count}`)',
    'a unit in a template': 'item.description = `${count} keys`',
    'a sentence in an argument of t': 't("Failed: {0}", "no such key")',
  };
  for (const [name, code] of Object.entries(faulty))
    it(`sees ${name}`, () => assert.notDeepEqual(readMessages(t + code).faults, [], code));

  // prettier-ignore
  const sound = {
    'a message with a message in it': 't("{0} and {1}", t("1 key"), name)',
    'signs between messages': '`${t("Rows")}: ${count}`',
    'an address': 'const path = `/workspaces/${id}/keys`;',
    'a name of the code': 'if (answer === "addKeys") run("segment", `flagAdmin.${name}`);',
    'an import': 'import { x } from "./Some file.ts";',
    'an error that is told apart by its kind': 'throw new Error(`no key of ${name}`)',
    'a line of the log': 'log.warn(`no answer from ${origin}`)',
    'a comment': '// The key was added.',
  };
  for (const [name, code] of Object.entries(sound))
    it(`accepts ${name}`, () => assert.deepEqual(readMessages(t + code).faults, []));
});

describe('the pseudo-language', () => {
  it('keeps placeholders, icons and the targets of links, and makes the rest longer', () => {
    const text = 'Add {0} to $(key) [the segment](command:flagAdmin.segment.create).\n[Retry](command:x)';
    const said = pseudo(text);
    assert.deepEqual(placesIn(said), placesIn(text));
    assert.ok(said.length > text.length + 10);
    for (const line of said.split('\n')) assert.match(line, /⟦.+⟧/u);
    assert.match(said, /\n\[⟦Řḗŧřẏ··⟧\]\(command:x\)$/u);
    assert.equal(pseudo('{0}: {1}'), '{0}: {1}');
  });

  it('is recognized: text in a different language is found, also as an addition to a sentence', () => {
    const known = new Set(['beta', 'accounts']);
    const said = (text: string): readonly string[] => unspoken(text, known);
    assert.deepEqual(said(`${pseudo('Upload {0}').replace('{0}', pseudo('24 keys'))} · beta-accounts, 3 hours ago`), []);
    assert.deepEqual(said('Retry'), ['retry']);
    assert.deepEqual(said(`${pseudo('Upload')} beta-accounts now`), []);
    assert.deepEqual(said(`${pseudo('Upload')} to beta-accounts`), ['to']);
  });

  it('can format numbers', () => {
    assert.deepEqual(new Intl.NumberFormat(PSEUDO).format(1.5).length, 3);
  });
});
