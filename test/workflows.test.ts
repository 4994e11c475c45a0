/** The workflows parse, run scripts that are there, and take no more rights than they need. They have been run nowhere by these tests. */
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
}
interface Job {
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

/** What a job may do besides reading: make a release, and attest who built what is in it. */
const MORE_RIGHTS: Readonly<Record<string, Job['permissions']>> = {
  release: { contents: 'write', 'id-token': 'write', attestations: 'write' },
};

const commands = ({ jobs }: Workflow): readonly string[] =>
  Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

describe('the workflows', () => {
  it('are those that the documents tell of', () => {
    assert.deepEqual([...workflows.keys()].toSorted(), ['ci.yml', 'properties.yml', 'release.yml']);
  });

  for (const [file, workflow] of workflows) {
    it(`run scripts of package.json that are there: ${file}`, () => {
      const named = commands(workflow).flatMap((run) => [...run.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name]) => name!));
      assert.ok(named.length > 0);
      for (const name of named) assert.ok(Object.hasOwn(scripts, name), `${name} is no script`);
    });

    it(`may read, and more only where a job says what for; have a limit of time, and name a version of each action: ${file}`, () => {
      assert.deepEqual(workflow.permissions, { contents: 'read' });
      for (const [name, job] of Object.entries(workflow.jobs)) {
        assert.ok((job['timeout-minutes'] ?? 0) > 0, name);
        assert.deepEqual(job.permissions, MORE_RIGHTS[name], name);
        for (const { uses } of job.steps) if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w-]+@(v\d+|[\da-f]{40})$/);
      }
    });

    it(`leave no token in the folder, and put no words from outside into a command: ${file}`, () => {
      for (const { steps } of Object.values(workflow.jobs)) {
        const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
        assert.equal(checkout?.with?.['persist-credentials'], false);
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

  it('draw new cases for the properties each week and by hand, and the same ones for a change', () => {
    const { on, jobs } = workflows.get('properties.yml')!;
    assert.deepEqual(Object.keys(on), ['schedule', 'workflow_dispatch']);
    assert.deepEqual(runs(100, jobs['properties']!.env), { numRuns: 2000 });
    for (const file of ['ci.yml', 'release.yml'])
      for (const job of Object.values(workflows.get(file)!.jobs)) assert.equal(job.env, undefined);
  });

  it('release what was tested, packaged and attested, in this order, for the tag of its version', () => {
    const { steps } = workflows.get('release.yml')!.jobs['release']!;
    const places = [
      /GITHUB_REF_NAME" = /,
      /^npm test$/,
      /^npm run package$/,
      /^actions\/attest-build-provenance@/,
      /gh release create/,
    ];
    const at = places.map((word) => steps.findIndex(({ run, uses }) => word.test(run ?? uses ?? '')));
    assert.ok(!at.includes(-1));
    assert.deepEqual(
      at,
      at.toSorted((one, other) => one - other),
    );
    assert.match(version, /^\d+\.\d+\.\d+$/);
  });
});

describe('the editor of the desktop suite', () => {
  it('is the oldest that the manifest takes, the newest, or one by its version', () => {
    assert.equal(editorVersion('oldest'), '1.105.0');
    assert.equal(editorVersion('stable'), 'stable');
    assert.equal(editorVersion('1.110.2'), '1.110.2');
    assert.throws(() => editorVersion('newest'), /oldest, stable/);
  });
});
