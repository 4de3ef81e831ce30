/** At least this many permits must end in one run before they are held. */
const minHeld = 10
/** The part of the watched permits that may end in one run. */
const maxEndingPart = 0.05

/** Whether so many permits would end in one run that an administrator decides first. */
export function isMassEnding(ending: number, watched: number): boolean {
  return ending >= minHeld && ending > watched * maxEndingPart
}

/** A feed in which at least this many known permits are suddenly missing has run dry. */
const minMissing = 10

/**
 * Whether a feed has run dry: none of the permits that it had before is in it, or more than half of many are
 * gone. Then the feed is out of order, and the permits are not.
 */
export function isDry(known: number, missing: number): boolean {
  return known > 0 && (missing === known || (missing >= minMissing && missing > known / 2))
}
