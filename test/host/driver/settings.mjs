/** The settings of every VS Code started here: nothing asks, nothing fetches, nothing moves, and text looks alike everywhere. */
export const settings = {
  // Nothing goes out.
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'typescript.disableAutomaticTypeAcquisition': true,
  'remote.autoForwardPorts': false,

  // Nothing stands in the way.
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.tips.enabled': false,
  'workbench.editor.useModal': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'window.confirmBeforeClose': 'never',
  'window.commandCenter': false,
  'window.title': '${dirty}${activeEditorShort}${separator}${rootName}',
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'files.simpleDialog.enable': true,
  // Rows that stick to the top of a tree lie over the first that scroll, and take their clicks.
  'workbench.tree.enableStickyScroll': false,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'npm.autoDetect': 'off',
  'grunt.autoDetect': 'off',
  'gulp.autoDetect': 'off',
  'jake.autoDetect': 'off',

  // Screenshots are the same on every machine.
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.reduceMotion': 'on',
  'workbench.list.smoothScrolling': false,
  'editor.cursorBlinking': 'solid',
};

/** In the browser that comes with the tests, which has no fonts but ours. */
export const testBrowserSettings = { 'editor.fontFamily': 'DejaVu Sans Mono' };

/** What a story does between its steps, and no test is about: a key is much faster than the palette or the pointer. */
export const KEYS = {
  clearNotifications: 'Control+Alt+Shift+N',
  closeEditors: 'Control+Alt+Shift+E',
  copyDiagnostics: 'Control+Alt+Shift+D',
};

export const keybindings = [
  { key: 'ctrl+alt+shift+n', command: 'notifications.clearAll' },
  { key: 'ctrl+alt+shift+e', command: 'workbench.action.closeAllEditors' },
  { key: 'ctrl+alt+shift+d', command: 'flagAdmin.diagnostics.copy' },
];
