// @ts-check

import { shortcutName } from '../../core/format.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { openDialog } from '../../elements/overlays/dialog.js';

/** @type {[string[], string][]} */
const KEYS = [
    [['Space', 'K'], 'help.toggle'],
    [['J', '⇧ ←'], 'help.back'],
    [['L', '⇧ →'], 'help.forward'],
    [['P'], 'help.previous'],
    [['N'], 'help.next'],
    [['⇧ ↑', '⇧ ↓'], 'help.volume'],
    [['M'], 'help.mute'],
    [['S'], 'help.shuffle'],
    [['R'], 'help.repeat'],
    [[shortcutName()], 'help.palette'],
    [['F'], 'help.stage'],
    [['Q'], 'help.queue'],
    [['D'], 'help.devices'],
    [['V'], 'help.visuals'],
    [['C'], 'help.moment'],
    [['/'], 'help.search'],
    [['B'], 'help.sidebar'],
    [[shortcutName('A')], 'help.selectAll'],
    [['⇧ ↓', '⇧ ↑'], 'help.selectRange'],
    [['Esc'], 'help.selectNone'],
    [['Space'], 'help.menu'],
    [['?'], 'help.help'],
];

export function openHelp() {
    openDialog({
        title: t('help.title'),
        testid: 'help-dialog',
        body: html`<div class="dialog-body">
            <table class="keys"><caption class="visually-hidden">${t('help.title')}</caption>
            <tbody>${KEYS.map(
                ([keys, label]) =>
                    html`<tr><td>${t(label)}</td>
                <td>${keys.map((key) => html`<kbd>${key === 'Space' ? t('help.space') : key}</kbd>`)}</td>
                </tr>`,
            )}</tbody>
        </table></div>`,
    });
}
