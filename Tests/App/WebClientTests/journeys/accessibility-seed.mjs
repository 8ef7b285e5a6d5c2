// The data for the journey through all pages: some of everything that a page can show.

/** Calls the API as the page's user, and fails unless the reply is a success. @param {import('./page.mjs').Page} page */
const caller = (page) => async (method, path, body) => {
    const { ok, status, text } = await page.evaluate(`fetch('/api/v1${path}', { method: '${method}', headers: { 'Content-Type': 'application/json' },
        body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then(async (reply) => ({ ok: reply.ok, status: reply.status, text: await reply.text() }))`);
    if (!ok) throw new Error(`${method} ${path}: ${status} ${text}`);
    return text ? JSON.parse(text) : undefined;
};

/**
 * @param {import('./page.mjs').Page} admin
 * @param {import('./page.mjs').Page} other a contributor
 * @param {string | undefined} files a folder with a.flac and b.flac for the contributor to submit, if wanted
 */
export async function seed(admin, other, files) {
    const [ada, bea] = [caller(admin), caller(other)];
    const { items: tracks } = await ada('GET', '/tracks?limit=50');
    const song = tracks.find(({ title }) => title === 'Long song');
    const some = tracks.filter(({ title }) => /, [12]$/.test(title));
    const [first, second, third, fourth] = some;
    const { id: beasId } = await bea('GET', '/me');

    const list = await ada('POST', '/playlists', { name: 'Evening', description: 'For the table', visibility: 'public', trackIds: some.slice(0, 6).map(({ id }) => id) });
    const smart = await ada('POST', '/playlists', { name: 'Liked lately', rules: { match: 'all', rules: [{ field: 'liked', operator: 'isTrue' }] } });
    const beasList = await bea('POST', '/playlists', { name: 'Rude words', visibility: 'public', trackIds: [first.id, second.id] });
    for (const track of [first, second, song]) await ada('PUT', `/tracks/${track.id}/like`);
    await ada('PUT', `/albums/${first.albumId}/like`);
    await ada('PUT', `/tracks/${first.id}/rating`, { rating: 4.5 });
    await bea('PUT', '/me/sharing', { opinions: 'gateway' });
    await bea('PUT', `/tracks/${song.id}/rating`, { rating: 3.5, review: 'Fine, and long.' });
    await bea('POST', `/tracks/${song.id}/moments`, { positionMs: 20_000, text: 'Here it gets going' });
    await ada('POST', `/tracks/${song.id}/moments`, { positionMs: 30_000, text: 'And here it ends, nearly' });
    await ada('PUT', `/bookmarks/${song.id}`, { positionMs: 5000, comment: 'Here it begins' });

    const folder = await ada('POST', '/shelf/folders', { name: 'Concerts', icon: 'concert' });
    await ada('POST', '/shelf/items', { title: 'Evening in the old barn', artist: 'The Travelers', folderId: folder.id, rating: 4, comment: 'It rained.' });
    await ada('POST', '/shelf/items', { title: 'Street music', artist: 'Somebody' });
    await ada('POST', '/shelf/items/put', { folderId: folder.id, trackIds: [second.id] });
    const wish = await bea('POST', '/wishes', { title: 'A rare record', artist: 'Nobody', note: 'If somebody has it' });
    await ada('PUT', `/wishes/${wish.id}/backing`);
    const own = await ada('POST', '/wishes', { title: 'Another record', artist: 'Nobody' });
    await bea('PUT', `/wishes/${own.id}/backing`);

    await bea('POST', '/board/today', { trackId: first.id, caption: 'Good morning' });
    const { items: posts } = await ada('GET', '/board/today');
    await ada('PUT', `/board/posts/${posts[0].id}/reactions/love`);
    await ada('POST', `/board/posts/${posts[0].id}/comments`, { text: 'Good choice' });
    await bea('POST', `/board/posts/${posts[0].id}/comments`, { text: 'Thanks' });
    await bea('POST', '/board/days/today/comments', { text: 'What a day' });

    // An hour apart, and spread over the year before.
    const now = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const plays = Array.from({ length: 60 }, (_, play) => ({ trackId: tracks[play % 12].id, playedAt: new Date(now - (play + 1) * (play < 30 ? 1 : 200) * 3_600_000).toISOString() }));
    for (const who of [ada, bea]) {
        await who('POST', '/history', { plays });
        await who('PUT', '/statistics/sharing', { listening: 'gateway' });
    }
    await ada('PUT', '/queue', { trackIds: [song, ...some].map(({ id }) => id), currentIndex: 0, positionMs: 0 });

    const share = await ada('POST', '/shares', { items: [{ kind: 'album', id: first.albumId }], description: 'For Sam' });
    const station = await ada('POST', '/radio', { name: 'Beach radio', streamUrl: 'https://radio.example/beach' });
    await ada('POST', '/me/device-keys', { label: 'Phone', scopes: ['read', 'write', 'stream'] });
    await ada('POST', '/me/tokens', { label: 'Script' });
    await ada('POST', '/me/feature-requests', { text: 'A sleep timer' });
    await bea('POST', '/me/feature-requests', { text: 'Larger letters' });
    await ada('POST', '/plans', { name: 'Small' });
    const { user } = await ada('POST', '/users', { username: 'cleo', email: 'cleo@example.org' });
    await ada('PATCH', `/users/${user.id}`, { disabled: true });
    const invitation = await ada('POST', '/invitations', { label: 'Grandma' });
    await ada('POST', '/lyrics/providers', { kind: 'lrclib', name: 'Words of others', url: 'http://127.0.0.1:9' });
    await ada('PATCH', `/tracks/${third.id}`, { title: `${third.title} (live)` });
    await ada('POST', '/backups', {});

    const line = (text) => ({ items: [{ lines: [{ text, startMs: 100 }] }] });
    const words = await ada('PUT', `/tracks/${second.id}/lyrics/written`, { basis: null, ...line('Some words') });
    await bea('PUT', `/tracks/${second.id}/lyrics/written`, { basis: words.id, ...line('Better words') });
    await bea('POST', '/reports', { kind: 'playlist', id: list.id, text: 'Its name is wrong' });
    await bea('POST', '/reports', { kind: 'track', id: second.id, text: 'Not ours' });
    await ada('POST', `/moderation/tracks/${fourth.id}/withdrawal`, { reason: 'It is not ours' });

    if (files) await submit(other, bea, files);

    const [artist] = song.artists;
    const { items: genres } = await ada('GET', '/genres');
    const { url } = invitation;
    return { song, timed: song.id, album: first.albumId, track: second.id, artist: first.artists[0].id, biography: artist.id, genre: genres[0].id,
        list: list.id, smart: smart.id, beasList: beasList.id, folder: folder.id, person: beasId, share: share.url, invitation: url ?? invitation.invitation?.url, station };
}

/** Two songs wait for a moderator. */
async function submit(other, bea, files) {
    await other.open(`${process.env.RONDO_URL.replace(/\/$/, '')}/give`);
    await other.waitForElement('[data-testid="give-files"]');
    const { result } = await other.send('Runtime.evaluate', { expression: `document.querySelector('[data-testid="give-files"]')` });
    await other.send('DOM.setFileInputFiles', { files: ['a.flac', 'b.flac'].map((name) => `${files}/${name}`), objectId: result.objectId });
    await other.waitFor(`document.querySelectorAll('[data-testid="own-submission"]').length === 2`);
    for (const { id } of (await bea('GET', '/me/submissions')).items) await bea('POST', `/submissions/${id}/submit`);
}
