/**
 * Any extension or agent can run the commands with any arguments. This test runs the commands of package.json with forged
 * arguments, every eighth in `npm test`, and accepts all their questions with the editor's own command. The service must receive only reads: no change, no
 * change request, and no decision.
 */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { makeSampleWorld } from '../../../src/sandbox/world/sampleWorld.ts';
import { casesOf } from '../../properties/runs.ts';
import { countChanges } from './ownService.ts';
import { answers, executed, isPick, pause, runAndAccept } from './watchedWindow.ts';

const { commands } = (
  vscode.extensions.getExtension('flag-admin.flag-admin')!.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  }
).contributes;

const run = (command: string): Thenable<unknown> => vscode.commands.executeCommand(command);

const BACK = 'workbench.action.quickInputBack';
const FROM_QUESTION = 'a segment in production, with functions';

/** Enough for any flow of the extension. */
const MOST = 20;

/** The methods of forged arguments that were called. None may be called. */
const calls: string[] = [];

/** Functions with all names that the extension's own objects use, and a few more. */
const functions = (): Record<string, () => unknown> =>
  Object.fromEntries(
    ['goBack', 'reload', 'loadMore', 'children', 'toTreeItem', 'tooltip', 'run', 'isStillValid', 'submit', 'read', 'then'].map(
      (name) => [
        name,
        () => {
          calls.push(name);
        },
      ],
    ),
  );

/** The IDs of the sample are the same after each start. */
const { workspaces, changeRequests } = makeSampleWorld(Date.now());

function place(wanted: string) {
  const { id: workspaceId, name: workspaceName, environments } = workspaces[0]!;
  const { id, name } = environments.find((environment) => environment.name === wanted)!;
  return {
    workspace: { id: workspaceId, name: workspaceName, requiresTitleAndComments: false },
    // The argument says that production is not production.
    environment: { id, name, isProduction: false },
  };
}

/** It has no definition in development. */
const inactive = [...workspaces[0]!.segments.keys()].find(
  (name) => !workspaces[0]!.environments.find((one) => one.name === 'development')!.segments.has(name),
)!;

/**
 * `of`: the commands that may accept such an argument. All other commands ignore it; only `--all` tests that with each of them.
 */
type Call = readonly [name: string, of: RegExp, ...args: unknown[]];

const ANY = /./;
const SEGMENT = /\.(segment|identity)\.|\.changeRequest\.submit$/;
const FLAG = /\.flag\.|\.changeRequest\.submit$/;
const REQUEST = /\.changeRequest\./;
const WORKSPACE = /\.(create|upload|filter|find)$/;
const DRAFT = /\.(flag|changeRequest)\./;

function forged(): readonly Call[] {
  const production = place('production');
  const development = place('development');
  const keys = ['forged-1', 'forged-2'];
  const extra = {
    way: 'direct',
    permit: {},
    isAgreed: true,
    isExplained: true,
    title: 'T',
    comment: 'C',
    approvers: ['me'],
    keys,
  };
  const segment = { kind: 'segment', name: 'beta-accounts', trafficType: 'account', ...extra };
  const flag = { kind: 'flag', name: 'checkout-redesign', isNew: true, ...extra };
  const file = { name: 'keys.txt', bytes: new TextEncoder().encode(keys.join('\n')) };
  const { workspace } = production;
  const draft = (environmentId: string) =>
    vscode.Uri.from({ scheme: 'flag-admin', path: '/a/b/c/checkout-redesign.yaml', query: environmentId });
  return [
    ['nothing', ANY],
    [
      FROM_QUESTION,
      ANY,
      { target: { ...segment, ...production }, files: [file], ...extra, prefersRequest: true, ...functions() },
    ],
    ['a segment that is not active there', SEGMENT, { target: { ...segment, name: inactive, ...development } }],
    ['a segment in development with a file', SEGMENT, { target: { ...segment, ...development }, files: [file], ...extra }],
    [
      'a segment in development, for a request',
      SEGMENT,
      { target: { ...segment, ...development }, files: [file], prefersRequest: true },
    ],
    ['a flag in production', FLAG, { target: { ...flag, ...production }, ...extra, ...functions() }],
    ['a flag in development', FLAG, { target: { ...flag, ...development }, ...extra }],
    [
      'a segment of a workspace',
      SEGMENT,
      { target: { ...segment, workspace, kind: 'workspaceSegment', ...extra, environment: development.environment } },
    ],
    [
      'a workspace',
      WORKSPACE,
      { target: { kind: 'workspace', ...development }, name: 'forged', trafficType: 'account', ...extra },
    ],
    ['a list of keys', SEGMENT, keys, keys],
    ['the id of a request', REQUEST, requestId, 'APPROVED', 'comment'],
    [
      'a request as a node',
      REQUEST,
      { target: { kind: 'changeRequest', id: requestId }, status: 'APPROVED', decision: 'APPROVED', ...functions() },
    ],
    ['the change of a journal', SEGMENT, { change: changeId, ...extra, ...functions() }],
    ['an address of ours', DRAFT, draft(development.environment.id), [draft(development.environment.id)]],
    [
      'a row of Source Control',
      DRAFT,
      { resourceUri: draft(production.environment.id), request: { kind: 'changeRequest', id: requestId } },
    ],
    [
      'a proposal',
      DRAFT,
      {
        connected: {},
        ...production,
        change: { operationType: 'KILL', flag: { name: 'checkout-redesign' } },
        ...extra,
        ...functions(),
      },
    ],
    ['functions', ANY, functions(), functions().run],
  ];
}

const requestId = changeRequests.find(({ status }) => status === 'REQUESTED')!.id;
/** An upload that was really made in this window. */
let changeId = '';

describe('commands that another extension runs', function () {
  this.timeout(400_000);
  const { changes, stop } = countChanges();

  /** Like a person who reads each question. */
  async function upload(): Promise<void> {
    const target = { kind: 'segment', name: 'beta-accounts', trafficType: 'account', ...place('development') };
    const file = { name: 'keys.txt', bytes: new TextEncoder().encode('mine-1\nmine-2\n') };
    answers.message = 'Open Receipt';
    await runAndAccept({
      command: 'flagAdmin.segment.uploadKeys',
      args: [{ target, files: [file] }],
      most: MOST,
      async answer(input) {
        if (!isPick(input)) return;
        const upload = input.items.find(({ label }) => label.startsWith('Upload '));
        if (upload && input.activeItems[0] !== upload) input.activeItems = [upload];
        await pause(100);
      },
    });
    const opened = () => executed.find(([command]) => command === 'flagAdmin.segment.openReceipt');
    for (let tries = 0; !opened() && tries < 200; tries += 1) await pause(50);
    delete answers.message;
    const receipt = opened();
    assert.ok(receipt);
    changeId = (receipt[1] as { readonly change: string }).change;
  }

  before(async () => {
    await run('flagAdmin.sandbox.start');
    await upload();
    assert.equal(changes.length, 1, changes.join());
    changes.length = 0;
  });
  beforeEach(async () => {
    await run('flagAdmin.sandbox.start');
    changes.length = 0;
    calls.length = 0;
  });
  afterEach(() => run('workbench.action.closeAllEditors'));
  after(stop);

  for (const [, { command }] of casesOf(commands)) {
    it(`changes nothing by ${command}`, async () => {
      const found: string[] = [];
      for (const [name, of, ...args] of forged()) {
        if (process.env['ALL_TESTS'] !== '1' && !of.test(command)) continue;
        await runAndAccept({ command, args, most: MOST });
        // Going back in a question calls no function of the caller.
        if (name === FROM_QUESTION) await runAndAccept({ command, args, most: 1, press: BACK });
        found.push(...[...changes.splice(0), ...calls.splice(0)].map((what) => `${what}, called with ${name}`));
      }
      await pause(20);
      assert.deepEqual([...found, ...changes], []);
    });
  }
});
