/** The objects that the files of this feature share, once a folder uses flags in code. */
import type { Services } from '../window/services.ts';
import type { CodeFolders } from './folders.ts';
import type { CodePlaces } from './places.ts';
import type { Report } from './reportText.ts';

export interface CodeContext {
  readonly services: Services;
  readonly folders: CodeFolders;
  readonly places: CodePlaces;
  /** The reports of this window, by their address. */
  readonly reports: Map<string, Report>;
}
