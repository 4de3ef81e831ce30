import type { LongFrames } from '@portal/contract'
import { culpritOf } from './page-errors.ts'

/** `longFrameMs` of the contract, whose schemas the page does not load. */
const longMs = 50
/** Places that are gathered between two reports. Further ones are not counted. */
const maxPlaces = 20
/** Upper limits of the contract. */
const [maxCount, maxMs] = [1_000, 600_000]

/** A script of a long animation frame: a task, a listener or a callback, by where the browser entered it. */
export interface FrameScript {
  startTime: number
  duration: number
  /** Address of the function that the browser called. Listeners of React are in the shell. */
  sourceURL: string
  sourceCharPosition: number
  invokerType: string
  /** What the browser called; for a listener its element and event, as `BUTTON#save.onclick`. */
  invoker: string
}

/** What a frame is charged to: a build, and where in it the browser entered; empty when it is not known. */
export interface Charge {
  remote: string
  version: string
  place: string
  ms: number
}

/** The remote in which an element stands, with the version that is mounted. */
export type OwnerOf = (script: FrameScript) => { remote: string; version: string } | null

/**
 * Whom a script is charged to: the remote whose file it is, or for an event the remote whose element had it.
 */
function chargeOf(script: FrameScript, ownerOf: OwnerOf): Charge | null {
  const { duration: ms, sourceURL, sourceCharPosition: offset } = script
  const own = culpritOf(sourceURL)
  if (own !== null) return { ...own, place: offset < 0 ? own.place : `${own.place}:${offset}`, ms }
  const owner = script.invokerType === 'event-listener' ? ownerOf(script) : null
  return owner === null ? null : { ...owner, place: '', ms }
}

/**
 * The builds that kept a frame busy for long, each with the place that took the most. Scripts of the shell,
 * and those of no address, are charged to nobody: React draws what all remotes have asked for in one task of
 * its own.
 */
export function chargesOf(scripts: readonly FrameScript[], ownerOf: OwnerOf): Charge[] {
  const charges = new Map<string, Charge & { most: number }>()
  for (const script of scripts) {
    const charge = chargeOf(script, ownerOf)
    if (charge === null) continue
    const key = `${charge.remote} ${charge.version}`
    const before = charges.get(key)
    const isMore = before === undefined || charge.ms > before.most
    charges.set(key, {
      ...(isMore ? charge : before),
      ms: (before?.ms ?? 0) + charge.ms,
      most: isMore ? charge.ms : before.most,
    })
  }
  return [...charges.values()].flatMap(({ most: _most, ...charge }) => (charge.ms < longMs ? [] : [charge]))
}

/** Long frames by place, until they are reported. */
export class GatheredFrames {
  #frames = new Map<string, LongFrames>()

  note({ remote, version, place, ms }: Charge): void {
    const key = `${remote} ${version} ${place}`
    const before = this.#frames.get(key)
    if (before === undefined && this.#frames.size >= maxPlaces) return
    this.#frames.set(key, {
      remote,
      version,
      place,
      count: Math.min(maxCount, (before?.count ?? 0) + 1),
      totalMs: Math.min(maxMs, Math.round((before?.totalMs ?? 0) + ms)),
      longestMs: Math.min(maxMs, Math.round(Math.max(before?.longestMs ?? 0, ms))),
    })
  }

  /** What was gathered since the last call. */
  take(): LongFrames[] {
    const frames = [...this.#frames.values()]
    this.#frames = new Map()
    return frames
  }
}
