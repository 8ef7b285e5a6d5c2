// @ts-check
// DJ mode: its banner in the queue, and the ways to start it.

import { delegate, focusHeading } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { djMode, player } from '../../player/index.js';
import { sourceOf } from '../../player/source.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

/**
 * Fills `host` while the mode is on.
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export function mountDjBanner(host, signal) {
    const draw = () => {
        if (!djMode.isOn) return host.replaceChildren();
        render(
            host,
            html`<section class="queue-radio" aria-label="${t('dj.title')}" data-testid="queue-dj">
            <span class="queue-radio-sign">${icons.mix}</span>
            <div class="queue-radio-text"><p class="queue-radio-name">${t('dj.title')}</p>
            <p class="queue-radio-line">${t('dj.lead')}</p></div>
            <button type="button" class="button" data-end-dj data-testid="end-dj">${t('dj.end')}</button>
        </section>`,
        );
    };
    djMode.addEventListener('change', draw, { signal });
    delegate(
        host,
        'click',
        '[data-end-dj]',
        () => {
            const isInOrder = djMode.end();
            focusHeading(document.querySelector('main') ?? document);
            toast(t(isInOrder ? 'dj.ended' : 'dj.endedShuffled'));
        },
        signal,
    );
    draw();
}

/** Reorders the queue's upcoming songs. */
export async function startDj() {
    try {
        toast(t((await djMode.arrange()) ? 'dj.started' : 'dj.notAnalyzed'));
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * @param {string} id of a playlist @param {() => Promise<TrackItem[]>} tracks
 * @returns {import('../../elements/overlays/menu.js').MenuItem}
 */
export function djItem(id, tracks) {
    const run = async () => {
        try {
            const present = (await tracks()).filter(({ missing }) => !missing);
            if (present.length === 0) return toast(t('player.nothingToPlay'));
            if (player.queue.repeat === 'one') player.setRepeat('off');
            await djMode.play(present, { source: sourceOf('playlist', id) });
            toast(t('dj.started'));
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    return { label: t('dj.play'), icon: icons.mix, run: () => void run() };
}
