/**
 * The context value of every kind of node: words that the `when` clauses of menus look for. test/manifest.test.ts
 * evaluates each clause for each of them.
 */
export const contextValues = [
  'workspace hasName hasId',
  'environment hasName hasId',
  'environment production hasName hasId',
  'segments',
  'segment hasName',
  'flags',
  'flag isUnpinned hasName',
  'flag isPinned hasName',
  'flag isUnpinned isSubmitted hasName',
  'flag isPinned isSubmitted hasName',
  'changeRequests',
  'changeRequest isOpen hasName hasId',
  'changeRequest isPublished hasName hasId',
  'changeRequest hasName hasId',
  'requestGroup',
  'fact',
  'failure',
  'loadMore',
] as const;
export type ContextValue = (typeof contextValues)[number];
