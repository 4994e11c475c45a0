/** Every string that the code shares with package.json. test/manifest checks that both sides agree. */

export const views = { workspaces: 'flagAdmin.workspaces', changeRequests: 'flagAdmin.changeRequests' } as const;

export const contextKeys = {
  /** A connection is in use. */
  hasConnection: 'flagAdmin.hasConnection',
  /** There are connections, but none is in use here, for example after one was removed. */
  hasOther: 'flagAdmin.hasOther',
  /** The API key in use sees no workspace. */
  isEmpty: 'flagAdmin.isEmpty',
  isSandboxRunning: 'flagAdmin.isSandboxRunning',
  /** True if there is no connection. The key is set only after activation, so until then everything is shown. */
  lacksConnection: 'flagAdmin.lacksConnection',
  /** True if there is no draft of a definition to submit. The key is set only after activation. */
  lacksDrafts: 'flagAdmin.lacksDrafts',
  /** True if the journal contains no upload or removal of keys. The key is set only after activation. */
  lacksKeyChanges: 'flagAdmin.lacksKeyChanges',
  /** The addresses of open documents whose definition is known to be killed or not to exist. */
  unserved: 'flagAdmin.unserved',
  /** The addresses of open documents whose definition is known not to be killed. */
  unkilled: 'flagAdmin.unkilled',
  /** The addresses of open documents of definitions without a draft. */
  undrafted: 'flagAdmin.undrafted',
  /** The Change Requests view has a filter. */
  isFiltered: 'flagAdmin.isFiltered',
} as const;
export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

export const settings = {
  pollMinutes: 'flagAdmin.changeRequests.pollMinutes',
  codeLenses: 'flagAdmin.code.lenses',
  order: 'flagAdmin.changeRequests.order',
  notify: 'flagAdmin.changeRequests.notify',
} as const;

/**
 * The context keys that mark the steps of the walkthrough in package.json as done. Only the code that carries out a step sets
 * the key of this step.
 */
export const milestones = {
  hasBrowsed: 'flagAdmin.hasBrowsed',
  hasUploaded: 'flagAdmin.hasUploaded',
  hasDecided: 'flagAdmin.hasDecided',
  hasOwnService: 'flagAdmin.hasOwnService',
} as const;
export type Milestone = (typeof milestones)[keyof typeof milestones];

/** The id of the AuthenticationProvider whose sessions are the API keys. */
export const authenticationProvider = 'flagAdmin';

/** The scheme of definitions that are open as documents. */
export const definitionScheme = 'flag-admin';

/** The scheme of read-only texts. */
export const textScheme = 'flag-admin-text';

/** The name of the file that turns on the feature “flags in code” for a folder. */
export const codeConfig = '.flagadmin.json';

/** The provider of drafts in the Source Control view. */
export const sourceControl = 'flagAdmin';

/** The view type of the review panel. */
export const reviewPanel = 'flagAdmin.review';
