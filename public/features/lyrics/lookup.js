// @ts-check
// The server's lookup of missing lyrics: running, found, or the reason why none were found.

import { api } from '../../core/api.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons, spinner } from '../../elements/icons.js';

/**
 * @typedef {{ state: 'off'|'found'|'none'|'instrumental'|'restricted'|'unavailable'|'running'|'expired',
 *   retryAfterSeconds?: number }} Lookup
 */

/** How long to wait for the final event before asking again. */
const PATIENCE_MS = 8000;

/**
 * Starts the lookup of a track's lyrics, or returns its state. The event `lyricsLookup` reports the end.
 * @param {string} id the track's ID
 * @param {import('../../core/api.js').Options} options
 * @returns {Promise<Lookup>}
 */
export const lookUp = (id, options) =>
    api.post(`/tracks/${encodeURIComponent(id)}/lyrics/lookup`, undefined, options);

/** @param {string} state of a lookup that found no lyrics */
export const missingWords = (state) => t(state === 'off' ? 'lyrics.none' : `lyrics.lookup.${state}`);

/**
 * Starts a lookup and shows its result.
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {string} parts.id the track's ID
 * @param {ReturnType<typeof html>} parts.head
 * @param {unknown} parts.ways links to other sources of lyrics
 * @param {() => void} parts.found shows the lyrics
 * @param {() => void} parts.retry starts again
 * @param {AbortSignal} parts.signal ends the wait
 */
export async function showLookup(host, { id, head, ways, found, retry, signal }) {
    const over = new AbortController();
    const until = over.signal;
    signal.addEventListener('abort', () => over.abort(), { once: true, signal: until });
    const settle = (/** @type {Lookup} */ lookup) => {
        if (until.aborted) return;
        if (lookup.state === 'running' || lookup.state === 'expired') return wait(host, head, lookup.state);
        over.abort();
        if (lookup.state === 'found') found();
        else end(host, { head, ways, retry, state: lookup.state });
    };
    const ask = (quiet = false) => lookUp(id, { signal: until, quiet });
    // Listens before the request, because the event may arrive before the response.
    live.on('lyricsLookup', (ended) => ended.trackId === id && settle(ended), until);
    const timer = setInterval(() => void ask(true).then(settle, () => {}), PATIENCE_MS);
    until.addEventListener('abort', () => clearInterval(timer), { once: true });
    try {
        settle(await ask());
    } catch (error) {
        over.abort();
        throw error;
    }
}

/** @param {HTMLElement} host @param {ReturnType<typeof html>} head @param {'running'|'expired'} state */
function wait(host, head, state) {
    if (host.querySelector(`[data-lookup=${state}]`)) return;
    render(
        host,
        html`${head}<p class="lyrics-state" role="status" data-lookup="${state}"
            data-testid="lyrics-looking">${spinner}<span>${t(`lyrics.lookup.${state}`)}</span></p>`,
    );
}

/**
 * @param {HTMLElement} host
 * @param {{ head: ReturnType<typeof html>, ways: unknown,
 *   retry: () => void, state: string }} parts
 */
function end(host, { head, ways, retry, state }) {
    const again = state === 'unavailable';
    render(
        host,
        html`${head}<div class="lyrics-state" ${again ? html`role="alert"` : ''} data-lookup="${state}"
            data-testid="lyrics-none"><p>${missingWords(state)}</p>
            <div class="lyrics-ways">${
                again &&
                html`<button type="button" class="button is-small" data-retry-words
                    data-testid="lyrics-retry">${icons.refresh}${t('actions.retry')}</button>`
            }${state !== 'instrumental' && ways}</div></div>`,
    );
    host.querySelector('[data-retry-words]')?.addEventListener('click', retry);
}

/**
 * The provider's required credit. Addresses that count views are never opened.
 * @param {import('../../core/types.js').Lyrics} lyrics
 */
export function rightsLine({ rights }) {
    if (!rights) return null;
    const name = t('lyrics.from', { name: rights.provider });
    const link = webAddress(rights.backlinkUrl);
    return html`<p class="lyrics-rights" data-testid="lyrics-rights">${rights.copyright && html`${rights.copyright} `}${
        link
            ? html`<a class="text-link" href="${link}" target="_blank" rel="noopener noreferrer">${name}</a>`
            : name
    }</p>`;
}

/** @param {string | undefined} text any text by a provider @returns {string | undefined} */
export function webAddress(text) {
    try {
        const url = new URL(text ?? '');
        return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
    } catch {
        return undefined;
    }
}
