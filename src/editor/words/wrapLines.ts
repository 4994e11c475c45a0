/** Breaks a sentence into lines of about 90 characters. Each line except the first begins with `indent`. */
export const wrapLines = (sentence: string, indent = ''): string => sentence.replace(/(?=.{91})(.{1,90}) /gu, `$1\n${indent}`);
