// @ts-check
// Imports by link: types and pure functions.

/** @typedef {'waiting'|'fetching'|'done'|'failed'} ImportState */
/**
 * @typedef {object} Import
 * @property {string} id the same for the upload and the submission that follow
 * @property {string} url
 * @property {ImportState} state
 * @property {number} received bytes
 * @property {string} [name] known after the server's response
 * @property {number} [total] known if the server sends it
 * @property {string} [wishId]
 * @property {string} [reason]
 * @property {string} [detail]
 */

/**
 * The unique links in a text, as typed.
 * @param {string} text
 */
export function linksIn(text) {
    return [...new Set(text.split(/\s+/u).filter(Boolean))];
}

/**
 * Imports that are not uploads yet.
 * @param {Import[]} items
 */
export const openImports = (items) => items.filter((one) => one.state !== 'done');

/**
 * Applies an `importProgress` event to the list.
 * @param {Import[]} items
 * @param {{ id: string, received: number, total?: number }} progress
 * @returns {Import[]}
 */
export function withProgress(items, { id, received, total }) {
    return items.map((one) =>
        one.id === id && one.state !== 'done' && one.state !== 'failed'
            ? { ...one, state: 'fetching', received, total }
            : one,
    );
}

/**
 * The received share, 0...1; undefined without a known total.
 * @param {Import} one
 */
export const shareOf = ({ received, total }) => (total ? Math.min(1, received / total) : undefined);

/** @param {Import} one */
export const importName = ({ name, url }) => name ?? url;
