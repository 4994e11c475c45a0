/** The calls of flags and of their definitions, with the rules of admin-api.md and service-beyond.md for each. */
import * as fc from 'fast-check';
import type { KeyName } from '../../sandbox/raw.ts';
import { definitions, patches, type Patch } from './drawnDefinition.ts';
import { beyond, isGated, isLocked, isUnexplained, mayWrite, mayWriteWorkspace, refused, sees, type Ruled } from './ruled.ts';
import { isNamed, isRight, kept, keyOf, openOn, type Definition, type Fields, type Model } from './model.ts';
import { keyNames, someName, ungatedPlaces, why } from './segmentCalls.ts';

const kinds = ['createFlag', 'deleteFlag', 'define', 'redefine', 'patch', 'undefine', 'kill', 'restore'] as const;

export interface FlagStep {
  readonly about: 'flag';
  readonly do: (typeof kinds)[number];
  readonly at: string;
  readonly name: string;
  readonly definition: Fields;
  readonly patch: Patch;
  readonly title: string;
  readonly comment: string;
  readonly as: KeyName;
}

export const flagSteps: fc.Arbitrary<FlagStep> = fc.record({
  about: fc.constant('flag'),
  do: fc.constantFrom(...kinds),
  at: ungatedPlaces,
  name: someName,
  definition: definitions,
  patch: patches,
  title: why,
  comment: why,
  as: keyNames,
});

export function ruleFlagStep(model: Model, step: FlagStep): Ruled {
  const { name, as, title, comment } = step;
  const at = model.places.find((place) => place.name === step.at)!;
  const inWorkspace = `/${model.word}s/ws/${model.workspace.id}`;
  const path = `${inWorkspace}/${encodeURIComponent(name)}/environments/${at.id}`;
  const explained = `${path}?${new URLSearchParams({ title, comment }).toString()}`;
  const place = keyOf(at, name);
  const live = model.definitions.get(place);
  const hasFlag = [...sees(model, as, at), ...refused(!model.flags.has(name), 404)];
  const hasDefinition = [...hasFlag, ...refused(live === undefined, 404)];
  const isSilent = isUnexplained(model, title, comment);

  /** A definition that is written directly; `fields` undefined: there is nothing right to write. */
  function write(method: string, body: unknown, fields: Fields | undefined, objects: typeof hasFlag, exists: boolean): Ruled {
    const isWrong = refused(fields === undefined || !isRight(model, fields), 400);
    return beyond(
      model,
      {
        method,
        path: explained,
        body,
        as,
        refusals: [mayWrite(as), objects, isGated(at), isWrong, isSilent, refused(exists, 409)],
        done: () => void model.definitions.set(place, { fields: fields ?? {}, killed: live?.killed ?? false }),
      },
      405,
    );
  }
  function setKilled(killed: boolean): Ruled {
    return beyond(
      model,
      {
        method: 'PUT',
        path: `${path}/${killed ? 'kill' : 'restore'}`,
        body: { title, comment },
        as,
        refusals: [mayWrite(as), hasDefinition, isGated(at), isSilent],
        done: () => void model.definitions.set(place, { ...(live as Definition), killed }),
      },
      404,
    );
  }

  switch (step.do) {
    case 'createFlag':
      return {
        method: 'POST',
        path: `${inWorkspace}/trafficTypes/user/`,
        body: { name, description: 'made' },
        as,
        refusals: [mayWriteWorkspace(as), refused(model.flags.has(name), 409)],
        done: () => void model.flags.set(name, model.firstStatus),
      };
    case 'deleteFlag': {
      const definedIn = model.places.filter((other) => model.definitions.has(keyOf(other, name)));
      const isOpen = model.places.some((other) => openOn(model, other, 'flag', name) !== undefined);
      const inUse = [...definedIn.flatMap(isGated), ...isLocked(model, isOpen), ...refused(isNamedByAnother(model, name), 409)];
      return beyond(
        model,
        {
          method: 'DELETE',
          path: `${inWorkspace}/${encodeURIComponent(name)}`,
          as,
          refusals: [mayWriteWorkspace(as), refused(!model.flags.has(name), 404), inUse],
          done() {
            model.flags.delete(name);
            for (const other of model.places) model.definitions.delete(keyOf(other, name));
          },
        },
        404,
      );
    }
    // Sent directly, a definition may leave the allocation out.
    case 'define':
    case 'redefine': {
      const { trafficAllocation, ...others } = step.definition;
      const isLeftOut = trafficAllocation === 100;
      const fields = kept(step.definition, name);
      const body = isLeftOut ? others : step.definition;
      return step.do === 'define'
        ? write('POST', body, fields, hasFlag, live !== undefined)
        : write('PUT', body, fields, hasDefinition, false);
    }
    case 'patch':
      return write('PATCH', step.patch.operations, live && step.patch.apply(live.fields), hasDefinition, false);
    case 'undefine':
      return beyond(
        model,
        {
          method: 'DELETE',
          path: explained,
          as,
          refusals: [mayWrite(as), hasDefinition, isGated(at), isSilent],
          done: () => void model.definitions.delete(place),
        },
        405,
      );
    case 'kill':
    case 'restore':
      return setKilled(step.do === 'kill');
    default:
      return step.do satisfies never;
  }
}

/** A flag's own rules go with it. */
function isNamedByAnother(model: Model, name: string): boolean {
  const others = new Map([...model.definitions].filter(([place]) => !place.endsWith(`/${name}`)));
  return isNamed({ ...model, definitions: others }, 'flag', name);
}
