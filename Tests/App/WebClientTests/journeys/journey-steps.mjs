// Shared parts of the long journey: its environment, its steps, and pages with helper functions.

export const base = (process.env.RONDO_URL ?? 'https://127.0.0.1:8443').replace(/\/$/, '');
export const setupLink = process.env.RONDO_SETUP_LINK;
export const admin = { username: process.env.RONDO_USER ?? 'ada', password: process.env.RONDO_PASSWORD ?? 'violet harbour lantern 42' };
export const shots = process.env.RONDO_SHOTS;

export const id = (name) => `[data-testid="${name}"]`;
export const sounding = `[...document.querySelectorAll('audio')].find((deck) => !deck.paused)`;

/** The number of failed steps, and the screen size of the current steps. */
export const run = { failed: 0, scope: '' };

export async function step(name, act) {
    try {
        await act();
        console.log(`ok   ${run.scope} ${name}`);
    } catch (error) {
        run.failed += 1;
        console.log(`FAIL ${run.scope} ${name}: ${error.message}`);
        const page = pages.at(-1);
        if (shots && page) await page.screenshot(`${shots}/fail-${run.scope}-${name.replace(/\W+/g, '-')}.png`).catch(() => {});
    }
}

export function expect(condition, text) {
    if (!condition) throw new Error(text);
}

export const pages = [];

/** A page with helper functions. */
export async function visit(browser, options) {
    const page = await browser.context(options);
    pages.push(page);
    page.api = (path, init) => page.evaluate(`fetch('/api/v1${path}', ${JSON.stringify(init ?? {})}).then(async (r) => r.status === 204 ? null : r.json())`);
    page.path = () => page.evaluate('location.pathname');
    page.follow = async (path) => {
        // Clicks a link within the page, so that the router answers and the page is not reloaded.
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname === ${JSON.stringify(new URL(path, base).pathname)}`);
    };
    page.problems = () => page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
    return page;
}

export async function signIn(page, { username, password }) {
    await page.open(`${base}/`);
    await page.waitForElement(id('sign-in-form'));
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), password);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
}

export async function playTrack(page, track) {
    await page.follow(`/albums/${track.albumId}`);
    await page.waitForElement(id('album'));
    const row = `tr[data-track="${track.id}"]`;
    if (page.width < 600) return page.click(`${row} .track-title`);
    await page.hover(`${row} .track-title`);
    await page.click(`${row} [data-play-row]`);
}
