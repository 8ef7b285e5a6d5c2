// @ts-check
// The track's cover as a liquid. It flows, hard points press waves into it, and it settles again.

export const liquid = `
vec2 bend(vec2 p) {
  float t = time * .13;
  vec2 flow = vec2(fbm(p * 1.9 + vec2(t, 3.)), fbm(p * 1.9 + vec2(7., -t))) - .48;
  vec2 finer = vec2(noise(p * 6. + flow * 4. + t * 2.), noise(p * 6. - flow * 4. + 5. - t * 2.)) - .5;
  vec2 by = flow * (.42 + .16 * low) + finer * (.05 + .06 * mid);
  for (int i = 0; i < 4; i++) {
    vec4 point = points[i];
    vec2 at = (vec2(fract(point.w * 7.7), fract(point.w * 4.3)) - .5) * .8, d = p - at;
    float far = length(d) + .001;
    float front = exp(-pow((far - point.x * .42) * 9., 2.)) * exp(-point.x * 1.3);
    by += d / far * front * .1 * point.y;
  }
  return by;
}
vec3 paint(vec2 p) {
  vec2 by = bend(p);
  float gather = .75 + .25 * sin(time * .17);
  vec2 uv = .5 + p * .88 + by * gather;
  uv = 1. - abs(1. - mod(uv, 2.));
  vec2 apart = by * .05;
  vec3 c = vec3(texture(cover, uv + apart).r, texture(cover, uv).g, texture(cover, uv - apart).b);
  float ridge = dot(by, normalize(vec2(.6, .8)));
  c = mix(c, hueOf(length(by) * 1.4 + time * .02), .2 + .25 * smoothstep(.05, .3, length(by)));
  c *= .72 + 1.15 * smoothstep(-.22, .26, ridge) * .6;
  c += palette[4] * pow(smoothstep(.04, .24, ridge), 3.) * (.2 + .25 * pulse);
  c *= .78 + .26 * pulse;
  return c * (1.05 - .45 * dot(p, p));
}
`;
