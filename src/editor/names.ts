/** Every string that the code shares with package.json. test/manifest.test.ts holds both sides together. */

export const commands = {
  addConnection: 'flagAdmin.connection.add',
  switchConnection: 'flagAdmin.connection.switch',
  renameConnection: 'flagAdmin.connection.rename',
  editConnection: 'flagAdmin.connection.edit',
  exportConnections: 'flagAdmin.connection.export',
  importConnections: 'flagAdmin.connection.import',
  removeConnection: 'flagAdmin.connection.remove',
  addApiKey: 'flagAdmin.apiKey.add',
  useApiKey: 'flagAdmin.apiKey.use',
  removeApiKey: 'flagAdmin.apiKey.remove',
  startSandbox: 'flagAdmin.sandbox.start',
  stopSandbox: 'flagAdmin.sandbox.stop',
  resetSandbox: 'flagAdmin.sandbox.reset',
  refresh: 'flagAdmin.view.refresh',
  loadMore: 'flagAdmin.view.loadMore',
  retry: 'flagAdmin.view.retry',
  copyName: 'flagAdmin.node.copyName',
  copyId: 'flagAdmin.node.copyId',
  createSegment: 'flagAdmin.segment.create',
  activateSegment: 'flagAdmin.segment.activate',
  deactivateSegment: 'flagAdmin.segment.deactivate',
  deleteSegment: 'flagAdmin.segment.delete',
  uploadKeys: 'flagAdmin.segment.uploadKeys',
  uploadKeysFromClipboard: 'flagAdmin.segment.uploadKeysFromClipboard',
  showKeys: 'flagAdmin.segment.showKeys',
  uploadIdentities: 'flagAdmin.identity.upload',
  removeKeys: 'flagAdmin.segment.removeKeys',
  compareKeys: 'flagAdmin.segment.compareKeys',
  resumeUpload: 'flagAdmin.segment.resumeUpload',
  undoLast: 'flagAdmin.segment.undoLast',
  openReceipt: 'flagAdmin.segment.openReceipt',
  openFlag: 'flagAdmin.flag.open',
  compareFlag: 'flagAdmin.flag.compare',
  killFlag: 'flagAdmin.flag.kill',
  restoreFlag: 'flagAdmin.flag.restore',
  submitRequest: 'flagAdmin.changeRequest.submit',
  openRequest: 'flagAdmin.changeRequest.open',
  filterRequests: 'flagAdmin.changeRequest.filter',
  clearRequestFilter: 'flagAdmin.changeRequest.clearFilter',
  approve: 'flagAdmin.changeRequest.approve',
  withdraw: 'flagAdmin.changeRequest.withdraw',
  reject: 'flagAdmin.changeRequest.reject',
  showLog: 'flagAdmin.log.show',
} as const;
export type CommandId = (typeof commands)[keyof typeof commands];

export const views = { workspaces: 'flagAdmin.workspaces', changeRequests: 'flagAdmin.changeRequests' } as const;

export const contextKeys = {
  /** A connection is in use. */
  hasConnection: 'flagAdmin.hasConnection',
  /** There are connections, but none is in use here, as after one was removed. */
  hasOther: 'flagAdmin.hasOther',
  /** The API key in use sees no workspace. */
  isEmpty: 'flagAdmin.isEmpty',
  isSandboxRunning: 'flagAdmin.isSandboxRunning',
  /** The Change Requests view is narrowed to some. */
  isFiltered: 'flagAdmin.isFiltered',
} as const;
export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** The id of the AuthenticationProvider whose sessions are the API keys. */
export const authenticationProvider = 'flagAdmin';

/** The view type of the review panel. */
export const reviewPanel = 'flagAdmin.review';
