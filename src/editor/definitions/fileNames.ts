/** The names of the files that definitions are exported to: they tell the flag and the environment. */
import type { DefinitionPlace } from '../texts/definitionUri.ts';

/** Characters of a flag's name: a file's name has 255 bytes at most. */
const LONGEST = 150;

export function fileNameOf({ flagName, environment }: DefinitionPlace): string {
  return safe(`${flagName.slice(0, LONGEST)} (${environment.name}).yaml`);
}

/** True if a file of this name was exported from an environment of that name. */
export function namesEnvironment(fileName: string, environmentName: string): boolean {
  return fileName.replace(/\.\w+$/, '').endsWith(safe(` (${environmentName})`));
}

/** What would be a folder, or is no name for a file on some system: Windows has devices of some names, whatever follows a dot. */
const safe = (name: string): string => name.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]|(?<=^(con|prn|aux|nul|com\d|lpt\d))\./giu, '_');
