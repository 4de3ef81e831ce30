import type { Json, Timestamp } from '#platform/database/column-types.ts'

/** One survival curve per milestone and group of permits. */
export interface DurationCurveTable {
  milestone: string
  /** Empty for permits of all authorities. */
  authority: string
  /** Empty for permits of all types. */
  permit_type: string
  /** Permits that reached the milestone. */
  reached: number
  /** A `SurvivalCurve`. */
  curve: Json
  fitted_at: Timestamp
}

export interface ExpectedDatesTables {
  duration_curves: DurationCurveTable
}
