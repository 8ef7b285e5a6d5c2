// @ts-check
// Announces sentences to users of screen readers: track changes, numbers of results.

/** @param {string} text */
export function announce(text) {
    const region = document.getElementById('announcer');
    if (!region) return;
    region.textContent = '';
    // Emptying the region first makes a repeated sentence be spoken again.
    setTimeout(() => {
        region.textContent = text;
    }, 60);
}
