/**
 * A longer text outlives its use: it lies where memory is cleaned up rarely, and an export makes hundreds of
 * megabytes.
 */
const pieceLength = 16_384

/** The texts of all values one after the other, in pieces of some length. */
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
