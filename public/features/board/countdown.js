// @ts-check
// The time left until today's board closes, by the server's clock.

import { onLeave, setText } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { t } from '../../core/i18n.js';
import { timeLeft } from './model.js';

/**
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 * @param {() => void} ended called once per day, when the time is up
 * @returns {(day: { now: string, endsAt: string, timeZone: string }) => void} sets the day to count down
 */
export function countdown(host, signal, ended) {
    /** @type {{ now: string, endsAt: string, timeZone: string } | undefined} */
    let day;
    let since = 0;
    const update = () => {
        if (!day) return;
        const left = timeLeft(day, performance.now() - since);
        setText(host, t('board.clearsIn', { time: clock(left) }));
        if (left > 0) return;
        day = undefined;
        ended();
    };
    const timer = setInterval(update, 1000);
    onLeave(signal, () => clearInterval(timer));
    return (next) => {
        day = next;
        since = performance.now();
        host.title = t('board.midnightIn', { zone: next.timeZone });
        update();
    };
}
