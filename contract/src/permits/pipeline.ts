import { z } from 'zod'
import { pipelineStages } from './status-map.ts'
import type { PipelineStage } from './status-map.ts'

/** A status a record came to, when, and the stage it stood in then (permits alone). */
const StageVisit = z.object({ status: z.string(), stage: z.enum(pipelineStages).nullable(), at: z.string() })
export type StageVisit = z.infer<typeof StageVisit>

/**
 * Answer of `GET /{permits, processed, rts, payments}/{pid}/pipeline`: every status a record has had, the
 * first one first.
 */
export const Standings = z.object({ standings: z.array(StageVisit) })
export type Standings = z.infer<typeof Standings>

/** A status with how long it lasted; `until` is null for the one that lasts. */
export interface Visit {
  status: string
  since: string
  until: string | null
  ms: number
}

/** A stage of the pipeline with everything a permit was in it. */
export interface StageOfPermit {
  stage: PipelineStage
  isNow: boolean
  visits: Visit[]
  ms: number
}

/** How long each status lasted. The last one lasts until now, or has ended with the record when `isOver`. */
export function visitsOf(standings: readonly StageVisit[], now: number, isOver: boolean): Visit[] {
  return standings.map(({ status, at }, place) => {
    const until = standings[place + 1]?.at ?? null
    const end = until === null ? (isOver ? Date.parse(at) : now) : Date.parse(until)
    return { status, since: at, until, ms: Math.max(0, end - Date.parse(at)) }
  })
}

/** The stages in their order. A status that has none, as a hold, keeps the stage it began in. */
export function stagesOf(standings: readonly StageVisit[], now: number, isOver: boolean): StageOfPermit[] {
  const visits = visitsOf(standings, now, isOver)
  let stage: PipelineStage | null = null
  const placed = visits.map((visit, place) => {
    stage = standings[place]?.stage ?? stage
    return { stage, visit }
  })
  const current = placed.at(-1)?.stage
  return pipelineStages.map((each) => {
    const own = placed.flatMap((one) => (one.stage === each ? [one.visit] : []))
    return { stage: each, isNow: each === current, visits: own, ms: own.reduce((sum, { ms }) => sum + ms, 0) }
  })
}
