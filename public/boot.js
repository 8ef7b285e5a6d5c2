// @ts-check
// Runs before the first paint, so that a chosen theme and language never flash. Everything else starts in app.js.
(() => {
    /** @type {import('./core/preferences.js').Preferences} */
    let stored = {};
    try {
        stored = JSON.parse(localStorage.getItem('rondo.preferences') ?? '{}') ?? {};
        const { theme, locale } = stored;
        if (theme && ['system', 'light', 'dark'].includes(theme)) document.documentElement.dataset.theme = theme;
        if (locale && ['en', 'pl', 'es'].includes(locale)) document.documentElement.lang = locale;
    } catch {
        // Storage may be blocked or hold something else: the defaults are good.
    }

    // The answers that every start needs are asked for while the modules are loading. core/first-answers.js has them.
    const { pathname } = location;
    if (!pathname.startsWith('/share/')) {
        const paths = ['/server', '/me', ...(pathname === '/' && stored.isSignedIn ? ['/home'] : [])];
        const headers = { Accept: 'application/json, application/problem+json' };
        /** @type {any} */ (globalThis).rondoFirstAnswers = new Map(
            paths.map((path) => {
                const answer = fetch(`/api/v1${path}`, { headers, credentials: 'same-origin' });
                // Told to whoever takes the answer.
                answer.catch(() => {});
                return [path, answer];
            }),
        );
    }

    // A stored client that fails before it has started is given up, and loaded from the server: once, and only while
    // that is there.
    const { serviceWorker } = navigator;
    if (!serviceWorker?.controller) return;
    const recover = async (/** @type {Event} */ { target }) => {
        // A picture that does not load keeps nothing from starting.
        if (target instanceof Element && !target.matches('script, link')) return;
        if (document.documentElement.hasAttribute('data-started') || sessionStorage.getItem('rondo.recovered')) return;
        const answer = await fetch('/service-worker.js', { cache: 'no-store' });
        if (!answer.ok) return;
        sessionStorage.setItem('rondo.recovered', 'yes');
        for (const registration of await serviceWorker.getRegistrations()) await registration.unregister();
        await caches.delete('rondo-shell');
        location.reload();
    };
    for (const type of ['error', 'unhandledrejection'])
        addEventListener(type, (event) => void recover(event).catch(() => {}), { capture: true });
})();
