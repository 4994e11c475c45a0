/**
 * The rules that protect API keys and production, with the tests that check them. This test fails if such a test is missing,
 * renamed or removed.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { root } from './manifest/built.ts';

/** File below `test` and a part of the name of a test in it. */
type Held = readonly [file: string, name: string];

const rules: Readonly<Record<string, readonly Held[]>> = {
  'no setting of a workspace names a host': [
    ['manifest.test.ts', 'takes the name of a host from the user alone'],
    ['editor/window/settings.test.ts', 'are never a workspace’s'],
    ['editor/connection/hostileWorkspace.test.ts', 'make no request through a workspace’s proxy'],
    ['host/browser/broad/connection.test.mjs', 'changes nothing about the user’s own connection'],
  ],
  'an API key goes to the origin it was entered for, by https or to loopback': [
    ['api/lookAlikeOrigins.test.ts', 'each get only the API key that was entered for them'],
    ['api/lookAlikeOrigins.test.ts', 'in plain http is accepted for this machine only'],
    ['api/lookAlikeOrigins.test.ts', 'gets the API key of the first if, and only if'],
  ],
  'an API key is in no log, file, message, label or thrown error': [
    ['host/driver/story.mjs', 'leaves no API key in any file, log, message or label'],
    ['canary/keyForms.test.mjs', 'base64'],
    ['faults/cell.ts', 'the API key is in the error'],
  ],
  'the panel runs its own script alone and shows words as text': [
    ['editor/review/panelPage.test.ts', 'allows its own script and style, and nothing else'],
    ['editor/review/panelPage.test.ts', 'is ignored unless it is a known message with a known action'],
    ['host/browser/broad/hostile.test.mjs', 'shows such names in the review as plain text'],
  ],
  'the sandbox serves this machine alone': [
    ['sandbox/safety.test.ts', 'listens on 127.0.0.1 alone'],
    ['sandbox/safety.test.ts', 'serves no other host name'],
    ['sandbox/safety.test.ts', 'refuses any Origin'],
    ['sandbox/safety.test.ts', 'answers a body above 16 MiB with 413'],
    ['sandbox/safety.test.ts', 'closes sockets whose headers do not arrive'],
  ],
  'words of others are no link and no command, and commands check what they are given': [
    ['editor/window/notifications.test.ts', 'has no link in it'],
    ['editor/words/escape.test.ts', 'draws no icon in a label and in a message'],
    ['host/suite/surfaces.test.ts', 'were found on each surface of the manifest and of the restricted functions'],
    ['editor/window/target.test.ts', 'is undefined for any other argument, because any extension may call a command'],
    ['editor/window/commandArgument.test.ts', 'contains no function at any place'],
    ['host/suite/forgedCalls.test.ts', 'changes nothing by'],
    ['host/browser/broad/hostile.test.mjs', 'shows such names in a message as plain text'],
  ],
  'an answer is bounded, checked and harmless': [
    ['api/answer.test.ts', 'is not read at all if its announced length is too large'],
    ['api/answerSize.test.ts', 'each call has its limit'],
    ['api/answerSize.test.ts', 'takes not much longer to read if a __proto__ is in it'],
    ['api/answerSize.test.ts', 'is cancelled at its first invalid item'],
    ['api/answer.test.ts', 'is read to a depth of 100'],
    ['properties/proto.test.ts', 'are ordinary fields and names'],
  ],
  'a restricted window changes nothing, and production only by its name': [
    ['editor/ask/permit.test.ts', 'gives no permit in a restricted window'],
    ['operations/productionGuard.test.ts', 'for production requires its exact name'],
    ['host/browser/broad/hostile.test.mjs', 'refuses an upload, and names the next step'],
    ['check/plants.ts', 'as WritePermit'],
  ],
  'a session of the account menu is no API key': [
    ['editor/connection/accounts.test.ts', 'returns a session whose token is neither an API key nor derived from one'],
    [
      'host/browser/broad/accounts.test.mjs',
      'gives an extension without the user’s consent the names of API keys, and no session',
    ],
    ['host/browser/broad/accounts.test.mjs', 'a session without access to the service'],
  ],
  'nothing is run, downloaded or reported by what ships': [
    ['architecture.test.ts', 'node:child_process'],
    ['built.test.ts', 'requires only Node, vscode and files of its own'],
    ['check/lockfile.test.ts', 'names no registry'],
    ['packaged.test.ts', 'contains only what runs and what users read'],
  ],
};

describe('each rule has its tests', () => {
  for (const [rule, held] of Object.entries(rules)) {
    it(rule, () => {
      for (const [file, name] of held) {
        const source = readFileSync(path.join(root, 'test', file), 'utf8');
        assert.ok(source.includes(name), `${file} has no test “${name}”`);
      }
    });
  }
});
