import { z } from 'zod'
import { pipelineStages } from './status-map.ts'
import type { PipelineStage } from './status-map.ts'

/** A status that a record entered, the time, and, for permits, its stage then. */
const StageVisit = z.object({ status: z.string(), stage: z.enum(pipelineStages).nullable(), at: z.string() })
export type StageVisit = z.infer<typeof StageVisit>

/**
 * Response of `GET /{permits, processed, rts, payments}/{pid}/pipeline`: every status of a record, oldest
 * first.
 */
export const StageVisits = z.object({ standings: z.array(StageVisit) })
export type StageVisits = z.infer<typeof StageVisits>

/** A status with its duration; `until` is null for the current one. */
export interface Visit {
  status: string
  since: string
  until: string | null
  ms: number
}

/** A stage of the pipeline with the statuses of a permit in it. */
export interface StageOfPermit {
  stage: PipelineStage
  isNow: boolean
  visits: Visit[]
  ms: number
}

/** Duration of each status. The last one lasts until now; with `isOver` it has ended. */
export function visitsOf(standings: readonly StageVisit[], now: number, isOver: boolean): Visit[] {
  return standings.map(({ status, at }, index) => {
    const until = standings[index + 1]?.at ?? null
    const end = until === null ? (isOver ? Date.parse(at) : now) : Date.parse(until)
    return { status, since: at, until, ms: Math.max(0, end - Date.parse(at)) }
  })
}

/** The stages in order. A status without a stage, such as a hold, counts for the stage before it. */
export function stagesOf(standings: readonly StageVisit[], now: number, isOver: boolean): StageOfPermit[] {
  const visits = visitsOf(standings, now, isOver)
  let stage: PipelineStage | null = null
  const placed = visits.map((visit, index) => {
    stage = standings[index]?.stage ?? stage
    return { stage, visit }
  })
  const current = placed.at(-1)?.stage
  return pipelineStages.map((pipelineStage) => {
    const own = placed.flatMap((one) => (one.stage === pipelineStage ? [one.visit] : []))
    return {
      stage: pipelineStage,
      isNow: pipelineStage === current,
      visits: own,
      ms: own.reduce((sum, { ms }) => sum + ms, 0),
    }
  })
}
