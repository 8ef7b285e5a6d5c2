// @ts-check
// Without a connection, marks the rows of tracks that are not stored on this device, on every page.

import { isCut } from '../../core/connection.js';
import { fragment, html } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { storedSound } from '../../core/on-device.js';
import { device } from './store.js';

const ROWS = ':is(tr, li)[data-track]:not(.is-missing)';

/** Called once. */
export function markUnstored() {
    let isMarked = false;
    const mark = () => {
        if (!isCut.value && !isMarked) return;
        isMarked = isCut.value;
        for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(ROWS)))
            show(row, isMarked && !storedSound(row.dataset.track ?? ''));
    };
    isCut.subscribe(mark);
    mark();
    device.addEventListener('change', mark);
    onLocaleChange(mark);
    // The observer does not trigger itself endlessly, because unchanged rows are not written.
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
