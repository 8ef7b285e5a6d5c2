// @ts-check
// Moments on a waveform as small pictures of their authors. Overlapping ones share a picture with a number.

import { delegate, onLeave, style } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { avatar } from '../../elements/music/avatar.js';
import { gather } from './model.js';

/** @typedef {import('./model.js').Moment} Moment */
/** @typedef {import('./model.js').View} View */
/** @typedef {import('./model.js').Group} Group */

/** Smallest distance between display-only pictures, with their numbers, in pixels. */
const SHOWN = 22;
/** Smallest distance between pressable pictures: by pointer, and by touch. */
const PRESSED = 32;
const TOUCHED = 44;

export class Marks {
    /** @type {readonly Moment[]} */
    #moments = [];
    /** @type {View} */
    #view = { fromMs: 0, toMs: 0 };
    #drawn = '';
    /** @type {Group[]} */
    #groups = [];

    /**
     * @param {HTMLElement} host as wide as the waveform
     * @param {AbortSignal} signal
     * @param {(moment: Moment) => void} [press] seeks to a moment; without it the pictures are display-only
     */
    constructor(host, signal, press) {
        this.host = host;
        this.press = press;
        this.touch = matchMedia('(pointer: coarse)');
        host.classList.add('moment-marks');
        host.classList.toggle('is-shown-only', !press);
        if (press) {
            host.setAttribute('role', 'group');
            host.setAttribute('aria-label', t('moments.title'));
            this.#listen(press, signal);
        } else host.setAttribute('aria-hidden', 'true');
        const resizes = new ResizeObserver(() => this.#draw());
        resizes.observe(host);
        onLeave(signal, () => resizes.disconnect());
        this.#draw();
    }

    /** @param {readonly Moment[]} moments by position */
    show(moments) {
        this.#moments = moments;
        this.#draw();
    }

    /** @param {View} view */
    place({ fromMs, toMs }) {
        if (fromMs === this.#view.fromMs && toMs === this.#view.toMs) return;
        this.#view = { fromMs, toMs };
        this.#draw();
    }

    #draw() {
        const apart = this.press ? (this.touch.matches ? TOUCHED : PRESSED) : SHOWN;
        const groups = gather(this.#moments, this.#view, this.host.clientWidth, apart);
        this.host.classList.toggle('is-empty', this.#moments.length === 0);
        const drawn = JSON.stringify(groups);
        if (drawn === this.#drawn) return;
        const focused = this.host.contains(document.activeElement)
            ? /** @type {HTMLElement} */ (document.activeElement).dataset.moment
            : undefined;
        this.#drawn = drawn;
        this.#groups = groups;
        render(this.host, html`${groups.map((group, index) => this.#mark(group, index))}`);
        const marks = /** @type {HTMLElement[]} */ ([...this.host.children]);
        for (const [index, { x }] of groups.entries()) style(marks[index], { at: `${x}px` });
        if (focused) (marks.find(({ dataset }) => dataset.moment === focused) ?? marks[0])?.focus();
    }

    /** @param {Group} group @param {number} index */
    #mark({ moments }, index) {
        const [{ id, author }] = moments;
        const content = html`${avatar(author, 'moment-face')}${
            moments.length > 1 && html`<span class="moment-count" aria-hidden="true">${String(moments.length)}</span>`
        }`;
        if (!this.press) return html`<span class="moment-mark" data-testid="moment-mark">${content}</span>`;
        const name = markName(moments);
        return html`<button type="button" class="moment-mark" data-moment="${id}" data-testid="moment-mark"
            aria-label="${name}" title="${name}" tabindex="${index === 0 ? '0' : '-1'}">${content}</button>`;
    }

    /**
     * The pictures are one tab stop; the arrow keys move between them.
     * @param {(moment: Moment) => void} press @param {AbortSignal} signal
     */
    #listen(press, signal) {
        delegate(
            this.host,
            'click',
            '[data-moment]',
            (mark) => {
                const group = this.#groups.find(({ moments }) => moments[0].id === mark.dataset.moment);
                if (group) press(group.moments[0]);
            },
            signal,
        );
        delegate(
            this.host,
            'keydown',
            '[data-moment]',
            (mark, event) => {
                const marks = /** @type {HTMLElement[]} */ ([...this.host.children]);
                const at = marks.indexOf(mark);
                const { key, shiftKey } = /** @type {KeyboardEvent} */ (event);
                const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: marks.length - 1 }[key];
                if (to === undefined || shiftKey || !marks[to]) return;
                event.preventDefault();
                mark.tabIndex = -1;
                marks[to].tabIndex = 0;
                marks[to].focus();
            },
            signal,
        );
    }
}

/** @param {readonly Moment[]} moments at one place */
function markName(moments) {
    const [{ author, text, positionMs }] = moments;
    const time = clock(positionMs);
    return moments.length === 1
        ? t('moments.mark', { name: author.name, time, text })
        : t('moments.marks', { count: moments.length, time });
}
