/** The result of a suite, and of all suites together. */

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {{name: string, error: string}[]} failures  one for each failed test
 */

export const passed = (count = 1) => ({ passed: count, failed: 0, skipped: 0, failures: [] });

export const failed = (name, error) => ({ passed: 0, failed: 1, skipped: 0, failures: [{ name, error }] });

export const skipped = () => ({ passed: 0, failed: 0, skipped: 1, failures: [] });

export function sum(outcomes) {
  return {
    passed: outcomes.reduce((count, outcome) => count + outcome.passed, 0),
    failed: outcomes.reduce((count, outcome) => count + outcome.failed, 0),
    skipped: outcomes.reduce((count, outcome) => count + outcome.skipped, 0),
    failures: outcomes.flatMap((outcome) => outcome.failures),
  };
}

/** Returns `3 passed, 0 failed`, with `, 1 skipped` if tests were skipped. */
export function inWords(outcome) {
  return `${outcome.passed} passed, ${outcome.failed} failed${outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : ''}`;
}

/** A failed test for people to read. */
export function failureInWords({ name, error }) {
  return `✖ ${name}\n${error.trim().replace(/^/gm, '    ')}\n`;
}
