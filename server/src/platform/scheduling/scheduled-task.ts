import { hostname } from 'node:os'
import type { ScheduledTaskName } from '@portal/contract'
import type { PlatformDeps } from '../deps.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** What a run did, by name of what was counted, for example `{ deleted: 12 }`. */
export type TaskCounts = Readonly<Record<string, number>>

/** Work that the portal does at an interval. One server runs it at a time. */
export interface ScheduledTask {
  name: ScheduledTaskName
  /** Time from the end of a run to the start of the next one. */
  everyMs: number
  /** Time from the first start of the portal to the first run; by default `everyMs`. */
  firstAfterMs?: number
  /** Set for a task that every server runs for itself, such as one about files on its disk. */
  place?: string
  /**
   * One run. `signal` is aborted when the server stops or when another server took the task over, because
   * this one was paused for longer than its lease. Runs may overlap then, so a run must be safe beside
   * another one.
   */
  run(signal: AbortSignal): Promise<TaskCounts>
}

/** The place of tasks about the disk of this server; empty where it is the only server of its database. */
export function placeOfServer({
  database,
  environment,
}: Pick<PlatformDeps, 'database' | 'environment'>): string {
  return database.kind === 'server' ? `${hostname()}:${environment.dataDir}` : ''
}

/** The place of tasks about the file store: a bucket is shared, a folder belongs to its server. */
export function placeOfStore(deps: Pick<PlatformDeps, 'database' | 'environment'>): string {
  return deps.environment.s3 === null ? placeOfServer(deps) : ''
}
