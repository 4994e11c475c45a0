/** A sentence of a text that is opened, in lines that a window shows whole. `indent` begins all but the first. */
export const fitted = (sentence: string, indent = ''): string => sentence.replace(/(?=.{91})(.{1,90}) /gu, `$1\n${indent}`);
