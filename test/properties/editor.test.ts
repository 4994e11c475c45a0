/** Tests that the editor shows everything that the schemas accept without throwing: the tree, a definition as YAML, a failure. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Client } from '../../src/api/client.ts';
import * as model from '../../src/api/model.ts';
import type { Connected } from '../../src/editor/window/connected.ts';
import type { TreeNode } from '../../src/editor/explorer/treeNode.ts';
import { json, openStage, type Stage } from '../api/stage.ts';
import '../editor/fakeVscode.ts';
import { runs } from './runs.ts';
import { valuesOf } from './schemaValues.ts';
import { texts } from './texts.ts';

const { createRoot } = await import('../editor/explorer/treeRoot.ts');
const { failureNodes } = await import('../../src/editor/explorer/plainNodes.ts');

/** The answer to each call, by the end of its path. */
type Answers = Readonly<
  Partial<Record<'workspaces' | 'environments' | 'segments' | 'flags' | 'keys' | 'changeRequests' | 'definition', unknown>>
>;

const listed = <T>(values: fc.Arbitrary<T>, nameOf: (value: T) => string): fc.Arbitrary<unknown> =>
  fc
    .uniqueArray(values, { minLength: 1, maxLength: 3, selector: nameOf })
    .map((objects) => ({ objects, offset: 0, limit: 50, totalCount: objects.length + 1 }));
/** IDs and names of places are part of the paths of their children. */
const place = fc.uuid();
const answers: fc.Arbitrary<Answers> = fc.record({
  workspaces: listed(
    fc.tuple(valuesOf(model.Workspace), place).map(([one, id]) => ({ ...one, id })),
    ({ id }) => id,
  ),
  environments: fc.uniqueArray(
    fc.tuple(valuesOf(model.Environment), place).map(([one, id]) => ({ ...one, id })),
    { maxLength: 2, selector: ({ id }) => id },
  ),
  segments: listed(valuesOf(model.Segment), ({ name }) => name),
  flags: listed(valuesOf(model.Flag), ({ name }) => name),
  keys: valuesOf(model.SegmentKeys),
  definition: valuesOf(model.FlagDefinition),
  changeRequests: fc
    .tuple(fc.array(valuesOf(model.ChangeRequest), { maxLength: 3 }), fc.option(texts))
    .map(([data, nextMarker]) => ({ data, nextMarker })),
});

describe('the editor, with anything that the schemas accept,', () => {
  let stage: Stage;
  let current: Answers;
  before(async () => {
    stage = await openStage((response, { url }) => {
      const path = url.replace(/\?.*/, '').slice('/internal/api/v2/'.length).split('/');
      const [kind = '', second] = path;
      if (kind === 'flags' && path.length === 5)
        return json(response, { objects: [current.definition], offset: 0, limit: 50, totalCount: 1 });
      if (kind === 'flags' && path.length > 3) return json(response, current.definition);
      if (kind === 'segments' && second !== 'ws') return json(response, current.keys);
      return json(response, current[kind as keyof Answers]);
    });
  });
  after(() => stage.close());
  const connected = (client: Client): Connected => ({
    connectionId: 'c',
    connectionName: 'C',
    origin: client.origin,
    isSandbox: false,
    isReadOnly: false,
    email: undefined,
    keyName: 'submitter-key',
    keyNames: ['submitter-key'],
    client,
  });

  /** Loads all nodes and their hovers. A name that can't be part of a path may fail in its own row. */
  async function walk(nodes: readonly TreeNode[]): Promise<readonly TreeNode[]> {
    const below = await Promise.all(
      nodes.map(async (node) => {
        assert.equal(typeof node.toTreeItem().label, 'string');
        assert.equal(node.toTreeItem().contextValue, node.contextValue);
        try {
          assert.equal(typeof ((await node.tooltip?.()) ?? ''), 'string');
          return await walk((await node.children?.()) ?? []);
        } catch (error) {
          const shown = failureNodes(error, async () => undefined, { info: () => undefined, warn: () => undefined } as never);
          assert.ok(['segment', 'flag'].includes(node.target?.kind ?? '') && error instanceof TypeError, String(error));
          return walk(shown);
        }
      }),
    );
    return [...nodes, ...below.flat()];
  }

  it('shows a tree of nodes', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (drawn) => {
        current = drawn;
        const nodes = await walk(await createRoot(connected(stage.client)).nodes());
        const items = nodes.flatMap((node) => node.toTreeItem().id ?? []);
        assert.equal(new Set(items).size, items.length, 'ids of tree items are unique');
      }),
      runs(40),
    );
  });
});
