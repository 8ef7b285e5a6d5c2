// @ts-check
// Every address of the client. Views are loaded when first visited.

/** @type {readonly import('./router.js').Route[]} */
export const routes = [
    { path: '/', section: 'home', load: () => import('../views/home.js') },
    { path: '/library', section: 'library', load: () => import('../views/library-albums.js') },
    { path: '/library/albums', section: 'library', load: () => import('../views/library-albums.js') },
    { path: '/library/artists', section: 'library', load: () => import('../views/library-artists.js') },
    { path: '/library/genres', section: 'library', load: () => import('../views/library-genres.js') },
    { path: '/library/tracks', section: 'library', load: () => import('../views/library-tracks.js') },
    { path: '/library/liked', section: 'library', load: () => import('../views/library-liked.js') },
    { path: '/albums/:id', section: 'library', load: () => import('../views/album.js') },
    { path: '/tracks/:id', section: 'library', load: () => import('../views/track.js') },
    { path: '/artists/:id', section: 'library', load: () => import('../views/artist.js') },
    { path: '/genres/:id', section: 'library', load: () => import('../views/genre.js') },
    { path: '/board', section: 'board', load: () => import('../views/board.js') },
    { path: '/board/archive', section: 'board', load: () => import('../views/board-archive.js') },
    { path: '/board/:date', section: 'board', load: () => import('../views/board.js') },
    { path: '/playlists', section: 'playlists', load: () => import('../views/playlists.js') },
    { path: '/playlists/:id', section: 'playlists', load: () => import('../views/playlist.js') },
    { path: '/search', section: 'search', load: () => import('../views/search.js') },
    { path: '/history', section: 'history', load: () => import('../views/history.js') },
    { path: '/queue', section: 'queue', load: () => import('../views/queue.js') },
    { path: '/now-playing', section: 'now-playing', load: () => import('../views/now-playing.js') },
    { path: '/radio', section: 'radio', load: () => import('../views/radio.js') },
    { path: '/shares', section: 'shares', load: () => import('../views/shares.js') },
    { path: '/profile', section: 'profile', load: () => import('../views/profile.js') },
    { path: '/admin/users', section: 'admin-users', permission: 'manageUsers', load: () => import('../views/admin-users.js') },
    { path: '/admin/library', section: 'admin-library', permission: 'manageLibraries', load: () => import('../views/admin-library.js') },
    { path: '/sign-in', section: 'gate', anonymous: true, load: () => import('../views/sign-in.js') },
    { path: '/setup', section: 'gate', anonymous: true, load: () => import('../views/setup.js') },
    { path: '/welcome', section: 'gate', anonymous: true, load: () => import('../views/welcome.js') },
];
