/** A state's box in the picture, in px from its corner. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const middle = (box: Box) => box.top + box.height / 2

/** Share of the way at which a curve turns: far enough to read as an arc, near enough to stay between the columns. */
const bend = 0.5
const loop = 28

/**
 * SVG path of an arrow between two states: from the side that faces the other column, or, within one column, around its right side.
 */
export function arrowPath(from: Box, to: Box): string {
  const isSameColumn = Math.abs(from.left - to.left) < Math.min(from.width, to.width)
  if (isSameColumn) {
    const right = Math.max(from.left + from.width, to.left + to.width)
    return `M ${from.left + from.width} ${middle(from)} C ${right + loop} ${middle(from)}, ${right + loop} ${middle(to)}, ${to.left + to.width} ${middle(to)}`
  }
  const isRightward = to.left > from.left
  const startX = isRightward ? from.left + from.width : from.left
  const endX = isRightward ? to.left : to.left + to.width
  const turnX = startX + (endX - startX) * bend
  return `M ${startX} ${middle(from)} C ${turnX} ${middle(from)}, ${turnX} ${middle(to)}, ${endX} ${middle(to)}`
}
