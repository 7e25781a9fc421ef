// Shared by the browser tests of a file: one Chromium, a recorded run that a proxy serves, and a page
// for each test, which must not report errors.
import { after, test } from 'node:test';
import { assertQuiet, freshFolder, openBrowser, openPage, replay } from './browser.mjs';
import { makeBigRun } from './make_big_run.mjs';

// The time-out of one test, not an assertion: a wait that fails first reports what was missing.
export const kTestMs = 300_000;

/** A test with more time than a slow and busy machine needs. */
export const slowTest = (name, body) => test(name, { timeout: kTestMs }, body);

/**
 * `onPage(name, body, options)`: a test whose `body(page, t)` gets a page of its own. `allowed`: the
 * errors that the test causes on purpose; `path`: added to the address; the others are openPage's, as
 * `shared` is for all tests.
 */
export function onPageOf(browser, url, shared = {}) {
  return (name, body, { allowed = null, path = '', ...own } = {}) =>
    slowTest(name, async (t) => {
      const page = await openPage(t, browser, url + path, { ...shared, ...own });
      await body(page, t);
      assertQuiet(page, allowed);
    });
}

/**
 * A recorded run for a whole file: {url, browser, folder, onPage}.
 * @param {string} name of the file, and of its folder below test-out
 * @param {object} run makeBigRun's options
 * @param {{beside?: (folder: string) => void, ready?: string, args?: string[]}} options `beside` makes
 *   more runs; `args`: more arguments of `proxy replay`.
 */
export async function recordedRun(name, run, { beside = () => {}, args = [], ...options } = {}) {
  const folder = freshFolder(name);
  beside(folder);
  const path = makeBigRun(`${folder}/run_shown`, run);
  const url = await replay({ after }, path, args);
  const browser = await openBrowser({ after });
  return { url, browser, folder: path, onPage: onPageOf(browser, url, options) };
}
