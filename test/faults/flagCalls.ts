/** Calls that change flags and their definitions, directly. */
import type { DefinitionPlace } from '../../src/api/resources/definitions.ts';
import type { Call, Place } from './call.ts';
import { orAbsent } from './segmentCalls.ts';

const made = ({ direct, workspaceId }: Place, name: string): Promise<unknown> =>
  direct.createFlag(workspaceId, 'user', { name, description: 'of a cell' });

const flag = ({ direct, workspaceId }: Place, name: string): Promise<unknown> => orAbsent(direct.readFlag(workspaceId, name));

export const live = ({ direct, workspaceId, development }: Place, name: string): Promise<unknown> =>
  orAbsent(direct.readDefinition(workspaceId, name, development));

export const at = ({ workspaceId, development }: Place, flagName: string): DefinitionPlace => ({
  workspaceId,
  flagName,
  environmentId: development,
});

const definition = (name: string, trafficAllocation: number) => ({
  name,
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation,
  rules: [],
  defaultRule: [{ treatment: 'on', size: 100 }],
});

/** A flag with a definition in development. */
export async function defined(place: Place, name: string): Promise<void> {
  await made(place, name);
  await place.direct.createDefinition(at(place, name), definition(name, 100));
}

const why = { title: 't', comment: 'c' };

export const FLAG_CALLS: readonly Call[] = [
  {
    method: 'createFlag',
    repeats: 'whenRefused',
    run: (client, { workspaceId }, name) => client.createFlag(workspaceId, 'user', { name, description: 'of a cell' }),
    see: flag,
  },
  {
    method: 'createDefinition',
    repeats: 'whenRefused',
    prepare: made,
    run: (client, place, name) => client.createDefinition(at(place, name), definition(name, 40), why),
    see: live,
  },
  {
    method: 'replaceDefinition',
    repeats: 'whenRefused',
    prepare: defined,
    run: (client, place, name) => client.replaceDefinition(at(place, name), definition(name, 40), why),
    see: live,
  },
  {
    method: 'deleteDefinition',
    repeats: 'whenRefused',
    prepare: defined,
    run: (client, place, name) => client.deleteDefinition(at(place, name), why),
    see: live,
  },
  {
    method: 'killFlag',
    repeats: 'whenRefused',
    prepare: defined,
    run: (client, place, name) => client.killFlag(at(place, name), why),
    see: live,
  },
  {
    method: 'restoreFlag',
    repeats: 'whenRefused',
    async prepare(place, name) {
      await defined(place, name);
      await place.direct.killFlag(at(place, name));
    },
    run: (client, place, name) => client.restoreFlag(at(place, name)),
    see: live,
  },
];
