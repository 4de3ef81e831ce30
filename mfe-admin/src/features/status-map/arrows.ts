/** A status's box in the diagram, in px from the diagram's corner. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const middle = (box: Box) => box.top + box.height / 2

/** Position of the curve's control points: far enough for an arc, near enough to stay between the columns. */
const bend = 0.5
const corner = 6

/**
 * From the right side of a status along a lane beside its column to the right side of another, with round
 * corners.
 */
function aroundPath(from: Box, to: Box, lane: number): string {
  const [startY, endY] = [middle(from), middle(to)]
  const turn = endY > startY ? corner : -corner
  return [
    `M ${from.left + from.width} ${startY} H ${lane - corner}`,
    `Q ${lane} ${startY} ${lane} ${startY + turn}`,
    `V ${endY - turn}`,
    `Q ${lane} ${endY} ${lane - corner} ${endY}`,
    `H ${to.left + to.width}`,
  ].join(' ')
}

/**
 * SVG path of an arrow between two statuses: a curve between the sides that face each other or, for statuses
 * above one another, along `lane`, an x coordinate right of everything in the column.
 */
export function arrowPath(from: Box, to: Box, lane: number): string {
  if (from.left < to.left + to.width && to.left < from.left + from.width)
    return aroundPath(from, to, Math.max(lane, to.left + to.width + 2 * corner))
  const isRightward = to.left > from.left
  const startX = isRightward ? from.left + from.width : from.left
  const endX = isRightward ? to.left : to.left + to.width
  const turnX = startX + (endX - startX) * bend
  return `M ${startX} ${middle(from)} C ${turnX} ${middle(from)}, ${turnX} ${middle(to)}, ${endX} ${middle(to)}`
}
