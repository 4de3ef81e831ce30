import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { runSource } from './run-source.ts'

/** What a round of the schedule did. */
export interface FeedRounds {
  feeds: number
  proposals: number
  failed: number
}

const dueText = `select s.pid from authority_sources s where s.deleted_at is null and s.is_active and not s.is_stopped
  and (s.next_run_at is null or s.next_run_at <= $1) order by s.next_run_at nulls first, s.pid`

/** Reads every feed whose time has come, one after the other. Safe beside a second round. */
export async function runDueSources(deps: DomainDeps, signal: AbortSignal): Promise<FeedRounds> {
  const due = await deps.database.slowQuery(dueText, [deps.clock.now()], z.object({ pid: z.string() }))
  const done = { feeds: 0, proposals: 0, failed: 0 }
  for (const { pid } of due) {
    if (signal.aborted) break
    const { proposals, stopped } = await runSource(deps, pid, { id: deps.ids.pid(), by: null, signal })
    done.feeds += 1
    done.proposals += proposals
    if (stopped !== undefined) done.failed += 1
  }
  return done
}
