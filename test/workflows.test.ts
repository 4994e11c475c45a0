/**
 * Tests that the workflows are valid, run existing scripts, and request only the rights that they need. These tests don't run
 * them.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { root } from './manifest/built.ts';
import { runs } from './properties/runs.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly needs?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = path.join(root, '.github', 'workflows');
const workflows = new Map(
  readdirSync(folder).map((file) => [file, parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow]),
);
const { scripts, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  version: string;
};
const { editorVersion } = (await import(String(new URL('host/driver/editorVersion.mjs', import.meta.url)))) as {
  editorVersion(word: string): string;
};

/** The rights of a job besides reading: create a release, and attest who built it. */
const MORE_RIGHTS: Readonly<Record<string, Job['permissions']>> = {
  publish: { contents: 'write', 'id-token': 'write', attestations: 'write' },
};

/** The pinned commit of each action, because somebody could move a version's tag. */
const PINNED: Readonly<Record<string, string>> = {
  'actions/checkout': '11bd71901bbe5b1630ceea73d27597364c9af683',
  'actions/setup-node': '49933ea5288caeca8642d1e84afbd3f7d6820020',
  'actions/upload-artifact': 'ea165f8d65b6e75b540449e92b4886f43607fa02',
  'actions/download-artifact': 'd3f86a106a0bac45b974a628896c90dbdf5c8093',
  'actions/attest-build-provenance': 'e8998f949152b193b063cb0ec769d69d929409be',
};

const commands = ({ jobs }: Workflow): readonly string[] =>
  Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

describe('the workflows', () => {
  it('are those in the documents', () => {
    assert.deepEqual([...workflows.keys()].toSorted(), ['ci.yml', 'release.yml', 'weekly.yml']);
  });

  for (const [file, workflow] of workflows) {
    it(`run only existing scripts of package.json: ${file}`, () => {
      const named = commands(workflow).flatMap((run) => [...run.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name]) => name!));
      assert.ok(named.length > 0);
      for (const name of named) assert.ok(Object.hasOwn(scripts, name), `${name} is no script`);
    });

    it(`may only read, except jobs with a stated reason; have a time limit, and pin each action to a commit: ${file}`, () => {
      assert.deepEqual(workflow.permissions, { contents: 'read' });
      for (const [name, job] of Object.entries(workflow.jobs)) {
        assert.ok((job['timeout-minutes'] ?? 0) > 0, name);
        assert.deepEqual(job.permissions, MORE_RIGHTS[name], name);
        for (const { uses } of job.steps) {
          if (uses === undefined) continue;
          const [action, commit] = uses.split('@');
          assert.equal(commit, PINNED[action!], uses);
        }
      }
    });

    it(`leave no token in the folder, and insert no external text into a command: ${file}`, () => {
      for (const { steps } of Object.values(workflow.jobs)) {
        const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
        for (const checkout of checkouts) assert.equal(checkout.with?.['persist-credentials'], false);
      }
      for (const run of commands(workflow)) assert.doesNotMatch(run, /\$\{\{(?! matrix\.\w+ \}\})/);
    });
  }

  it('test on three systems, and in the oldest editor and the newest', () => {
    const { test, desktop } = workflows.get('ci.yml')!.jobs;
    const systems = ['ubuntu-latest', 'macos-latest', 'windows-latest'];
    assert.deepEqual(test!.strategy?.matrix['os'], systems);
    assert.deepEqual(desktop!.strategy?.matrix['os'], systems);
    assert.deepEqual(desktop!.strategy?.matrix['vscode'], ['oldest', 'stable']);
    assert.ok(commands({ jobs: { test: test! } } as unknown as Workflow).includes('npm test'));
  });

  it('run slow and broad tests each week and on demand, with new cases for the properties, but with the same cases for each change', () => {
    const weekly = workflows.get('weekly.yml')!;
    assert.deepEqual(Object.keys(weekly.on), ['schedule', 'workflow_dispatch']);
    assert.ok(commands(weekly).includes('npm test -- --all'));
    assert.deepEqual(runs(100, weekly.jobs['all']!.env), { numRuns: 100 });
    for (const file of ['ci.yml', 'release.yml'])
      for (const job of Object.values(workflows.get(file)!.jobs)) assert.equal(job.env, undefined);
  });

  it('release only a package that was tested and built by a read-only job, for the tag of its version', () => {
    const { jobs } = workflows.get('release.yml')!;
    assert.deepEqual(Object.keys(jobs), ['test', 'publish']);
    inOrder(jobs['test']!, [/GITHUB_REF_NAME" = /, /^npm test$/, /^npm run package$/, /^actions\/upload-artifact@/]);
    assert.match(version, /^\d+\.\d+\.\d+$/);
  });

  it('publish in a job that runs no code of the repository or its packages, and attests the package that it received', () => {
    const { test, publish } = workflows.get('release.yml')!.jobs;
    assert.equal(publish!.needs, 'test');
    inOrder(publish!, [/^actions\/download-artifact@/, /^actions\/attest-build-provenance@/, /^gh release create /]);
    assert.equal(publish!.steps.length, 3);
    const named = [...test!.steps, ...publish!.steps].filter(({ uses }) => uses?.includes('load-artifact@'));
    assert.deepEqual(named.map((step) => step.with?.['name']), ['vsix', 'vsix']); // prettier-ignore
    // Without a checkout, gh needs the name of the repository.
    assert.deepEqual(Object.keys(publish!.steps.at(-1)!.env!).toSorted(), ['GH_REPO', 'GH_TOKEN']);
  });
});

function inOrder({ steps }: Job, words: readonly RegExp[]): void {
  const at = words.map((word) => steps.findIndex(({ run, uses }) => word.test(run ?? uses ?? '')));
  assert.ok(!at.includes(-1), String(at));
  assert.deepEqual(at, at.toSorted((one, other) => one - other)); // prettier-ignore
}

describe('the editor of the desktop suite', () => {
  it('is the oldest one that the manifest allows, the newest one, or one by its version', () => {
    assert.equal(editorVersion('oldest'), '1.105.0');
    assert.equal(editorVersion('stable'), 'stable');
    assert.equal(editorVersion('1.110.2'), '1.110.2');
    assert.throws(() => editorVersion('newest'), /oldest, stable/);
  });
});
