// @ts-check
// The last step of every frame. It blends the previous visual, the current one, and the calm picture (the cover on its
// colors), and changes no pixel by more than the governor allows.

export const LIMITER = `#version 300 es
precision highp float;
uniform sampler2D one, other, last, cover;
uniform float part, presence, most, ratio, covered;
uniform vec2 size;
uniform vec3 calm[3];
out vec4 color;

vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + .055) / 1.055, vec3(2.4)), step(.04045, c)); }
vec3 display(vec3 c) { return mix(c * 12.92, 1.055 * pow(max(c, 0.), vec3(1. / 2.4)) - .055, step(.0031308, c)); }

void main() {
  vec2 uv = gl_FragCoord.xy / size;
  vec3 wanted = mix(texture(other, uv).rgb, texture(one, uv).rgb, part);
  float away = length((uv - vec2(.2, .85)) * vec2(ratio, 1.)), apart = length((uv - vec2(.85, .1)) * vec2(ratio, 1.));
  vec3 still = mix(mix(calm[0], calm[1], exp(-2.2 * away * away)), calm[2], exp(-2.6 * apart * apart));
  /* The cover, as large as the place is high or wide. */
  vec2 q = (uv - .5) * vec2(ratio, 1.) / min(ratio, 1.);
  vec2 inside = smoothstep(.5, .495, abs(q));
  still = mix(still, texture(cover, q + .5).rgb, covered * inside.x * inside.y);
  vec3 now = linear(clamp(mix(still, wanted, presence), 0., 1.)), was = linear(texture(last, uv).rgb);
  /* Relative luminance, and red by itself: a flash of saturated red is one, too. */
  float change = max(abs(dot(now - was, vec3(.2126, .7152, .0722))), .5 * abs(now.r - was.r));
  color = vec4(display(mix(was, now, change > most ? most / change : 1.)), 1.);
}
`;
