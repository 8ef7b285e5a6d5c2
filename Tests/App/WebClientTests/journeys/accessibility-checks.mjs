// Checks of each page by scripts that run in it: axe, motion, and the order of the Tab key. Each returns sentences about the problems, or none.

import { readFile } from 'node:fs/promises';
import { expect } from './steps.mjs';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** The axe rules for colors: all that can differ between light and dark. */
export const COLORS = ['color-contrast', 'link-in-text-block'];
/** Limits the walk, because lists continue for as long as one scrolls. */
const MOST_STOPS = 100;

/** @param {import('./page.mjs').Page} page @param {string} file axe.min.js */
export async function addAxe(page, file) {
    await page.evaluate(await readFile(file, 'utf8').then((text) => `${text}; true`));
}

/**
 * @param {import('./page.mjs').Page} page @param {string} [root] selector; the whole page without one
 * @param {{ only?: string[], without?: string[] }} [rules] all WCAG rules except those in `without`, or only those in `only`
 */
export const violations = (page, root, { only, without = [] } = {}) => page.evaluate(`axe.run(${root ? `document.querySelector(${JSON.stringify(root)})` : 'document'}, {
        runOnly: ${JSON.stringify(only ? { type: 'rule', values: only } : { type: 'tag', values: TAGS })}, resultTypes: ['violations'],
        rules: ${JSON.stringify(Object.fromEntries(without.map((rule) => [rule, { enabled: false }])))},
        // Otherwise axe would fetch every style sheet again each time, for a rule that is not used here.
        preload: false,
    }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 4).map(({ target, any, all, none }) =>
        id + ': ' + target.join(' ') + ' (' + [...any, ...all, ...none].map(({ message }) => message).join('; ').slice(0, 260) + ')')))`);

/**
 * If RONDO_AXE names axe.min.js, expects no violation of WCAG 2.2 AA. Otherwise checks nothing.
 *
 * @param {import('./page.mjs').Page} page @param {string} [root] selector; the whole page without one
 */
export async function accessible(page, root) {
    if (!process.env.RONDO_AXE) return;
    await addAxe(page, process.env.RONDO_AXE);
    const found = await violations(page, root);
    expect(found.length === 0, found.join('\n'));
}

/** Elements that move for more than 10 ms although the system requests reduced motion. Activity indicators may rotate slowly. */
export const motion = (page) => page.evaluate(`(() => {
    const ms = (list) => Math.max(...list.split(',').map((one) => (one.trim().endsWith('ms') ? 1 : 1000) * (parseFloat(one) || 0)));
    const found = new Set();
    for (const element of document.querySelectorAll('body, body *:not(.spinner)'))
        for (const part of [null, '::before', '::after']) {
            const { animationName, animationDuration, transitionDuration, content } = getComputedStyle(element, part);
            if (part && content === 'none') continue;
            if ((animationName !== 'none' && ms(animationDuration) > 10) || ms(transitionDuration) > 10)
                found.add('moves: ' + element.tagName.toLowerCase() + '.' + [...element.classList].join('.') + (part ?? '') + ' ' + animationName + ' ' + animationDuration + ', ' + transitionDuration);
        }
    return [...found];
})()`);

/** In forced colors, elements that are on, selected or current must look different from those that are not. */
export const states = (page) => page.evaluate(`(() => {
    const look = (element) => {
        const { color, backgroundColor, borderColor, borderWidth, outlineStyle, outlineWidth, textDecorationLine, fill } = getComputedStyle(element);
        const icon = element.querySelector('svg');
        return [color, backgroundColor, borderColor, borderWidth, outlineStyle + outlineWidth, textDecorationLine, fill, icon ? getComputedStyle(icon).fill + icon.innerHTML : ''].join();
    };
    const found = [];
    for (const [name, on] of [['aria-pressed', 'true'], ['aria-selected', 'true'], ['aria-current', 'page'], ['aria-expanded', 'true']])
        for (const element of document.querySelectorAll('[' + name + '="' + on + '"]')) {
            const twin = [...(element.parentElement?.parentElement?.querySelectorAll(element.tagName) ?? [])].find((one) => one !== element && one.className === element.className && one.getAttribute(name) !== on && one.checkVisibility());
            if (!element.checkVisibility() || !twin) continue;
            if (look(element) === look(twin)) found.push('looks the same: [' + name + '] ' + element.outerHTML.slice(0, 120));
        }
    return found;
})()`);

/** Checks the focused element each time the Tab key is pressed, once the page is at rest. */
const WATCH = `(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('* { transition-property: none !important; }');
    const before = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [...before, still];
    const name = (element) => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + (element.dataset.testid ? '[' + element.dataset.testid + ']' : '') + ' ' + (element.getAttribute('aria-label') ?? element.textContent.trim().replace(/\\s+/g, ' ')).slice(0, 40);
    const styles = (element) => [null, '::before', '::after'].map((part) => {
        const { outline, outlineStyle, boxShadow, borderColor, backgroundColor, textDecorationLine, opacity, transform, clipPath } = getComputedStyle(element, part);
        return [outlineStyle === 'none' ? '' : outline, boxShadow, borderColor, backgroundColor, textDecorationLine, opacity, transform, clipPath].join();
    }).join();
    // The focus mark may be beside a box or around a row.
    const near = (element) => {
        const all = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement, element.parentElement?.nextElementSibling];
        return all.filter(Boolean);
    };
    const usable = (scope) => [...scope.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter((one) =>
        one.tabIndex >= 0 && !one.matches(':disabled') && !one.closest('[inert]') && one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0);
    const look = (elements) => elements.map(styles).join('|');
    const walk = window.__walk = { all: new Set(usable(document)), stops: new Set(), problems: [], last: undefined };
    const check = () => {
        const element = document.activeElement;
        if (walk.last) {
            const { element: old, elements, focused } = walk.last;
            if (old.isConnected && old !== element && look(elements) === focused) walk.problems.push('no mark of the focus: ' + name(old));
            walk.last = undefined;
        }
        // A heading is focused only by script.
        if (!element || element === document.body || element.tabIndex < 0) return;
        if (walk.stops.has(element)) return;
        walk.stops.add(element);
        const label = element.closest('label') ?? (element.id ? document.querySelector('label[for="' + CSS.escape(element.id) + '"]') : null);
        // A box may be drawn by its label, and a slider by the element below it.
        const shown = element.matches('input[type=radio], input[type=checkbox], input[type=file]') && label ? label
            : element.matches('input[type=range]') && getComputedStyle(element).opacity === '0' ? element.parentElement : element;
        const box = shown.getBoundingClientRect();
        if (!shown.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || box.width < 2 || box.height < 2) walk.problems.push('the focus is on something that is hidden: ' + name(element));
        else {
            const across = [box.left + box.width / 2, box.left + 3, box.right - 3], down = [box.top + box.height / 2, box.top + 3, box.bottom - 3];
            const isSeen = across.some((x) => down.some((y) => {
                const hit = document.elementFromPoint(x, y);
                return hit && (shown.contains(hit) || hit.contains(shown) && hit !== document.body && hit !== document.documentElement || hit.closest('label')?.contains(element));
            }));
            if (!isSeen) walk.problems.push('the focus is covered or out of sight: ' + name(element) + ' at ' + Math.round(box.left) + ',' + Math.round(box.top));
        }
        const elements = near(element);
        walk.last = { element, elements, focused: look(elements) };
    };
    const listen = (event) => { if (event.key === 'Tab') check(); };
    addEventListener('keydown', listen, true);
    walk.end = (mostStops, root) => {
        check();
        removeEventListener('keydown', listen, true);
        document.adoptedStyleSheets = before;
        const scope = root ? document.querySelector(root) : document;
        // Walking through a page changes it. Only elements that exist both before and now must be reached.
        const missed = usable(scope).filter((one) => walk.all.has(one) && !walk.stops.has(one) && (one.type !== 'radio' || ![...walk.stops].some((stop) => stop.name === one.name)));
        if (walk.stops.size < mostStops) for (const one of missed) walk.problems.push('the tab key does not lead to ' + name(one));
        if (root) for (const one of walk.stops) if (one.isConnected && !scope.contains(one)) walk.problems.push('the focus has left ' + root + ' for ' + name(one));
        return { problems: [...new Set(walk.problems)], stops: walk.stops.size };
    };
    return walk.all.size;
})()`;

/**
 * Walks through a page with the Tab key: every stop is visible and marked, every usable element is a stop, and nothing traps the focus.
 * @param {import('./page.mjs').Page} page @param {string} [root] selector of the element that the focus may not leave
 */
export async function walk(page, root) {
    // Content that appears with an animation is there after one frame.
    await page.evaluate('window.__watch.frames()');
    const count = Math.min(MOST_STOPS, await page.evaluate(WATCH) + 4);
    if (!root) await page.evaluate(`document.querySelector('.skip-link')?.focus()`);
    const keys = [];
    for (let stop = 0; stop < count; stop += 1) keys.push(page.press('Tab'));
    await Promise.all(keys);
    const { problems, stops } = await page.evaluate(`window.__walk.end(${MOST_STOPS - 6}, ${JSON.stringify(root ?? null)})`);
    await page.evaluate('void (delete window.__walk, document.activeElement?.blur?.(), scrollTo(0, 0))');
    return { problems, stops };
}
