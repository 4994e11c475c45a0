/** The address of a flag in the service's web console, made from the link template of a connection. */

/** The placeholders that a template may contain, in braces. */
const PLACEHOLDERS = ['id', 'name', 'workspaceId', 'environmentId'] as const;

export type PageFields = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>;

export type TemplateProblem = 'notHttps' | 'noPlaceholder' | 'unknownPlaceholder';

/** Returns why a text can't be a link template; undefined if it can. */
export function templateProblem(text: string): TemplateProblem | undefined {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
  if (names.some((name) => !isPlaceholder(name))) return 'unknownPlaceholder';
  // If the host contained a placeholder, the name of a flag could decide which host is opened.
  const host = /^https:\/\/([^/?#{}\s]+)[/?#]/.exec(text)?.[1];
  if (host === undefined || !URL.canParse(filled(text, () => 'x'))) return 'notHttps';
  return names.includes('id') || names.includes('name') ? undefined : 'noPlaceholder';
}

/** True if the address of the page contains the id of the flag. */
export const needsId = (template: string): boolean => template.includes('{id}');

/** Returns the address of the page. Every value is percent-encoded. Throws a TypeError if the template has a problem. */
export function fillLinkTemplate(template: string, fields: PageFields): string {
  if (templateProblem(template) !== undefined) throw new TypeError('the link template is invalid');
  return filled(template, (name) => encodeURIComponent(fields[name]));
}

const isPlaceholder = (name: string): name is keyof PageFields => (PLACEHOLDERS as readonly string[]).includes(name);

function filled(template: string, valueOf: (name: keyof PageFields) => string): string {
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) => (isPlaceholder(name) ? valueOf(name) : whole));
}
