/**
 * Tests that each step of the walkthrough has a link, is ticked when done, and has a picture with a description that follows the
 * theme.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { contextKeys, milestones } from '../../src/editor/window/names.ts';
import { root } from './built.ts';
import { contributes, declaredCommands, declaredViews, manifest, words } from './manifest.ts';
import { isTrue, parseWhen } from './when.ts';

const [walkthrough] = contributes.walkthroughs;
const steps = walkthrough!.steps;
const worded = (text: string): string => words[text.slice(1, -1)]!;
const picture = (file: string): string => readFileSync(path.join(root, file), 'utf8');

describe('the walkthrough', () => {
  // VS Code opens the walkthrough of a new extension by itself if its condition is true. This one must open only on request.
  it('does not open by itself when the extension is installed', () => {
    const clause = parseWhen(walkthrough!.when);
    assert.equal(isTrue(clause, {}), false);
    for (const hasConnection of [true, false]) assert.equal(isTrue(clause, { [contextKeys.hasConnection]: hasConnection }), true);
  });

  it('is linked from the welcome text of a view, with its own title', () => {
    const id = `${manifest.publisher}.${manifest.name}#${walkthrough!.id}`;
    const links = contributes.viewsWelcome.flatMap(({ contents }) =>
      [...worded(contents).matchAll(/command:workbench\.action\.openWalkthrough\?([^)]*)\)/g)].map(([, argument]) => argument!),
    );
    assert.ok(links.length > 0);
    for (const link of links) assert.equal(JSON.parse(decodeURIComponent(link)), id);
  });

  it('links to existing commands in every step', () => {
    const known = [...declaredCommands, ...declaredViews.map((view) => `${view}.focus`)];
    for (const { id, description } of steps) {
      const links = [...worded(description).matchAll(/\(command:([^)?]+)/g)].map((link) => link[1]!);
      assert.ok(links.length > 0, id);
      for (const link of links) assert.ok(known.includes(link), `${id}: ${link}`);
    }
  });

  it('uses the titles of the commands', () => {
    const titles = Object.entries(words).flatMap(([key, text]) => (key.startsWith('command.') ? [text] : []));
    for (const { id, description } of steps) {
      for (const [, label, command] of worded(description).matchAll(/^\[(.*)\]\(command:(flagAdmin[^)]*)\)$/gm))
        if (declaredCommands.includes(command!)) assert.equal(label, words[command!.replace('flagAdmin', 'command')], id);
      for (const [, named] of worded(description).matchAll(/\*\*(.+?)\*\*/g))
        assert.ok(titles.includes(named!) || ['Workspaces', 'Approve with “release-key”…'].includes(named!), `${id}: ${named}`);
    }
  });

  it('ticks each step when it is done, and sets no other completion events', () => {
    const events = steps.flatMap(({ completionEvents }) => completionEvents);
    assert.equal(events.length, steps.length);
    const known = [contextKeys.isSandboxRunning, ...Object.values(milestones)];
    assert.deepEqual(events.toSorted(), known.map((key) => `onContext:${key}`).toSorted());
  });

  it('has pictures only in the colours of the theme, with descriptions for screen readers', () => {
    for (const { id, media } of steps) {
      const svg = picture(media.svg);
      assert.match(svg, /^<svg [^>]*role="img"/, id);
      // The editor shows the picture, and a screen reader reads its title.
      assert.equal(/<title>(.*)<\/title>/.exec(svg)?.[1], worded(media.altText), id);
      for (const [, , colour] of svg.matchAll(/(fill|stroke)="([^"]*)"/g))
        assert.match(colour!, /^(none|var\(--vscode-[^)]*\)+)$/, `${id}: ${colour}`);
      assert.doesNotMatch(svg, /<(text|script|style|image|a)\b|href|style=/, id);
    }
  });
});
