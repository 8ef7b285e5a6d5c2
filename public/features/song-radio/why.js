// @ts-check
// "Why this song?": the phrases below the queue's songs, the menu item, and the answer.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { djMode, queueReasons, songRadio } from '../../player/index.js';
import { isElsewhere } from '../../player/steered.js';
import { autoplayReason, mixingNote, mixingSentence, mixReason, radioReason, sentenceOf } from './reasons.js';

/** @typedef {import('../../player/queue.js').Entry} Entry */

/**
 * The phrase below a song of the queue; empty for songs that users added, and while another device plays.
 * @param {Entry} entry
 */
export function queueNote({ key, track }) {
    if (isElsewhere()) return '';
    const mixing = djMode.mixingOf(key);
    if (mixing) return mixingNote(mixing);
    const { seed } = songRadio;
    const radio = seed && radioReason(songRadio.reasonOf(track), track, seed);
    if (radio) return radio;
    const reason = queueReasons.of(track);
    if (!reason) return '';
    return reason.by === 'autoplay' ? autoplayReason(reason, track) : mixReason(reason, track);
}

/**
 * The sentences that explain a song; empty for songs that users chose.
 * @param {Entry} entry
 */
function whyThisSong({ key, track }) {
    if (isElsewhere()) return '';
    const mixing = djMode.mixingOf(key);
    const { seed } = songRadio;
    const radio = seed && songRadio.reasonOf(track);
    const other = queueReasons.of(track);
    const reason = radio ? sentenceOf(radio, track, 'radio', seed) : other && sentenceOf(other, track, other.by);
    return [mixing && mixingSentence(mixing), reason].filter(Boolean).join(' ');
}

/**
 * The menu item; none for songs that users chose.
 * @param {Entry | undefined} entry
 * @returns {import('../../elements/overlays/menu.js').MenuItem[]}
 */
export function whyItem(entry) {
    const sentence = entry ? whyThisSong(entry) : '';
    if (!entry || !sentence) return [];
    const run = () =>
        void openDialog({
            title: t('songRadio.whyTitle'),
            testid: 'why',
            body: html`<div class="dialog-body"><p class="why-song" dir="auto">${entry.track.title}</p>
            <p data-testid="why-sentence" dir="auto">${sentence}</p></div>`,
        });
    return [{ label: t('songRadio.whyTitle'), icon: icons.info, run }];
}
