// @ts-check
// The answers that boot.js has asked for while the modules were loading. Each is taken once, during the start alone.

/** @returns {Map<string, Promise<Response>> | undefined} by their paths under /api/v1 */
const answers = () => /** @type {any} */ (globalThis).rondoFirstAnswers;

/** @param {string} path under /api/v1 @returns {Promise<Response> | undefined} */
export function takeFirstAnswer(path) {
    const answer = answers()?.get(path);
    answers()?.delete(path);
    return answer;
}

/** The start is over: whoever asks from now on gets a new answer. */
export function dropFirstAnswers() {
    answers()?.clear();
}
