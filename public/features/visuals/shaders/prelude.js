// @ts-check
// The start of every visual's fragment shader: the uniforms and shared functions.
//
// A visual defines `vec3 paint(vec2 p)`: the color at a position, from -0.5 to 0.5 along the shorter side. All values
// from the music are 0...1. `points` are the latest hard points: age in seconds, strength, band, and a random number.

export const PRELUDE = `#version 300 es
precision highp float;
precision highp int;
uniform vec2 size;
uniform float time, pulse, low, mid, high, level, elapsed, drift;
uniform vec3 palette[5];
uniform vec4 points[6];
uniform sampler2D cover, history, before;
out vec4 color;

float hash(vec2 p) {
  p = fract(p * vec2(123.34, 456.21));
  p += dot(p, p + 45.32);
  return fract(p.x * p.y);
}
vec2 hash2(vec2 p) { return vec2(hash(p), hash(p + 17.17)); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3. - 2. * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float fbm(vec2 p) {
  float sum = 0., part = .54;
  for (int i = 0; i < 3; i++) {
    sum += part * noise(p);
    p = mat2(1.6, 1.2, -1.2, 1.6) * p + 3.7;
    part *= .5;
  }
  return sum;
}
mat2 turn(float angle) {
  float c = cos(angle), s = sin(angle);
  return mat2(c, s, -s, c);
}
/* The palette as one scale, from the deepest color to the lightest. */
vec3 tone(float t) {
  t = clamp(t, 0., 1.) * 4.;
  vec3 c = mix(palette[0], palette[1], smoothstep(0., 1., t));
  c = mix(c, palette[2], smoothstep(1., 2., t));
  c = mix(c, palette[3], smoothstep(2., 3., t));
  return mix(c, palette[4], smoothstep(3., 4., t));
}
/* One of the three colors between, by any number. */
vec3 hueOf(float n) {
  n = fract(n) * 3.;
  if (n < 1.) return mix(palette[1], palette[2], n);
  return n < 2. ? mix(palette[2], palette[3], n - 1.) : mix(palette[3], palette[1], n - 2.);
}
/* How loud a pitch was: pitch 0...1 from low to high, age 0...1 from now to three seconds ago. */
float heard(float pitch, float age) { return texture(history, vec2(pitch, age + (.5 - drift) / 64.)).r; }
vec3 paint(vec2 p);
void main() {
  vec2 p = (gl_FragCoord.xy - .5 * size) / min(size.x, size.y);
  color = vec4(clamp(paint(p), 0., 1.), 1.);
}
`;
