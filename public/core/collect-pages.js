// @ts-check
// The pages of a list, one after the other.

/**
 * Collects the pages of a list until there are `wanted` items, or no more.
 * @template T
 * @template {import('./types.js').Page<T>} P
 * @param {(cursor: string | undefined) => Promise<P>} load
 * @param {number} wanted
 * @returns {Promise<{ first: P, items: T[], more: boolean }>}
 */
export async function collect(load, wanted) {
    const first = await load(undefined);
    const items = [...first.items];
    let cursor = first.nextCursor;
    while (cursor && items.length < wanted) {
        const page = await load(cursor);
        items.push(...page.items);
        cursor = page.nextCursor;
    }
    return { first, items, more: Boolean(cursor) };
}
