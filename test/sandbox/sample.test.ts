import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { definitionOf } from '../../src/sandbox/routes/definitionCheck.ts';
import { makeSampleWorld } from '../../src/sandbox/world/sampleWorld.ts';
import { leastRatio, timed } from '../domain/keys/ratio.ts';

describe('sandbox: sample world', () => {
  const world = makeSampleWorld(Date.UTC(2026, 10, 21));
  const environments = world.workspaces.flatMap((workspace) =>
    workspace.environments.map((environment) => ({ workspace, environment })),
  );

  it('has only definitions that the sandbox itself accepts', () => {
    for (const { workspace, environment } of environments) {
      for (const [name, { fields }] of environment.definitions) {
        assert.deepEqual(definitionOf(fields, name, workspace), fields, `${name} in ${environment.name}`);
        assert.ok(workspace.flags.has(name));
      }
    }
  });

  it('is the same at every start except for its times', () => {
    assert.deepEqual(makeSampleWorld(world.startedAt), world);
  });

  it('names each open change request on its object, and no decided one', () => {
    for (const request of world.changeRequests) {
      const { environment } = environments.find((item) => item.environment.id === request.environmentId) ?? {};
      assert.ok(environment);
      const { kind, name } = request.target;
      const held = kind === 'segment' ? environment.segments.get(name) : environment.definitions.get(name);
      const isAddition = kind === 'flag' && request.target.operation === 'CREATE';
      if (request.status === 'REQUESTED' && !isAddition) assert.equal(held?.openChangeRequestId, request.id, request.title);
      else assert.notEqual(held?.openChangeRequestId, request.id, request.title);
    }
  });

  it('is created without blocking the event loop for long', () => {
    const made = (): number => timed(() => makeSampleWorld(Date.now()));
    const copied = (): number => timed(() => structuredClone(world));
    const ratio = leastRatio(10, made, copied);
    assert.ok(ratio < 10, `${ratio.toFixed(1)} times as long as a copy of it`);
  });
});
