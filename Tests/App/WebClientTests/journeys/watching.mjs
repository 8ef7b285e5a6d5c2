// A script that each document runs for the journey: it reports when a condition becomes true, when the page has settled, and where an element is at
// rest.

/** A request that takes longer counts as one that stays open, such as a stream. */
const OPEN_MS = 5_000;

/** The script of every document. It uses the original timers, because a journey may replace the page's. */
export const WATCH = `(() => {
    if (window.__watch) return;
    const [later, never, frame, now] = [setTimeout.bind(window), clearTimeout.bind(window), requestAnimationFrame.bind(window), performance.now.bind(performance)];
    const waiting = new Set();
    const wake = () => { for (const go of waiting) go(); };

    // Tracks requests, and the reading of their replies: the page is redrawn right after.
    const asked = new Set();
    let begun = 0;
    const track = (promise) => {
        const one = { at: now() };
        asked.add(one);
        const end = () => later(() => { asked.delete(one); wake(); });
        promise.then(end, end);
        return promise;
    };
    const ask = window.fetch;
    window.fetch = (...call) => { begun += 1; return track(ask(...call)); };
    for (const name of ['json', 'text', 'blob', 'arrayBuffer', 'formData']) {
        const read = Response.prototype[name];
        Response.prototype[name] = function () { return track(read.call(this)); };
    }

    const EVENTS = ['input', 'change', 'click', 'submit', 'focusin', 'focusout', 'popstate', 'hashchange', 'scroll', 'resize', 'load', 'transitionend', 'animationend',
        'toggle', 'close', 'play', 'playing', 'pause', 'timeupdate', 'seeked', 'ended', 'volumechange', 'ratechange', 'loadeddata', 'canplay', 'readystatechange'];
    /** Waits for an event on which a condition may depend, and for \`most\` ms at most, because some changes cause no event. */
    const change = (most) => new Promise((resolve) => {
        let isOver = false;
        const end = () => {
            never(timer);
            observer.disconnect();
            waiting.delete(go);
            for (const name of EVENTS) removeEventListener(name, go, true);
            resolve();
        };
        // Includes other events of the same moment.
        const go = () => { if (!isOver) { isOver = true; later(end); } };
        const observer = new MutationObserver(go);
        const timer = later(go, most);
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        waiting.add(go);
        for (const name of EVENTS) addEventListener(name, go, { capture: true, passive: true });
    });
    const nap = (ms) => new Promise((resolve) => later(resolve, ms));

    /** The value of a condition as soon as it is true, \`true\` for an element, and false after \`ms\`. */
    const until = async (condition, ms) => {
        const end = now() + ms;
        for (let rest = 40;;) {
            const before = begun;
            let value = false, isPromise = false;
            try {
                value = condition();
                isPromise = typeof value?.then === 'function';
                value = await value;
            } catch { value = false; }
            if (value) return value instanceof Node ? true : value;
            const left = end - now();
            if (left <= 0) return false;
            // The server is asked less and less often.
            if (begun > before) rest = Math.min(rest * 1.4, 250);
            await (isPromise ? nap(Math.min(rest, left)) : change(Math.min(60, left)));
        }
    };
    const isAsking = () => { const since = now() - ${OPEN_MS}; return [...asked].some(({ at }) => at > since); };
    // The address changes before the code of its page is loaded; until then the former page's elements are there.
    const isArriving = () => document.querySelector('main')?.getAttribute('aria-busy') === 'true';
    const isSettled = () => !isAsking() && !isArriving() && !document.documentElement?.dataset.transition;
    const frames = () => new Promise((resolve) => { const timer = later(resolve, 200); frame(() => frame(() => { never(timer); resolve(); })); });

    const place = (selector) => {
        const element = document.querySelector(selector);
        if (!element) return { by: 'nothing, as it is gone' };
        const seen = element.getBoundingClientRect();
        if (seen.top < 0 || seen.bottom > innerHeight || !element.contains(document.elementFromPoint(seen.left + seen.width / 2, seen.top + seen.height / 2)))
            element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
        const box = element.getBoundingClientRect();
        const x = box.left + box.width / 2, y = box.top + box.height / 2;
        const hit = document.elementFromPoint(x, y);
        return { element, x, y, hit: !!hit && (element.contains(hit) || hit.contains(element)), inside: element.contains(hit), by: hit ? hit.outerHTML.slice(0, 120) : 'nothing' };
    };
    /** The point of an element that has not moved for two frames. */
    const find = async (selector, ms) => {
        const end = now() + ms;
        for (let begun = 0;;) {
            if (!(await until(() => document.querySelector(selector), end - now()))) return { problem: 'is not there' };
            if (!(await until(isSettled, end - now()))) return { problem: 'is on a page that does not settle' };
            const before = place(selector);
            await frames();
            const at = place(selector);
            if (at.hit && at.element === before.element && at.x === before.x && at.y === before.y) {
                // An element around it may receive its clicks, or it may not be drawn yet.
                begun ||= now();
                if (at.inside || now() - begun > 250) return at;
            } else begun = 0;
            if (now() > end) return { problem: 'cannot be clicked, it is covered by ' + at.by };
        }
    };
    const point = async (selector, ms) => { const { element, ...at } = await find(selector, ms); return at; };
    let aimed;
    /** The point to click. Also records which element receives the click. */
    const aim = async (selector, ms) => {
        const { element, x, y, inside, problem } = await find(selector, ms);
        if (problem) return { problem };
        const here = aimed = { element, taken: '' };
        // If a list has just moved, another element of the same kind receives the click.
        const hasMoved = () => { const box = element.getBoundingClientRect(); return y < box.top || y > box.bottom || x < box.left || x > box.right; };
        const isMeant = (target) => element.contains(target) || (!!target.closest(selector) && hasMoved()) || target.closest('label')?.contains(element) || (!inside && target.contains(element));
        addEventListener('click', ({ target }) => { here.taken = isMeant(target) ? 'clicked' : hasMoved() ? 'moved' : target.outerHTML.slice(0, 120); }, { capture: true, once: true });
        return { x, y };
    };
    /** The result of the click. A page that was left has lost its record. A list that moved between press and release receives no click. */
    const taken = () => !aimed ? 'clicked' : aimed.taken || (aimed.element.matches(':disabled, select') ? 'clicked' : 'gone');
    window.__watch = { until, isAsking, isSettled, settled: (ms) => until(isSettled, ms), frames, point, aim, taken };
})()`;
