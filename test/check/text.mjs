/** Rules about the text of the repository's files. Each takes `[{path, text}]` and returns one line for each fault. */

/** A file must have fewer lines than `lines`. Tests and lists of sentences may be longer than other files. */
const LIMITS = [
  { inFiles: /^src\/.*\/messages\.ts$/, lines: 400 },
  { inFiles: /^src\/.*\.ts$/, lines: 250 },
  { inFiles: /^test\/.*\.(ts|mjs)$/, lines: 400 },
];

/** Returns the code files that are too long. */
export function longFiles(files) {
  return files.flatMap((file) => {
    const limit = LIMITS.find(({ inFiles }) => inFiles.test(file.path))?.lines;
    const lines = file.text.replace(/\n$/, '').split('\n').length;
    return limit && lines >= limit ? [`${file.path} has ${lines} lines; fewer than ${limit} are allowed`] : [];
  });
}

/**
 * Places that exist on only one machine: the host that packages come from, somebody's home folder. A lockfile without `resolved`
 * works with each registry.
 */
const PLACES = [
  {
    inFiles: /(^|\/)(package-lock|npm-shrinkwrap)\.json$/,
    pattern: /"resolved": *"[^"]*:\/\/[^"]*"/,
    says: 'names the host a package came from',
  },
  { inFiles: /(^|\/)\.npmrc$/, pattern: /registry *=/, says: 'names a registry' },
  { inFiles: /./, pattern: /--registry[ =]\S+|npm_config_registry/i, says: 'names a registry' },
  {
    inFiles: /./,
    pattern: /(?<![\w.~-])\/(home|Users)\/\w+|(?<![\w.~-])\/root\/|[A-Z]:\\+Users\\+\w+/,
    says: "is somebody's folder",
  },
  { inFiles: /./, pattern: /_authToken|-----BEGIN [A-Z ]*PRIVATE KEY-----/, says: 'looks like a secret' },
];

/** Returns each place that exists on only one machine. Skips this rule and its test. */
export function placesNamed(files) {
  return files
    .filter((file) => !file.path.startsWith('test/check/text.'))
    .flatMap((file) => {
      const rules = PLACES.filter((rule) => rule.inFiles.test(file.path));
      return file.text.split('\n').flatMap((line, index) => {
        const broken = rules.find((rule) => rule.pattern.test(line));
        return broken ? [`${file.path}:${index + 1} ${broken.says}: ${line.trim().slice(0, 120)}`] : [];
      });
    });
}
