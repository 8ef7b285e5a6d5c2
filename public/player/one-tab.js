// @ts-check
// One tab of a browser plays at a time: the one that was started last.

/**
 * @typedef {{ postMessage(message: unknown): void, addEventListener(type: 'message',
 *   listener: (event: MessageEvent) => void): void }} Channel
 */

/**
 * @param {EventTarget & { status: string, isPlaying: boolean, pause(): void }} player
 * @param {object} means
 * @param {Channel | undefined} means.channel heard by all tabs but the one that speaks; none where the browser has none
 * @param {() => number} [means.now] by a clock that all tabs share
 * @param {string} means.tab which this is
 * @param {() => string | undefined} [means.playId] of the play that is under way, which another tab may go on with
 * @param {() => void} [means.released] called before this tab pauses, where the other one goes on with its play
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
        // Two that start at once agree on which of them goes on.
        if (data.startedAt < startedAt || (data.startedAt === startedAt && data.tab < tab)) return;
        if (data.playId !== undefined && data.playId === playId()) released();
        player.pause();
        yielded();
    });
}
