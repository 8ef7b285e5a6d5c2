// @ts-check
// Pure parts of the navigation.

/**
 * Merges several lists: each item once, the most recently changed first.
 * @template {{ id: string, changedAt: string }} T
 * @param {readonly (readonly T[])[]} lists
 * @returns {T[]}
 */
export function merged(lists) {
    const byId = new Map(lists.flat().map((one) => [one.id, one]));
    return [...byId.values()].sort((one, other) => other.changedAt.localeCompare(one.changedAt));
}
