// @ts-check
// Notices of player problems and of queue changes by other devices.

import { ApiError } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { navigate } from '../../core/navigate.js';
import { showSongTitle } from '../../core/title.js';
import { dismissToast, toast } from '../../elements/overlays/toast.js';
import { player, plays, queuePersistence } from '../../player/index.js';
import { playInOneTab } from '../../player/one-tab.js';
import { tab } from '../devices/identity.js';
import { queueOwner } from '../devices/owner.js';

/**
 * The text of the player's `problem`.
 * @typedef {import('../../player/playback-failures.js').Trouble} Trouble
 * @typedef {{ trouble: Trouble, track: { title: string }, last: boolean }} Problem
 */

export function connectPlayer() {
    player.addEventListener('problem', (event) => {
        const { trouble, track, last } = /** @type {CustomEvent<Problem>} */ (event).detail;
        const text = t(`player.trouble.${trouble}`, { title: track.title });
        const actions = [];
        if (trouble === 'network' || trouble === 'blocked')
            actions.push({
                label: t(trouble === 'blocked' ? 'player.play' : 'actions.retry'),
                run: () => player.play(),
            });
        else if (trouble === 'notStored') actions.push({ label: t('device.title'), run: () => navigate('/device') });
        else if (!last) actions.push({ label: t('player.skipNow'), run: () => player.next() });
        else if (player.queue.entries.length > 1) actions.push({ label: t('player.next'), run: () => player.next() });
        toast(last || trouble === 'network' ? text : `${text} ${t('player.skipping')}`, {
            kind: trouble === 'blocked' || trouble === 'notStored' ? 'info' : 'error',
            actions,
            id: 'player-problem',
            sticky: last && trouble !== 'notStored',
        });
    });
    player.addEventListener('passed', (event) => {
        const { tracks, last } = /** @type {CustomEvent<{ tracks: unknown[], last: boolean }>} */ (event).detail;
        toast(last ? t('player.passedLast') : t('player.passed', { count: tracks.length }), { id: 'player-passed' });
    });
    player.addEventListener('change', () => {
        if (player.status === 'playing') dismissToast('player-problem');
    });

    queuePersistence.addEventListener('elsewhere', (event) => {
        if (queueOwner.isKnown()) return;
        const { client } = /** @type {CustomEvent<{ client?: string }>} */ (event).detail;
        toast(client ? t('queue.elsewhereNamed', { client }) : t('queue.elsewhere'), {
            id: 'queue-elsewhere',
            sticky: true,
            actions: [
                { label: t('queue.continueHere'), run: () => void queuePersistence.continueHere().catch(failed) },
                { label: t('queue.keepMine'), run: () => queuePersistence.keepMine() },
            ],
        });
    });
    const showTitle = () =>
        showSongTitle(
            player.isPlaying && player.current ? `${player.current.title} – ${names(player.current.artists)}` : '',
        );
    player.addEventListener('change', showTitle);
    player.addEventListener('queue', showTitle);
    playInOneTab(player, {
        channel: globalThis.BroadcastChannel ? new BroadcastChannel('rondo-player') : undefined,
        tab: tab.id,
        playId: () => plays.playId,
        released: () => plays.release(),
        yielded: () => toast(t('player.otherTab'), { id: 'player-tab' }),
    });
    live.on('queue', (event) => queuePersistence.noticed(event));
}

/** @param {unknown} error */
function failed(error) {
    if (error instanceof ApiError) toast(explain(error), { kind: 'error' });
}
