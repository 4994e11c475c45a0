/** The commands on segments themselves, which share the questions for a place: one file. */
export { activateSegment } from './activateSegment.ts';
export { createSegment } from './createSegment.ts';
export { deactivateSegment } from './deactivateSegment.ts';
export { deleteSegment } from './deleteSegment.ts';
