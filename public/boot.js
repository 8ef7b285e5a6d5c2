// @ts-check
// Runs before the first paint, so that a chosen theme and language never flash. Everything else starts in app.js.
(() => {
    try {
        const stored = JSON.parse(localStorage.getItem('rondo.preferences') ?? '{}');
        if (['system', 'light', 'dark'].includes(stored.theme)) document.documentElement.dataset.theme = stored.theme;
        if (['en', 'pl', 'es'].includes(stored.locale)) document.documentElement.lang = stored.locale;
    } catch {
        // Storage may be blocked or hold something else: the defaults are good.
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
