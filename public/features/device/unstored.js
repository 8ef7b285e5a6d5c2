// @ts-check
// Without a connection, the rows of songs that are not stored on this device say so, wherever they are.

import { isReachable } from '../../core/connection.js';
import { fragment, html } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { storedSound } from '../../core/on-device.js';
import { device } from './store.js';

/** A single call that fails is no news. */
const SURE_MS = 1_200;
const ROWS = ':is(tr, li)[data-track]:not(.is-missing)';

/** Called once. */
export function markUnstored() {
    let isCut = false;
    let isMarked = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let sure;
    const mark = () => {
        if (!isCut && !isMarked) return;
        isMarked = isCut;
        for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(ROWS)))
            show(row, isCut && !storedSound(row.dataset.track ?? ''));
    };
    const become = (/** @type {boolean} */ value) => {
        isCut = value;
        mark();
    };
    isReachable.subscribe((isThere) => {
        clearTimeout(sure);
        if (isThere) become(false);
        else sure = setTimeout(become, SURE_MS, true);
    });
    if (!isReachable.value) become(true);
    device.addEventListener('change', mark);
    onLocaleChange(mark);
    // Where nothing changes, nothing is written: this does not call itself for ever.
    new MutationObserver(mark).observe(document.body, { childList: true, subtree: true });
}

/** @param {HTMLElement} row @param {boolean} isUnstored */
function show(row, isUnstored) {
    if (row.classList.contains('is-unstored') === isUnstored) return;
    row.classList.toggle('is-unstored', isUnstored);
    for (const button of row.querySelectorAll('[data-play-row], [data-jump]'))
        if (isUnstored) button.setAttribute('aria-disabled', 'true');
        else button.removeAttribute('aria-disabled');
    if (!isUnstored) return row.querySelector('[data-unstored]')?.remove();
    const word = fragment(html`<span class="track-unstored" data-unstored>${t('tracks.notStored')}</span>`);
    const artists = row.querySelector('.track-artists');
    if (artists) artists.prepend(word);
    else row.querySelector('.track-text')?.append(word);
}
