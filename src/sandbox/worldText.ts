/**
 * A world as text, and back. The text is lines of JSON, one for each thing in the world, so that neither way holds the
 * event loop for longer than the largest segment takes. A thing belongs to the nearest workspace or environment above it;
 * the last line says how many there are.
 */
import { isFields, type Fields } from './bodyFields.ts';
import * as shape from './savedShape.ts';
import { UnreadableState } from './savedFields.ts';
import type { Environment, Workspace, World } from './world.ts';

const FORMAT = 'flag-admin-sandbox';
/** To be raised with every change of the lines that an older sandbox would misread. */
const VERSION = 1;

const lineOf = (kind: string, fields: object): string => JSON.stringify({ kind, ...fields });

function* environmentLines({ segments, definitions, identities, ...itself }: Environment): Generator<string> {
  yield lineOf('environment', itself);
  for (const [name, active] of segments) yield lineOf('activeSegment', { name, ...active, keys: [...active.keys] });
  for (const definition of definitions.values()) yield lineOf('definition', definition);
  for (const [trafficTypeId, held] of identities) {
    for (const [key, values] of held) yield lineOf('identity', { trafficTypeId, key, values: [...values] });
  }
}

function* thingLines({ workspaces, changeRequests }: World): Generator<string> {
  for (const { environments, segments, flags, ...itself } of workspaces) {
    yield lineOf('workspace', itself);
    for (const segment of segments.values()) yield lineOf('segment', segment);
    for (const flag of flags.values()) yield lineOf('flag', flag);
    for (const environment of environments) yield* environmentLines(environment);
  }
  for (const request of changeRequests) yield lineOf('changeRequest', request);
}

/** The lines of a world, without their ends, made one by one: the world must not change meanwhile. */
export function* linesOf(world: World): Generator<string> {
  const { organizationId, startedAt, idsGiven, bytesKept } = world;
  yield lineOf('world', { format: FORMAT, version: VERSION, organizationId, startedAt, idsGiven, bytesKept });
  let things = 0;
  for (const line of thingLines(world)) {
    things += 1;
    yield line;
  }
  yield lineOf('end', { things });
}

type DraftWorkspace = Omit<Workspace, 'environments'> & { readonly environments: Environment[] };
type Draft = Omit<World, 'workspaces'> & { readonly workspaces: DraftWorkspace[] };

function must(isRight: boolean, sentence: string): asserts isRight {
  if (!isRight) throw new UnreadableState(sentence);
}

/** The nearest thing above that a line belongs to. */
function nearest<T>(list: readonly T[] | undefined, where: string): T {
  const last = list?.at(-1);
  must(last !== undefined, `${where} belongs to nothing above it`);
  return last;
}

function put<T>(held: Map<string, T>, name: string, item: T, where: string): void {
  must(!held.has(name), `${where} is there twice`);
  held.set(name, item);
}

/** Takes one line into the world that is being read. */
function add(draft: Draft, kind: unknown, fields: Fields, where: string): void {
  const { workspaces } = draft;
  switch (kind) {
    case 'workspace':
      workspaces.push({ ...shape.workspace(fields, where), environments: [], segments: new Map(), flags: new Map() });
      return;
    case 'segment': {
      const segment = shape.segment(fields, where);
      put(nearest(workspaces, where).segments, segment.name, segment, where);
      return;
    }
    case 'flag': {
      const flag = shape.flag(fields, where);
      put(nearest(workspaces, where).flags, flag.name, flag, where);
      return;
    }
    case 'environment': {
      const environment = shape.environment(fields, where);
      const isNew = workspaces.every(({ environments }) => environments.every(({ id }) => id !== environment.id));
      must(isNew, `${where} is there twice`);
      const nothing = { segments: new Map(), definitions: new Map(), identities: new Map() };
      nearest(workspaces, where).environments.push({ ...environment, ...nothing });
      return;
    }
    case 'changeRequest': {
      const request = shape.changeRequest(fields, where);
      const workspace = workspaces.find(({ id }) => id === request.workspaceId);
      const isKnown = workspace?.environments.some(({ id }) => id === request.environmentId) ?? false;
      must(isKnown, `${where} is about an environment that is not there`);
      draft.changeRequests.push(request);
      return;
    }
    default:
      addToEnvironment(nearest(workspaces, where), kind, fields, where);
  }
}

function addToEnvironment(workspace: DraftWorkspace, kind: unknown, fields: Fields, where: string): void {
  const environment = nearest(workspace.environments, where);
  switch (kind) {
    case 'activeSegment': {
      const { name, ...active } = shape.activeSegment(fields, where);
      must(workspace.segments.has(name), `${where} is of a segment that is not there`);
      put(environment.segments, name, active, where);
      return;
    }
    case 'definition': {
      const definition = shape.definition(fields, where);
      const { name } = definition.fields;
      must(workspace.flags.has(name), `${where} is of a flag that is not there`);
      put(environment.definitions, name, definition, where);
      return;
    }
    case 'identity': {
      const { trafficTypeId, key, values } = shape.identity(fields, where);
      must(
        workspace.trafficTypes.some(({ id }) => id === trafficTypeId),
        `${where} is of a traffic type that is not there`,
      );
      const held = environment.identities.get(trafficTypeId) ?? new Map<string, ReadonlyMap<string, string>>();
      put(held, key, new Map(values), where);
      environment.identities.set(trafficTypeId, held);
      return;
    }
    default:
      throw new UnreadableState(`${where} is of an unknown kind`);
  }
}

function fieldsIn(line: string, where: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UnreadableState(`${where} is not JSON`);
  }
  must(isFields(value), `${where} is not an object`);
  return value;
}

function begin(first: Fields, where: string): Draft {
  must(first['format'] === FORMAT, 'it is not a state of the sandbox');
  must(first['version'] === VERSION, `it is of version ${String(first['version'])}; this sandbox reads version ${VERSION}`);
  return { ...shape.world(first, where), workspaces: [], changeRequests: [] };
}

/** The world whose lines these are. Throws UnreadableState where they are not those of any. */
export async function readWorld(lines: Iterable<string> | AsyncIterable<string>): Promise<World> {
  let draft: Draft | undefined;
  let isWhole = false;
  let taken = 0;
  for await (const line of lines) {
    taken += 1;
    const where = `line ${taken}`;
    const { kind, ...fields } = fieldsIn(line, where);
    must(!isWhole, `${where} comes after the end`);
    if (draft === undefined) draft = begin(fields, where);
    else if (kind === 'end') isWhole = fields['things'] === taken - 2;
    else add(draft, kind, fields, where);
  }
  must(draft !== undefined && isWhole, 'a part of it is missing');
  nearest(draft.workspaces, 'it');
  const isEmpty = draft.workspaces.some(({ environments }) => environments.length === 0);
  must(!isEmpty, 'a workspace in it has no environment');
  return draft;
}
