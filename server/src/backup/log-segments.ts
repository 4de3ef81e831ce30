/** Size of a segment of PostgreSQL's log as initdb makes it. */
export const segmentBytes = 16 * 1_048_576
const segmentsPerId = 0x1_0000_0000 / segmentBytes

/** `1/A2B3C4D5` as a number of bytes from the beginning of the log. */
export function parseLogPosition(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const toPosition = (bytes: bigint) =>
  `${(bytes >> 32n).toString(16).toUpperCase()}/${(bytes & 0xffff_ffffn).toString(16).toUpperCase()}`

/** Number of the segment that has this byte. */
export const segmentOf = (bytes: bigint) => Number(bytes / BigInt(segmentBytes))

export const startOfSegment = (segment: number) => BigInt(segment) * BigInt(segmentBytes)

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/** Name of the file of a segment in `pg_wal`. */
export const nameOfSegment = (timeline: number, segment: number) =>
  hex(timeline) + hex(Math.floor(segment / segmentsPerId)) + hex(segment % segmentsPerId)

export const pathOfSegment = (timeline: number, segment: number) =>
  `log/${nameOfSegment(timeline, segment)}.zst`

/** The newest segment as far as it was written. */
export const pathOfPartial = (timeline: number, segment: number) =>
  `log/${nameOfSegment(timeline, segment)}.partial.zst`
