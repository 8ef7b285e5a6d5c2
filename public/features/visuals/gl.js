// @ts-check
// Small WebGL2 wrappers for the visuals.

/** @typedef {{ texture: WebGLTexture, frame: WebGLFramebuffer }} Target */

const VERTEX = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4. - 1., 0., 1.); }
`;

/** @param {HTMLCanvasElement} canvas @returns {WebGL2RenderingContext | null} */
export const contextOf = (canvas) =>
    /** @type {WebGL2RenderingContext | null} */ (
        canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, stencil: false })
    );

/** Names of software renderers, which draw on the CPU. */
const PROCESSORS = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Determined once. */
const found = (() => {
    /** @type {{ isThere: boolean, isCard: boolean } | undefined} */
    let known;
    return () => {
        if (known) return known;
        const gl = contextOf(document.createElement('canvas'));
        const name = gl?.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl?.RENDERER;
        const isCard = gl !== null && !PROCESSORS.test(String(gl.getParameter(Number(name))));
        known = { isThere: gl !== null, isCard };
        gl?.getExtension('WEBGL_lose_context')?.loseContext();
        return known;
    };
})();

/** Whether this browser supports WebGL2. */
export const hasWebGL = () => found().isThere;

/** Whether WebGL2 uses a graphics card. Without one, visuals would occupy a whole processor. */
export const hasGraphicsCard = () => found().isCard;

export class Program {
    /** @type {Map<string, WebGLUniformLocation | null>} */
    #places = new Map();

    /** @param {WebGL2RenderingContext} gl @param {string} fragment */
    constructor(gl, fragment) {
        this.gl = gl;
        const program = /** @type {WebGLProgram} */ (gl.createProgram());
        for (const [type, source] of /** @type {const} */ ([
            [gl.VERTEX_SHADER, VERTEX],
            [gl.FRAGMENT_SHADER, fragment],
        ])) {
            const shader = gl.createShader(type);
            // Null when the context is lost.
            if (!shader) continue;
            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
            if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
                throw new Error(gl.getShaderInfoLog(shader) ?? '');
        }
        gl.linkProgram(program);
        this.program = program;
    }

    use() {
        this.gl.useProgram(this.program);
    }

    /** @param {string} name */
    #place(name) {
        if (!this.#places.has(name)) this.#places.set(name, this.gl.getUniformLocation(this.program, name));
        return this.#places.get(name) ?? null;
    }

    /** @param {Record<string, number>} values */
    numbers(values) {
        for (const [name, value] of Object.entries(values)) this.gl.uniform1f(this.#place(name), value);
    }

    /** @param {string} name @param {number} width @param {number} height */
    pair(name, width, height) {
        this.gl.uniform2f(this.#place(name), width, height);
    }

    /** @param {string} name @param {Float32Array} values three numbers per color */
    colors(name, values) {
        this.gl.uniform3fv(this.#place(`${name}[0]`), values);
    }

    /** @param {string} name @param {Float32Array} values four numbers per vector */
    fours(name, values) {
        this.gl.uniform4fv(this.#place(`${name}[0]`), values);
    }

    /** @param {Record<string, WebGLTexture | null>} textures */
    textures(textures) {
        Object.entries(textures).forEach(([name, texture], unit) => {
            this.gl.activeTexture(this.gl.TEXTURE0 + unit);
            this.gl.bindTexture(this.gl.TEXTURE_2D, texture);
            this.gl.uniform1i(this.#place(name), unit);
        });
    }

    /** @param {WebGLFramebuffer | null} frame */
    draw(frame) {
        this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, frame);
        this.gl.drawArrays(this.gl.TRIANGLES, 0, 3);
    }
}

/** @param {WebGL2RenderingContext} gl @param {{ mirrored?: boolean }} how */
export function texture(gl, { mirrored = false } = {}) {
    const made = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, made);
    const wrap = mirrored ? gl.MIRRORED_REPEAT : gl.CLAMP_TO_EDGE;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrap);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrap);
    return made;
}

/**
 * A render target. It uses half floats where available, because eight bits lose small steps of light.
 * @param {WebGL2RenderingContext} gl @param {number} width @param {number} height @returns {Target}
 */
export function target(gl, width, height) {
    const made = texture(gl);
    const isFine = gl.getExtension('EXT_color_buffer_float') ?? gl.getExtension('EXT_color_buffer_half_float');
    if (isFine) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, width, height, 0, gl.RGBA, gl.HALF_FLOAT, null);
    else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, made, 0);
    return { texture: /** @type {WebGLTexture} */ (made), frame: /** @type {WebGLFramebuffer} */ (frame) };
}

/** @param {WebGL2RenderingContext} gl @param {readonly Target[]} targets */
export function drop(gl, targets) {
    for (const { texture: one, frame } of targets) {
        gl.deleteTexture(one);
        gl.deleteFramebuffer(frame);
    }
}
