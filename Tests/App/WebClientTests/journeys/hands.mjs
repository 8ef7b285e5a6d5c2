// Selecting, dragging, sorting and swiping songs, cards with menus, pulling pages, long lists, and double taps on covers, in a real browser.
//
//   RONDO_URL       a server with a library of at least 200 tracks
//   RONDO_USER, RONDO_PASSWORD
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { desk } from './hands-desk.mjs';
import { frames } from './hands-lists.mjs';
import { phone } from './hands-phone.mjs';
import { finish, stopped } from './steps.mjs';

const browser = await Browser.launch();
try {
    // RONDO_TURNED exchanges dark and light, for screenshots.
    const isTurned = process.env.RONDO_TURNED === '1';
    await desk(browser, isTurned);
    await phone(browser, !isTurned);
    await frames(browser);
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
