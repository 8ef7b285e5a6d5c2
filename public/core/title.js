// @ts-check
// The title of the browser's tab: the current song, else the overlay, else the page.

let page = '';
let over = '';
let song = '';

/** @param {string} page @param {string} song */
export const titleText = (page, song) => (song || page ? `${song || page} · Rondo` : 'Rondo');

/** @param {string} title of the page */
export function showPageTitle(title) {
    page = title;
    show();
}

/** @param {string} title of the overlay; empty for none */
export function showOverlayTitle(title) {
    over = title;
    show();
}

/** @param {string} title of the song that plays; empty for none */
export function showSongTitle(title) {
    song = title;
    show();
}

function show() {
    const title = titleText(over || page, song);
    if (globalThis.document && document.title !== title) document.title = title;
}
