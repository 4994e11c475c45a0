/** Which definitions name a segment or a flag, so that nothing is deleted from under a targeting rule. */
import { isFields, type Fields } from './bodyFields.ts';
import type { DefinitionFields, Workspace } from './world.ts';

const objectsOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

function matchersOf(fields: DefinitionFields): readonly Fields[] {
  return objectsOf(fields['rules']).flatMap((rule) =>
    isFields(rule['condition']) ? objectsOf(rule['condition']['matchers']) : [],
  );
}

function namesSegment(fields: DefinitionFields, segment: string): boolean {
  const isTarget = objectsOf(fields['treatments']).some(
    (treatment) => Array.isArray(treatment['segments']) && treatment['segments'].includes(segment),
  );
  return isTarget || matchersOf(fields).some((matcher) => matcher['type'] === 'IN_SEGMENT' && matcher['string'] === segment);
}

function namesFlag(fields: DefinitionFields, flag: string): boolean {
  return matchersOf(fields).some(
    (matcher) => matcher['type'] === 'IN_SPLIT' && isFields(matcher['depends']) && matcher['depends']['splitName'] === flag,
  );
}

function firstUse(workspace: Workspace, isUse: (fields: DefinitionFields) => boolean): string | undefined {
  for (const environment of workspace.environments) {
    for (const definition of environment.definitions.values()) {
      if (isUse(definition.fields)) return `${definition.fields.name} in environment ${environment.name}`;
    }
  }
  return undefined;
}

/** The first definition that targets this segment, in words. */
export function flagUsing(workspace: Workspace, segment: string): string | undefined {
  return firstUse(workspace, (fields) => namesSegment(fields, segment));
}

/** The first definition of another flag that depends on this one, in words. */
export function flagDependingOn(workspace: Workspace, flag: string): string | undefined {
  return firstUse(workspace, (fields) => fields.name !== flag && namesFlag(fields, flag));
}
