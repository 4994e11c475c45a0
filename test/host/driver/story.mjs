/** A test of the workbench: the steps of one person in one window. Each step is a separate test. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addScreenState } from './screenState.mjs';
import { openWorkbench } from './workbench.mjs';

const STEP_LIMIT_MILLISECONDS = 300_000;
/** The time to describe the screen after a failure. */
const TELL_LIMIT_MILLISECONDS = 40_000;

/** @typedef {Omit<Parameters<typeof openWorkbench>[0], 'name'>} StoryOptions */
/** @typedef {(name: string, act: (workbench: import('./workbench.mjs').Workbench) => Promise<void>) => void} Step */

/**
 * Declares a story for `node --test`. A step that fails or takes too long describes the screen and leaves a screenshot. The steps
 * after it are skipped, because they depend on it.
 * @param {string} name  also the name of its screenshots and logs
 * @param {StoryOptions | (() => Promise<StoryOptions>)} options  a function if something must be started first
 * @param {(step: Step, broadStep: Step) => void} tell  declares the steps; broad steps run only with `npm test -- --rest` and `--all`
 */
export function story(name, options, tell) {
  describe(name, () => {
    /** @type {import('./workbench.mjs').Workbench} */
    let workbench;
    let failedStep;
    before(async () => {
      workbench = await openWorkbench({ name, ...(typeof options === 'function' ? await options() : options) });
    });
    after(async () => {
      await workbench?.close();
    });

    const step = (title, act) => {
      it(title, { timeout: STEP_LIMIT_MILLISECONDS + TELL_LIMIT_MILLISECONDS }, async (context) => {
        if (failedStep) return context.skip(`not reached: "${failedStep}" failed`);
        try {
          await inTime(act(workbench));
          await workbench.screenshot(title);
        } catch (error) {
          failedStep = title;
          await addScreenState(error, workbench);
          await workbench.takePicture(`FAILED-${title}`).catch(() => undefined); // the step has already failed
          throw error;
        }
      });
    };
    tell(step, process.env.ALL_TESTS === '1' ? step : () => undefined);
  });
}

/** Without this, node:test would let a failed step run together with the next ones. */
function inTime(acting) {
  let timer;
  const late = new Promise((_, reject) => {
    const error = new Error(`it was not done after ${STEP_LIMIT_MILLISECONDS / 1_000} s`);
    timer = setTimeout(reject, STEP_LIMIT_MILLISECONDS, error);
  });
  return Promise.race([acting, late]).finally(() => clearTimeout(timer));
}

/** The last step of each story with API keys. */
export function leavesNoApiKey(step) {
  step('leaves no API key in any file, log, message or label', (workbench) => workbench.canary.search());
}

/** The end of a story that uses only API keys of the sandbox, which are new at each start and must appear nowhere. */
export function storesNoApiKey(step) {
  step('stores none of the sandbox’s API keys', async (workbench) => assert.equal(await workbench.canary.countStored(), 0));
}
