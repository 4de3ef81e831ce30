const length = String.raw`-?\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?`
const positive = String.raw`\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?`
const colour = String.raw`#[0-9a-f]{3,8}|[a-z]{3,25}|rgba?\([\d\s.,%/]{5,40}\)|hsla?\([\d\s.,%/deg]{5,40}\)`

const whole = (pattern: string) => [new RegExp(`^(${pattern})$`, 'i')]
const upTo4 = (pattern: string) => whole(`(${pattern})(\\s+(${pattern})){0,3}`)
const edge = whole(
  `(${positive}|thin|medium|thick|none|solid|dashed|dotted|double|${colour})(\\s+(${positive}|none|solid|dashed|dotted|double|${colour})){0,2}`,
)

const sides = ['top', 'right', 'bottom', 'left']
const perSide = (name: string, pattern: RegExp[], suffix = '') =>
  Object.fromEntries(sides.map((side) => [`${name}-${side}${suffix}`, pattern]))

/**
 * The style properties a mail may set on its own elements, with patterns for complete values. Properties that
 * can load, cover, move or listen are not allowed: no url(), position, transform, negative margin, animation
 * or variable. Escapes and comments match no pattern.
 */
export const allowedStyles: Record<string, RegExp[]> = {
  color: whole(colour),
  'background-color': whole(colour),
  'font-size': whole(`${positive}|x{0,2}-?(small|large)|medium|smaller|larger`),
  'font-weight': whole('normal|bold|bolder|lighter|[1-9]00'),
  'font-style': whole('normal|italic|oblique'),
  'font-family': whole(String.raw`[a-z0-9\s,'"-]{1,120}`),
  'line-height': whole(`normal|${positive}`),
  'letter-spacing': whole(`normal|${length}`),
  'text-align': whole('left|right|center|justify|start|end'),
  'text-decoration': whole('none|underline|line-through'),
  'text-transform': whole('none|uppercase|lowercase|capitalize'),
  'vertical-align': whole('top|middle|bottom|baseline|sub|super'),
  'white-space': whole('normal|pre|pre-wrap|pre-line|nowrap'),
  direction: whole('ltr|rtl'),
  display: whole('none|block|inline|inline-block'),
  width: whole(`auto|${positive}`),
  'max-width': whole(`none|${positive}`),
  padding: upTo4(positive),
  ...perSide('padding', whole(positive)),
  margin: upTo4(`auto|${positive}`),
  ...perSide('margin', whole(`auto|${positive}`)),
  border: edge,
  ...perSide('border', edge),
  'border-color': upTo4(colour),
  'border-collapse': whole('collapse|separate'),
  'border-spacing': upTo4(positive),
  'border-radius': upTo4(positive),
  'list-style-type': whole('none|disc|circle|square|decimal|lower-alpha|upper-alpha|lower-roman|upper-roman'),
}
