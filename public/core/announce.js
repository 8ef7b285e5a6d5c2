// @ts-check
// Sentences for people who hear the page: track changes, numbers of results.

/** @param {string} text */
export function announce(text) {
    const region = document.getElementById('announcer');
    if (!region) return;
    region.textContent = '';
    // A region that is emptied first speaks the same sentence twice if it comes twice.
    setTimeout(() => {
        region.textContent = text;
    }, 60);
}
