// @ts-check
// Only one tab of a browser plays at a time: the one that started last.

/**
 * @typedef {{ postMessage(message: unknown): void, addEventListener(type: 'message',
 *   listener: (event: MessageEvent) => void): void }} Channel
 */

/**
 * @param {EventTarget & { status: string, isPlaying: boolean, pause(): void }} player
 * @param {object} means
 * @param {Channel | undefined} means.channel reaches all other tabs; undefined if the browser has none
 * @param {() => number} [means.now] a clock that all tabs share
 * @param {string} means.tab the id of this tab
 * @param {() => string | undefined} [means.playId] the id of the current play, which another tab may continue
 * @param {() => void} [means.released] called before this tab pauses, if the other tab continues its play
 * @param {() => void} [means.yielded] called when another tab has taken over
 */
export function playInOneTab(
    player,
    { channel, now = Date.now, tab, playId = () => undefined, released = () => {}, yielded = () => {} },
) {
    if (!channel) return;
    let startedAt = 0;
    let was = false;
    player.addEventListener('change', () => {
        const is = player.isPlaying;
        if (is && !was) {
            startedAt = now();
            channel.postMessage({ startedAt, tab, playId: playId() });
        }
        was = is;
    });
    channel.addEventListener('message', ({ data }) => {
        if (!player.isPlaying || !data || typeof data.startedAt !== 'number') return;
        // Two tabs that start at the same time agree on which one plays on.
        if (data.startedAt < startedAt || (data.startedAt === startedAt && data.tab < tab)) return;
        if (data.playId !== undefined && data.playId === playId()) released();
        player.pause();
        yielded();
    });
}
