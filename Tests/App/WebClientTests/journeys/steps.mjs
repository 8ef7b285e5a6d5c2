// The parts of every journey: steps that are printed line by line, and an end that says whether one failed.

let failed = 0;

/** The selector of what the client calls `name`. */
export const id = (name) => `[data-testid="${name}"]`;

/** Tells how it went, and lets the journey go on where it failed. */
export async function step(name, run) {
    try {
        await run();
        console.log(`ok   ${name}`);
    } catch (error) {
        failed += 1;
        console.log(`FAIL ${name}: ${error.message}`);
    }
}

export function expect(condition, text) {
    if (!condition) throw new Error(text);
}

/** A page of a browser of its own, in which the user that the environment names is signed in. */
export async function signedIn(browser, width, height, dark) {
    const page = await browser.context({ width, height });
    await page.setViewport(width, height, dark);
    await page.open(`${process.env.RONDO_URL.replace(/\/$/, '')}/sign-in`);
    await page.fill(id('field-username'), process.env.RONDO_USER);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname !== "/sign-in"');
    return page;
}

/** Ends the process, with a status other than zero where a step failed. */
export function finish() {
    console.log(failed === 0 ? 'ok   everything' : `FAIL ${failed} steps`);
    process.exit(failed === 0 ? 0 : 1);
}

/** Tells of what kept the journey from going on at all. */
export function stopped(error) {
    failed += 1;
    console.log(`FAIL ${error.stack}`);
}
