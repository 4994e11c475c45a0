/** The README as the editor shows it of an installed extension, where nothing lies beside it. */

/** A picture on a line of its own that lies in the repository. */
const PICTURE = /^!\[[^\]]*\]\((?![a-z]+:)[^)]*\)\n+/gim;
/** A link to a file of the repository; one to a heading stays. */
const LINK = /\[([^\]]+)\]\((?![a-z]+:|#)[^)]*\)/gi;

/** Where it goes on for those who have the repository. */
const FOR_OTHERS = '## For those who carry on';

/** The users' half, without the pictures and links to files that are not in the package. */
export function packagedText(text) {
  const [users] = text.replaceAll('\r\n', '\n').split(`${FOR_OTHERS}\n`);
  return `${users
    .replace(/^.*\(#for-those-who-carry-on\).*\n/gm, '')
    .replace(PICTURE, '')
    .replace(LINK, '$1')
    .trimEnd()}\n`;
}
