/** Every string that the code shares with package.json. test/manifest holds both sides together. */

export const views = { workspaces: 'flagAdmin.workspaces', changeRequests: 'flagAdmin.changeRequests' } as const;

export const contextKeys = {
  /** A connection is in use. */
  hasConnection: 'flagAdmin.hasConnection',
  /** There are connections, but none is in use here, as after one was removed. */
  hasOther: 'flagAdmin.hasOther',
  /** The API key in use sees no workspace. */
  isEmpty: 'flagAdmin.isEmpty',
  isSandboxRunning: 'flagAdmin.isSandboxRunning',
  /** There is no connection at all. Not set before the extension is active: until then everything shows. */
  lacksConnection: 'flagAdmin.lacksConnection',
  /** There is no draft of a definition that is to be submitted; as above. */
  lacksDrafts: 'flagAdmin.lacksDrafts',
  /** No upload or removal is on record; as above. */
  lacksKeyChanges: 'flagAdmin.lacksKeyChanges',
  /** Open documents of definitions that are known to be killed, or not defined: as texts of their addresses, as are the next two. */
  unserved: 'flagAdmin.unserved',
  /** Those that are known not to be killed. */
  unkilled: 'flagAdmin.unkilled',
  /** Those without a draft. */
  undrafted: 'flagAdmin.undrafted',
  /** The Change Requests view is narrowed to some. */
  isFiltered: 'flagAdmin.isFiltered',
} as const;
export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

export const settings = { pollMinutes: 'flagAdmin.changeRequests.pollMinutes' } as const;

/** What the first steps (walkthroughs in package.json) are done with. Each is set where it happens, and no more than that. */
export const milestones = {
  hasBrowsed: 'flagAdmin.hasBrowsed',
  hasUploaded: 'flagAdmin.hasUploaded',
  hasDecided: 'flagAdmin.hasDecided',
  hasOwnService: 'flagAdmin.hasOwnService',
} as const;
export type Milestone = (typeof milestones)[keyof typeof milestones];

/** The id of the AuthenticationProvider whose sessions are the API keys. */
export const authenticationProvider = 'flagAdmin';

/** The scheme of definitions that are documents. */
export const definitionScheme = 'flag-admin';

/** The scheme of texts that can be looked at but not changed. */
export const textScheme = 'flag-admin-text';

/** The provider of drafts in the Source Control view. */
export const sourceControl = 'flagAdmin';

/** The view type of the review panel. */
export const reviewPanel = 'flagAdmin.review';
