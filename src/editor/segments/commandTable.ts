/**
 * What each command about segments runs. Those on keys are one file, loaded at the first use of any: most of what one of
 * them needs the others need as well.
 */
import type { CommandList, Run } from '../command.ts';
import { commands } from '../names.ts';
import type { SegmentsDeps } from './index.ts';

type KeyCommand = Exclude<keyof typeof import('./keyCommands.ts'), 'pointOut'>;
type SegmentCommand = keyof typeof import('./segmentCommands.ts');

export function segmentCommandTable(deps: SegmentsDeps): CommandList {
  const onKeys = (name: KeyCommand) => async (): Promise<Run> => {
    const all = await import('./keyCommands.ts');
    return (...args) => all[name](deps, args);
  };
  const onSegment = (name: SegmentCommand) => async (): Promise<Run> => {
    const all = await import('./segmentCommands.ts');
    return (argument) => all[name](deps, argument);
  };
  return {
    [commands.createSegment]: onSegment('createSegment'),
    [commands.activateSegment]: onSegment('activateSegment'),
    [commands.deactivateSegment]: onSegment('deactivateSegment'),
    [commands.deleteSegment]: onSegment('deleteSegment'),
    [commands.uploadKeys]: onKeys('uploadKeys'),
    [commands.uploadKeysFromClipboard]: onKeys('uploadKeysFromClipboard'),
    [commands.removeKeys]: onKeys('removeKeys'),
    [commands.compareKeys]: onKeys('compareKeys'),
    [commands.resumeUpload]: onKeys('resumeUpload'),
    [commands.undoLast]: onKeys('undoLast'),
    [commands.openReceipt]: onKeys('openReceipt'),
    [commands.showKeys]: onKeys('showKeys'),
  };
}
