// @ts-check
// The passages on a track's page: the one in the address and the stored ones.

import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { readPassage } from '../../player/passage.js';
import { bindPassages, passageList } from './passage-list.js';
import { passagesOf } from './passages.js';

/** @param {HTMLElement} host @param {import('../../core/types.js').Track} track @param {AbortSignal} signal */
export function mountPassages(host, track, signal) {
    const linked = readPassage(location.search, track.durationMs);
    const show = () => {
        host.hidden = !linked && passagesOf(track.id).length === 0;
        render(
            host,
            html`<h2 id="track-passages">${t('audio.passages')}</h2>${passageList(track, false, linked)}`,
        );
    };
    bindPassages(host, () => track, show, signal);
    show();
}
