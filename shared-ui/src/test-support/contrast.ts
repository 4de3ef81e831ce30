/** Relative luminance of `#rrggbb`. Source: WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  if (!match) throw new RangeError(`${colour} is not a colour of the form #rrggbb`)
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((channel) => {
    const share = Number.parseInt(channel, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
