// @ts-check
// Bulk actions on accounts: the affected accounts, the order, and the results. Pure.
//
// Each account is changed by its own request, one after the other. Every change ends sessions and adds its own
// journal entry. The server checks the rule about the last admin in each change's transaction. A refused change
// must not undo the others.

/** @typedef {import('../../../core/types.js').User} User */
/** @typedef {'role' | 'plan' | 'signOut' | 'disable' | 'enable'} BulkAct */
/** @typedef {{ user: User, error: unknown }} Failure */
/** @typedef {{ done: User[], failed: Failure[], left: User[] }} Outcome `left`: the accounts not attempted */

/** Actions that skip the caller's own account: they would end the caller's session or rights. */
const NOT_ONESELF = ['role', 'signOut', 'disable'];

/**
 * @param {BulkAct} act
 * @param {readonly User[]} chosen
 * @param {string | undefined} own the caller's own id
 * @param {string} [value] the new role or plan
 * @returns {{ users: User[], isOwnLeftOut: boolean, unchanged: number }} `users`: the accounts that would change
 */
export function targets(act, chosen, own, value = '') {
    const others = NOT_ONESELF.includes(act) ? chosen.filter((user) => user.id !== own) : [...chosen];
    const users = others.filter((user) => {
        switch (act) {
            case 'role':
                return user.role !== value;
            case 'plan':
                return (user.planId ?? '') !== value;
            case 'disable':
                return !user.disabled;
            case 'enable':
                return user.disabled;
            default:
                return true;
        }
    });
    return { users, isOwnLeftOut: others.length < chosen.length, unchanged: others.length - users.length };
}

/**
 * Whether the next request would fail for the same reason: the password was not confirmed, the session is over, or
 * there is no connection.
 * @param {unknown} error
 */
export function concernsAll(error) {
    const { status, reason } = /** @type {{ status?: number, reason?: string }} */ (error ?? {});
    return reason === 'confirmation_required' || status === 401 || status === 0;
}

/**
 * Changes the accounts one after the other. A refused change does not stop the rest.
 * @param {readonly User[]} users
 * @param {(user: User) => Promise<unknown>} change
 * @param {object} parts
 * @param {(done: number) => void} [parts.progress]
 * @param {() => boolean} [parts.isStopped] checked before each change
 * @returns {Promise<Outcome>}
 */
export async function each(users, change, { progress = () => {}, isStopped = () => false } = {}) {
    /** @type {User[]} */
    const done = [];
    /** @type {Failure[]} */
    const failed = [];
    for (const [index, user] of users.entries()) {
        if (isStopped()) return { done, failed, left: users.slice(index) };
        try {
            await change(user);
            done.push(user);
        } catch (error) {
            failed.push({ user, error });
            if (concernsAll(error)) return { done, failed, left: users.slice(index + 1) };
        }
        progress(index + 1);
    }
    return { done, failed, left: [] };
}

const COLUMNS = /** @type {const} */ (['username', 'displayName', 'email', 'role', 'plan', 'disabled', 'lastSeenAt']);

/**
 * The accounts as CSV (RFC 4180) with a header row. Spreadsheets evaluate text that begins like a formula, and users
 * choose their own names, so such text is escaped.
 * @param {readonly User[]} users
 */
export function asTable(users) {
    const cell = (/** @type {unknown} */ value) => {
        const text = String(value ?? '');
        const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
        return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    };
    const rows = users.map((user) => COLUMNS.map((name) => cell(/** @type {any} */ (user)[name])).join(','));
    return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}
