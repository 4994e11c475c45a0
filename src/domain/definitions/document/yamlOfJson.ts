/** JSON with comments, as a text that a YAML parser reads: JSON is YAML, but for its comments, and for tabs at the front of lines. */

/** A text in quotes, which stays; a comment with what follows it on its line; the white space that a line begins with. */
const PARTS = /"(?:[^"\\\n]|\\.)*"|\/\/([^\r\n]*)|\/\*([^]*?)\*\/([ \t]*\r?\n)?|^[ \t]*\t[ \t]*/gm;

export function yamlOfJson(text: string): string {
  return text.replaceAll(PARTS, (part, line: string | undefined, block: string | undefined, end = '\n') => {
    if (line !== undefined) return ` #${line}`;
    if (block !== undefined) return block.replaceAll(/^[ \t]*/gm, ' # ') + end;
    // A text of JSON has no tab.
    return part.replaceAll('\t', '  ');
  });
}
