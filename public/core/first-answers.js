// @ts-check
// The responses that boot.js requested while the modules were loading. Each is used once, and only during the start.

/** @returns {Map<string, Promise<Response>> | undefined} by their paths under /api/v1 */
const answers = () => /** @type {any} */ (globalThis).rondoFirstAnswers;

/** @param {string} path under /api/v1 @returns {Promise<Response> | undefined} */
export function takeFirstAnswer(path) {
    const answer = answers()?.get(path);
    answers()?.delete(path);
    return answer;
}

/** Call after the start: all later requests go to the server. */
export function dropFirstAnswers() {
    answers()?.clear();
}
