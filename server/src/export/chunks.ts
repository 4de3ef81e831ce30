/**
 * Longer strings are allocated in memory that is rarely collected, and an export creates hundreds of
 * megabytes.
 */
const pieceLength = 16_384

/** Joins the texts of all values and yields them in pieces of limited length. */
export function* inPieces<Value>(
  values: Iterable<Value>,
  textOf: (value: Value) => string,
): Generator<string> {
  let piece = ''
  for (const value of values) {
    piece += textOf(value)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
