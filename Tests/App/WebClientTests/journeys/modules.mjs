// The modules that a page has loaded, whether the server has joined them or not.

/** An expression for what a module of the client exports: what the page itself uses, and no second one. @param {string} name @param {string} [module] */
export const the = (name, module = 'player/index') => `(async () => {
    const { src } = document.querySelector('script[type=module]');
    const loaded = src.includes('/joined/');
    const all = await import(loaded ? src : new URL('${module}.js', src).href);
    return all[loaded ? 'm${module.replaceAll(/[^a-z0-9]/g, (sign) => `$${sign.charCodeAt(0).toString(16)}`)}$$${name}' : '${name}'];
})()`;
