/** Breaks a sentence into lines that fit in a window. `indent` is added to all lines except the first. */
export const fitted = (sentence: string, indent = ''): string => sentence.replace(/(?=.{91})(.{1,90}) /gu, `$1\n${indent}`);
