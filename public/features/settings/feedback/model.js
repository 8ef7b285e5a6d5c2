// @ts-check

const STARS = 5;

/**
 * The text of a rating, as administrators read it among the feature requests.
 * @param {number} rating 1...5
 * @param {string} text may be empty
 */
export function feedbackText(rating, text) {
    const stars = '★'.repeat(rating) + '☆'.repeat(STARS - rating);
    return text.trim() ? `${stars}\n${text.trim()}` : stars;
}
