/** The README as the editor shows it of an installed extension, where nothing lies beside it. */

/** A picture on a line of its own that lies in the repository. */
const PICTURE = /^!\[[^\]]*\]\((?![a-z]+:)[^)]*\)\n+/gim;
/** A link to a file of the repository; one to a heading stays. */
const LINK = /\[([^\]]+)\]\((?![a-z]+:|#)[^)]*\)/gi;

/** Without the pictures and links to files that are not in the package. */
export function packagedText(text) {
  return text.replaceAll('\r\n', '\n').replace(PICTURE, '').replace(LINK, '$1');
}
