// @ts-check
// The buttons of a recognized song.

import { announce } from '../../core/announce.js';
import { delegate, find } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { player } from '../../player/index.js';
import { openPostDialog } from '../board/post-dialog.js';
import { elsewhere, fetchLyrics, lookUp, missingWords, showWords } from '../lyrics/words.js';
import { addDialog } from '../playlists/add-to-playlist.js';
import { arrangeWords, hideNoWords, matchParts, showNoWords, showPlace } from './match-panel.js';
import { RoomClock, unheard } from './room-clock.js';
import { stayAwake } from '../../core/wake-lock.js';

/** @typedef {import('./outcomes.js').Match} Match */

/** Interval at which the lyrics follow the position. */
const FOLLOW_MS = 100;

/** Lookup states that do not mean missing lyrics. */
const UNDECIDED = ['found', 'running', 'expired'];

/**
 * Shows a match in `host`.
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {Match} parts.match
 * @param {Match[]} parts.others
 * @param {import('./outcomes.js').Sample} parts.sample
 * @param {number} [parts.heardMs] of the sample
 * @param {(other: Match) => void} parts.choose shows one of the others
 * @param {AbortSignal} parts.signal ends the view
 */
export function showMatch(host, { match, others, sample, heardMs, choose, signal }) {
    const { track } = match;
    const positionMs = match.positionMs + unheard(sample.durationMs, heardMs);
    const room = new RoomClock({ positionMs, since: sample.endedAt });
    render(host, matchParts(match, others));
    showPlace(host, track, room, signal);

    const isPlayingHere = () => player.isPlaying && player.current?.id === track.id;
    /** @type {import('../lyrics/words.js').Place} */
    const place = {
        positionMs: () => (isPlayingHere() ? player.positionMs : room.positionMs),
        listen: (update, abort) => {
            const timer = setInterval(update, FOLLOW_MS);
            abort?.addEventListener('abort', () => clearInterval(timer), { once: true });
        },
    };
    /** @type {AbortController | undefined} */
    let words;
    const closeWords = () => {
        words?.abort();
        words = undefined;
        arrangeWords(host, false);
        window.scrollTo(0, 0);
    };
    const openWords = () => {
        const own = new AbortController();
        words = own;
        arrangeWords(host, true);
        window.scrollTo(0, 0);
        stayAwake(own.signal);
        void showWords(find(host, '[data-words]'), {
            track,
            place,
            signal: own.signal,
            seek: (ms) => {
                if (isPlayingHere()) return player.seek(ms);
                room.align(ms);
                announce(t('recognition.aligned'));
            },
            hint: t('recognition.follows'),
        });
    };
    signal.addEventListener('abort', () => words?.abort(), { once: true });
    delegate(host, 'click', '[data-toggle-words]', () => (words ? closeWords() : openWords()), signal);
    document.addEventListener(
        'keydown',
        (event) => {
            if (event.key !== 'Escape' || event.defaultPrevented || !words) return;
            if (document.querySelector('dialog[open], [role=menu]')) return;
            event.preventDefault();
            closeWords();
            find(host, '[data-toggle-words]').focus({ preventScroll: true });
        },
        { signal },
    );
    delegate(
        host,
        'click',
        '[data-play-here]',
        () => {
            // A song that has ended in the room starts over.
            player.restore([track], 0, room.positionMs < track.durationMs ? Math.max(0, room.positionMs) : 0);
            player.play();
        },
        signal,
    );
    delegate(host, 'click', '[data-add]', () => void addDialog([track.id]), signal);
    delegate(
        host,
        'click',
        '[data-post]',
        () =>
            openPostDialog(() => {}, { track }),
        signal,
    );
    delegate(host, 'click', '[data-candidate]', (row) => choose(others[Number(row.dataset.candidate)]), signal);
    // The lookup starts at once, so that lyrics open quickly and missing ones are reported before that. If it fails,
    // opening the lyrics explains why.
    const told = (/** @type {{ state: string }} */ { state }) => {
        if (signal.aborted || UNDECIDED.includes(state)) return;
        showNoWords(host, missingWords(state), state !== 'instrumental' && elsewhere(track));
    };
    live.on('lyricsLookup', (ended) => ended.trackId === track.id && told(ended), signal);
    live.on('lyrics', (event) => event.track === track.id && hideNoWords(host), signal);
    fetchLyrics(track.id, signal)
        .then(async (all) => all.length === 0 && told(await lookUp(track.id, { signal, quiet: true })))
        .catch(() => {});
}
