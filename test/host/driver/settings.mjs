/**
 * The settings of each VS Code that tests start: no questions, no downloads, no animations, and the same fonts on each machine.
 */
export const settings = {
  // The editor makes no calls to other hosts.
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

  // Nothing covers the workbench.
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
  // Sticky rows at the top of a tree cover the first scrolled rows, and receive their clicks.
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

/** For the browser of the tests, which has only the fonts from the packages. */
export const testBrowserSettings = { 'editor.fontFamily': 'DejaVu Sans Mono' };

/** Key bindings for actions between the steps of a story. A key is much faster than the palette or the pointer. */
export const KEYS = {
  clearNotifications: 'Control+Alt+Shift+N',
  closeEditors: 'Control+Alt+Shift+E',
};

export const keybindings = [
  { key: 'ctrl+alt+shift+n', command: 'notifications.clearAll' },
  { key: 'ctrl+alt+shift+e', command: 'workbench.action.closeAllEditors' },
];
