// @ts-check

const STARS = 5;

/**
 * A rating of the app with what was written about it, as the administrators read it among the requests.
 * @param {number} rating 1...5
 * @param {string} text may be empty
 */
export function feedbackText(rating, text) {
    const stars = '★'.repeat(rating) + '☆'.repeat(STARS - rating);
    return text.trim() ? `${stars}\n${text.trim()}` : stars;
}
