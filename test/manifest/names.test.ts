/** Names and titles are the same in package.json, in names.ts and in product.md. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as names from '../../src/editor/window/names.ts';
import { tokensOf } from '../check/readSource.ts';
import { root } from './built.ts';
import {
  conditions,
  contributes,
  declaredCommands,
  declaredSettings,
  declaredViews,
  manifest,
  sorted,
  words,
} from './manifest.ts';
import { parseWhen, partsOf } from './when.ts';

const namedContextKeys: readonly string[] = Object.values(names.contextKeys);
const namedSettings: readonly string[] = Object.values((names as { settings?: Record<string, string> }).settings ?? {});

describe('names', () => {
  it('follow the pattern flagAdmin.noun.verb', () => {
    for (const id of declaredCommands) assert.match(id, /^flagAdmin\.[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
    for (const id of [...declaredViews, ...namedContextKeys, ...Object.keys(declaredSettings)])
      assert.match(id, /^flagAdmin\.[a-z][A-Za-z.]*$/);
  });

  it('are the same on both sides', () => {
    assert.deepEqual(sorted(Object.values(names.views)), sorted(declaredViews));
    assert.deepEqual(sorted(namedSettings), sorted(Object.keys(declaredSettings)));
    const read = conditions()
      .flatMap(({ when }) => partsOf(parseWhen(when)))
      .flatMap((part) => (part.kind === 'in' ? [part.key, part.list] : [part.key]));
    assert.deepEqual(sorted(read.filter((key) => key.startsWith('flagAdmin.'))), sorted(namedContextKeys));
    assert.ok(manifest.activationEvents?.includes(`onWebviewPanel:${names.reviewPanel}`));
  });

  it('are all used by the code; a command that the code names is declared, and the others are written nowhere else', () => {
    const src = path.join(root, 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && path.basename(file) !== 'names.ts',
    );
    const tokens = files.flatMap((file) =>
      tokensOf(readFileSync(path.join(src, file), 'utf8')).map((token) => ({ ...token, file })),
    );
    const ids = tokens.filter(({ kind, text }) => kind === 'string' && /^flagAdmin\.[A-Za-z]+\.[A-Za-z]+$/.test(text));
    assert.ok(ids.length > declaredCommands.length);
    for (const { text, file, line } of ids) assert.ok(declaredCommands.includes(text), `${file}:${line}: ${text} is no command`);
    for (const [table, entries] of Object.entries({
      contextKeys: names.contextKeys,
      views: names.views,
      milestones: names.milestones,
    })) {
      for (const [name, id] of Object.entries(entries)) {
        assert.ok(
          tokens.some((token, i) => token.text === name && tokens[i - 1]?.text === '.' && tokens[i - 2]?.text === table),
          `${table}.${name} is used nowhere`,
        );
        assert.deepEqual(
          tokens.filter((token) => token.kind === 'string' && token.text === id).map((token) => `${token.file}:${token.line}`),
          [],
          `${id} is in names.ts`,
        );
      }
    }
  });

  it('are those of the table in product.md', () => {
    assert.deepEqual([manifest.name, manifest.publisher, manifest.displayName], ['flag-admin', 'flag-admin', 'Flag Admin']);
    assert.deepEqual(
      contributes.viewsContainers.activitybar?.map(({ id }) => id),
      ['flagAdmin'],
    );
    assert.deepEqual(Object.keys(contributes.views), ['flagAdmin']);
    assert.equal(words['container.title'], 'Flag Admin');
    const viewTitles: Record<string, string> = {
      'flagAdmin.workspaces': 'Workspaces',
      'flagAdmin.changeRequests': 'Change Requests',
    };
    for (const id of declaredViews) assert.equal(words[id.replace('flagAdmin', 'view')], viewTitles[id], id);
    for (const { command, title, category } of contributes.commands) {
      assert.equal(title, `%${command.replace('flagAdmin', 'command')}%`);
      assert.equal(category, '%category%');
      const wanted = TITLES[command];
      if (wanted !== undefined) assert.equal(words[title.slice(1, -1)], wanted, command);
    }
    assert.equal(words.category, 'Flag Admin');
  });
});

/** The titles of product.md. A command that is not in it yet may be missing here; one that is has this title. */
const TITLES: Readonly<Record<string, string>> = {
  'flagAdmin.connection.add': 'Add Connection…',
  'flagAdmin.connection.switch': 'Switch Connection…',
  'flagAdmin.connection.rename': 'Rename Connection…',
  'flagAdmin.connection.remove': 'Remove Connection…',
  'flagAdmin.apiKey.add': 'Add API Key…',
  'flagAdmin.apiKey.use': 'Use API Key…',
  'flagAdmin.apiKey.remove': 'Remove API Key…',
  'flagAdmin.sandbox.start': 'Try the Sandbox',
  'flagAdmin.sandbox.stop': 'Stop the Sandbox',
  'flagAdmin.sandbox.reset': 'Reset the Sandbox',
  'flagAdmin.view.refresh': 'Refresh',
  'flagAdmin.view.find': 'Find…',
  'flagAdmin.segment.create': 'Create Segment…',
  'flagAdmin.segment.activate': 'Activate Segment in Environment…',
  'flagAdmin.segment.deactivate': 'Deactivate Segment in Environment…',
  'flagAdmin.segment.delete': 'Delete Segment…',
  'flagAdmin.segment.uploadKeys': 'Upload Keys from Current File…',
  'flagAdmin.segment.removeKeys': 'Remove Keys Listed in Current File…',
  'flagAdmin.segment.compareKeys': 'Compare Segment with Current File…',
  'flagAdmin.segment.showKeys': 'Show Keys',
  'flagAdmin.segment.resumeUpload': 'Resume Upload…',
  'flagAdmin.identity.upload': 'Upload Identities from Current File…',
  'flagAdmin.flag.create': 'Create Flag…',
  'flagAdmin.flag.open': 'Open Flag Definition…',
  'flagAdmin.flag.submit': 'Submit Definition as Change Request…',
  'flagAdmin.flag.kill': 'Kill Flag…',
  'flagAdmin.flag.restore': 'Restore Flag…',
  'flagAdmin.flag.archive': 'Remove Flag Definition…',
  'flagAdmin.flag.compare': 'Compare Definition between Environments…',
  'flagAdmin.changeRequest.submit': 'Submit Change Request…',
  'flagAdmin.changeRequest.open': 'Review Change Request…',
  'flagAdmin.changeRequest.approve': 'Approve…',
  'flagAdmin.changeRequest.withdraw': 'Withdraw…',
  'flagAdmin.changeRequest.reject': 'Reject…',
  'flagAdmin.log.show': 'Show Log',
};
