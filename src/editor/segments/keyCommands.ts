/** The commands on keys that belong together: most of what one of them needs the others need as well, so they are one file. */
export { compareKeys } from './compareKeys.ts';
export { openReceipt } from './openReceipt.ts';
export { pointOut } from './work/pointOut.ts';
export { removeKeys } from './removeKeys.ts';
export { resumeUpload } from './resumeUpload.ts';
export { showKeys } from './showKeys/showKeys.ts';
export { undoLast } from './undoLast.ts';
export { uploadKeys } from './uploadKeys.ts';
export { uploadKeysFromClipboard } from './uploadKeysFromClipboard.ts';
