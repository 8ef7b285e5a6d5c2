// @ts-check

/** Limit of concurrent requests. It leaves room for others. */
const AT_ONCE = 4;

/**
 * Runs for each item, a few at a time. After a failure no further item starts.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<unknown>} run
 */
export async function inTurns(items, run) {
    let next = 0;
    let hasFailed = false;
    const work = async () => {
        while (next < items.length && !hasFailed) {
            try {
                await run(items[next++]);
            } catch (error) {
                hasFailed = true;
                throw error;
            }
        }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
}
