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
})();
