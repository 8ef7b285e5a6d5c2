// @ts-check
// Runs before the first paint, so that no wrong theme or language flashes. Everything else starts in app.js.
(() => {
    /** @type {import('./core/preferences.js').Preferences} */
    let stored = {};
    try {
        stored = JSON.parse(localStorage.getItem('rondo.preferences') ?? '{}') ?? {};
        const { theme, locale } = stored;
        if (theme && ['system', 'light', 'dark'].includes(theme)) document.documentElement.dataset.theme = theme;
        if (locale && ['en', 'pl', 'es'].includes(locale)) document.documentElement.lang = locale;
    } catch {
        // Storage may be blocked or contain something else: the defaults apply.
    }

    // Requests the responses that every start needs while the modules load. core/first-answers.js hands them out.
    const { pathname } = location;
    if (!pathname.startsWith('/share/')) {
        const paths = ['/server', '/me', ...(pathname === '/' && stored.isSignedIn ? ['/home'] : [])];
        const headers = { Accept: 'application/json, application/problem+json' };
        /** @type {any} */ (globalThis).rondoFirstAnswers = new Map(
            paths.map((path) => {
                const answer = fetch(`/api/v1${path}`, { headers, credentials: 'same-origin' });
                // The code that takes the response handles its error.
                answer.catch(() => {});
                return [path, answer];
            }),
        );
    }

    // A stored client that fails before it has started is dropped and loaded from the server: once, and only while the
    // server can be reached.
    const { serviceWorker } = navigator;
    if (!serviceWorker?.controller) return;
    const recover = async (/** @type {Event} */ { target }) => {
        // A picture that does not load does not prevent the start.
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
