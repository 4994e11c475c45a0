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

const change = (method: Call['method'], prepare: Call['prepare'], run: Call['run'], see = live): Call => ({
  method,
  repeats: 'whenRefused',
  ...(prepare && { prepare }),
  run,
  see,
});

async function killed(place: Place, name: string): Promise<void> {
  await defined(place, name);
  await place.direct.killFlag(at(place, name));
}

export const FLAG_CALLS: readonly Call[] = [
  change('createFlag', undefined, (client, place, name) => made({ ...place, direct: client }, name), flag),
  change('createDefinition', made, (client, place, name) => client.createDefinition(at(place, name), definition(name, 40), why)),
  change('replaceDefinition', defined, (client, place, name) =>
    client.replaceDefinition(at(place, name), definition(name, 40), why),
  ),
  change('deleteDefinition', defined, (client, place, name) => client.deleteDefinition(at(place, name), why)),
  change('killFlag', defined, (client, place, name) => client.killFlag(at(place, name), why)),
  change('restoreFlag', killed, (client, place, name) => client.restoreFlag(at(place, name))),
];
