/** Tests that unknown fields of a definition survive reading, editing, merging and copying, with both words for a flag. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { mergeDefinitions } from '../../../src/domain/definitions/document/merge.ts';
import { editDefinitionText } from '../../../src/operations/definitions/text/editDefinitionText.ts';
import { readDefinitionText } from '../../../src/operations/definitions/text/readDefinitionText.ts';
import { writeDefinitionText } from '../../../src/operations/definitions/text/writeDefinitionText.ts';
import { sendable, useService } from '../service.ts';

const matcher = { type: 'IN_LARGE_SEGMENT', string: '1.10', strings: ['007', 5], level: { a: [1.5, null] } };
const strange = {
  name: 'gift-cards',
  treatments: [
    { name: 'on', description: '', largeSegments: ['newsletter-readers'], ruleBasedSegments: ['eu-trials'], weight: 1.5 },
    { name: 'off', description: '' },
  ],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  prerequisites: [{ n: 'new-search', ts: ['vector'] }],
  rules: [
    {
      buckets: [{ treatment: 'on', size: 100, note: '1.10' }],
      condition: { combiner: 'OR', matchers: [matcher], more: true },
      label: 'x',
    },
  ],
  defaultRule: [{ treatment: 'off', size: 100 }],
  impressionsDisabled: true,
  somethingNew: { deep: [{ very: '007' }] },
};

for (const vocabulary of ['flag', 'split']) {
  describe(`unknown fields of a definition, word ${vocabulary}`, () => {
    const service = useService({ vocabulary });
    const client = () => service.as('submitter-key');
    const at = (environment: string) => ({ flagName: 'gift-cards', ...service.place(environment) });
    const live = async (environment: string): Promise<FlagDefinition> => {
      const { workspaceId, environmentId } = at(environment);
      return client().readDefinition(workspaceId, 'gift-cards', environmentId);
    };
    /** Converts the definition to text, edits the text, and reads it again. */
    const throughText = async (read: FlagDefinition, edit: (text: string) => string): Promise<FlagDefinition> => {
      const { definition } = await readDefinitionText(edit(await writeDefinitionText(read)));
      assert.ok(definition);
      return definition;
    };
    const narrowed = (text: string): string => text.replace('trafficAllocation: 100', 'trafficAllocation: 50');

    it('are preserved by an edit, by a copy to another environment, and by a merge with changes of somebody else', async () => {
      await client().replaceDefinition(at('development'), strange);
      assert.deepEqual(sendable(await live('development')), strange);
      const mine = await throughText(await live('development'), narrowed);
      assert.deepEqual(mine, { ...strange, trafficAllocation: 50 });
      const theirs = { ...strange, treatments: [{ ...strange.treatments[0]!, largeSegments: [] }, strange.treatments[1]!] };
      await client().replaceDefinition(at('development'), theirs);
      const merge = mergeDefinitions(strange, await live('development'), mine);
      assert.ok(merge.ok && merge.definition);
      const edited = await editDefinitionText(`# Mine\n${await writeDefinitionText(mine)}`, merge.definition);
      const wanted = { ...theirs, trafficAllocation: 50 };
      assert.deepEqual((await readDefinitionText(edited)).definition, wanted);
      await client().replaceDefinition(at('development'), merge.definition);
      assert.deepEqual(sendable(await live('development')), wanted);
    });
  });
}
