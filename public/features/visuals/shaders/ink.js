// @ts-check
// Ink in water. A swirling current carries the previous frame along; hard points add drops.

export const ink = `
float stream(vec2 p) { return noise(p * 2.6 + time * .12) + .5 * noise(p * 5.7 - time * .17 + 9.); }
vec3 paint(vec2 p) {
  float e = .03;
  vec2 x = vec2(e, 0), y = vec2(0, e);
  vec2 swirl = vec2(stream(p + y) - stream(p - y), stream(p - x) - stream(p + x)) / e;
  vec2 along = (swirl * .028 + vec2(0., .012)) * elapsed * (.7 + 1.1 * level);
  vec2 uv = gl_FragCoord.xy / size - along * min(size.x, size.y) / size;
  vec3 water = palette[0] * (.8 + .5 * noise(p * 3. + time * .05));
  vec3 c = mix(texture(before, uv).rgb, water, min(1., elapsed * .16));
  for (int i = 0; i < 4; i++) {
    float k = float(i), turns = time * (.16 + .03 * k) + k * 1.9;
    vec2 pen = vec2(.62 * sin(turns * 1.1 + k), .36 * cos(turns * .9 + 2. * k));
    float far = length(p - pen) + .03 * (stream(p * 3. + k) - .7);
    float flow = smoothstep(.062 + .03 * low, .0, far);
    c = mix(c, i == 3 ? palette[4] : hueOf(k / 3. + time * .01), flow * min(1., elapsed * (2. + 5. * level)));
  }
  for (int i = 0; i < 6; i++) {
    vec4 point = points[i];
    vec2 at = (vec2(fract(point.w * 7.13), fract(point.w * 3.71)) - .5) * vec2(1.15, .8);
    float radius = .03 + .09 * point.y;
    float drop = smoothstep(radius, radius * .35, length(p - at) + .05 * (stream(p * 4. + point.w) - .7));
    c = mix(c, mix(hueOf(point.w + point.z / 3.), palette[4], .25), drop * step(point.x, .3) * min(1., elapsed * 9.));
  }
  return c;
}
`;
