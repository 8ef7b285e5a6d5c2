import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';

// Statistics of the user and of the group, and the year in review.

const year = new Date().getFullYear();
const [none, total] = [{ plays: 0, listenedMs: 0 }, (plays) => ({ plays, listenedMs: plays * 180_000 })];
let plays = 0;
let ratings = [];
let sharing = 'nobody';
const periodOf = ({ period, date }) => {
    if (period === 'all') return { unit: 'all' };
    if (period === 'week')
        return date
            ? { unit: 'week', first: '2026-11-16', last: '2026-11-22', previous: '2026-11-15', next: '2026-11-23' }
            : { unit: 'week', first: '2026-11-23', last: '2026-11-29', previous: '2026-11-22' };
    return { unit: period, first: '2026-11-01', last: '2026-11-30', previous: '2026-10-31' };
};
/** The number of plays for this audience: the group has those that are shared. */
const heard = ({ who }) => (who === 'group' && sharing === 'nobody' ? 0 : plays);
const clock = () => Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (_, hour) => (day === 2 && hour === 21 ? total(plays) : none)));
const ranked = ({ kind, by, ...query }) => {
    if (by === 'rating') return ratings;
    return heard(query) === 0 ? [] : [{ id: '1', name: `The <b>first</b> ${kind}`, artists: [], plays: heard(query), listenedMs: 60_000 }];
};
const review = (of) => ({
    total: total(of === year ? plays : 0), activeDays: 3, different: { tracks: 2 }, discoveredArtists: 1, weekdays: clock(), months: Array.from({ length: 12 }, () => none),
    tracks: [{ id: '1', name: 'Song 1', artists: [], plays: 3 }], albums: [], artists: [{ id: 'r', name: 'Artist r', artists: [], plays: 3, listenedMs: 60_000 }], genres: [], bestRated: [],
});
const client = await start({
    answers: {
        'GET /statistics': ({ query }) => ({ period: periodOf(query), total: total(heard(query)), different: { tracks: 1, albums: 1, artists: 1 }, streaks: {}, people: 2 }),
        'GET /statistics/days': ({ query }) => ({ piece: 'day', period: periodOf(query), items: [{ date: '2026-11-28', ...total(heard(query)) }] }),
        'GET /statistics/clock': () => ({ weekdays: clock() }),
        'GET /statistics/rankings': ({ query }) => ({ items: ranked(query) }),
        'GET /statistics/sharing': () => ({ listening: sharing }), 'PUT /statistics/sharing': ({ body }) => { sharing = body.listening; },
        'GET /statistics/year/*': ({ params: [of] }) => review(Number(of)), 'GET /statistics/group/year/*': ({ params: [of] }) => ({ ...review(Number(of)), people: 2 }),
    },
});
const address = () => client.window.location.pathname + client.window.location.search;
const shows = (count) => client.until(() => client.text(`${id('tile-plays')} .tile-value`) === String(count), `${count} plays`);
const chosen = (what) => client.until(() => client.find('[data-content]').dataset.shown === what, what);

test('whoever has heard nothing is told so, and plays change the page at once', async () => {
    await client.open('/statistics');
    await client.shown(id('ranking-empty'));
    await shows(0);
    plays = 3;
    client.server.send('history');
    await shows(3);
    await client.shown(id('ranked'));
    assert.equal(client.text('.ranked-name'), 'The <b>first</b> track');
});

test('the period is in the address, and so it stays when the page is loaded again', async () => {
    await client.click(id('period-week'));
    await chosen('me week track plays');
    assert.equal(address(), '/statistics?period=week');
    const now = client.text(id('period-name'));
    await client.click(id('period-previous'));
    await client.until(() => client.text(id('period-name')) !== now);
    assert.equal(client.document.activeElement.dataset.key, 'previous');
    const [path, name] = [address(), client.text(id('period-name'))];
    assert.equal(path, '/statistics?period=week&date=2026-11-22');
    await client.open('/statistics/year');
    await client.open(path);
    await client.until(() => client.text(id('period-name')) === name);
});

test('albums, artists and genres are ranked, and the charts say the same as tables', async () => {
    await client.click(id('period-all'));
    await chosen('me all track plays');
    for (const kind of ['album', 'artist', 'genre']) {
        await client.click(id(`kind-${kind}`));
        await client.until(() => client.find(`${id('ranked')} a`).pathname.startsWith(`/${kind}s/`));
    }
    const sum = client.texts(`${id('heat-map')} td`).reduce((all, cell) => all + Number(cell), 0);
    assert.equal(sum, 3);
    client.find(`${id('bar-chart')} details`).open = true;
    assert.ok(client.text(`${id('bar-chart')} svg title`));
    client.server.send('history');
    await client.until(() => client.server.asked('GET /statistics/clock').length > 0 && client.find(`${id('bar-chart')} details`).open, 'an open table stays open');
});

test('what is rated is ranked as soon as it is', async () => {
    await client.click(id('kind-track'));
    await chosen('me all track plays');
    await client.click(id('by-rating'));
    await chosen('me all track rating');
    await client.shown(id('ranking-empty'));
    ratings = [{ id: '1', name: 'Song 1', artists: [], rating: 4.5, ratings: 2 }];
    client.server.send('rating');
    await client.until(() => client.text(`${id('ranked')} .ranked-score`) === '4.5');
});

test('the group has what is shared, and loses it again', async () => {
    await client.click(id('by-plays'));
    await client.click(id('who-group'));
    await shows(0);
    await client.click(id('share-listening'));
    await shows(3);
    assert.equal(client.server.sent('PUT /statistics/sharing').listening, 'gateway');
    await client.click(id('share-listening'));
    await shows(0);
    assert.equal(client.server.sent('PUT /statistics/sharing').listening, 'nobody');
    await client.click(id('who-me'));
    await shows(3);
});

test('the year is told, and one without plays says so', async () => {
    await client.click(id('open-review'));
    await client.reads('Song 1', id('review-tracks'));
    await client.reads('Wednesday', id('review-facts'));
    assert.equal(client.window.location.pathname, `/statistics/year/${year}`);
    await client.click(id('review-group'));
    await client.reads('2 people', id('review-hero'));
    await client.click(id('year-after'));
    await client.shown(id('empty-state'));
});

test('nothing went wrong unseen', () => client.end());
