import { recordNumber } from '@portal/contract'
import type { SeedRandom } from '#domain/seed/random.ts'

export const dayMs = 86_400_000

/** Milliseconds since 1970 as an instant of the API. */
export const toInstant = (ms: number): string => new Date(ms).toISOString()
/** The day of an instant, in UTC. */
export const toDay = (ms: number): string => toInstant(ms).slice(0, 10)

/** The fields that every record has. `updatedMs` is never before the creation. */
export function stamp(random: SeedRandom, createdMs: number, by: string | null, updatedMs = createdMs) {
  const updatedAt = toInstant(Math.max(createdMs, updatedMs))
  return {
    pid: random.pid(new Date(createdMs)),
    version: 1,
    createdAt: toInstant(createdMs),
    createdBy: by,
    updatedAt,
    updatedBy: by,
  }
}

/** Numbers records in order of creation, each year from 1: `PM-2026-000001`. Returns them in that order. */
export function numberRecords<Row extends { createdAt: string; pid: string }>(
  prefix: string,
  rows: readonly Row[],
): (Row & { refNo: string })[] {
  const lastOfYear = new Map<number, number>()
  return rows
    .toSorted((a, b) =>
      a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.pid < b.pid) ? -1 : 1,
    )
    .map((row) => {
      const year = Number(row.createdAt.slice(0, 4))
      const next = (lastOfYear.get(year) ?? 0) + 1
      lastOfYear.set(year, next)
      return { ...row, refNo: recordNumber(prefix, year, next) }
    })
}
