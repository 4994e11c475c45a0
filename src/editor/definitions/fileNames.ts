/** The names of the files that definitions are exported to: they tell the flag and the environment. */
import type { DefinitionPlace } from '../definitionUri.ts';

export function fileNameOf({ flagName, environment, format }: DefinitionPlace): string {
  return safe(`${flagName} (${environment.name}).${format === 'json' ? 'jsonc' : 'yaml'}`);
}

/** True if a file of this name was exported from an environment of that name. */
export function namesEnvironment(fileName: string, environmentName: string): boolean {
  return fileName.replace(/\.\w+$/, '').endsWith(safe(` (${environmentName})`));
}

/** What would be a folder, or is no name for a file on some system. */
const safe = (name: string): string => name.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]/gu, '_');
