import { setTimeout as wait } from 'node:timers/promises'
import { ScheduledTasks } from '@portal/contract'
import { codedFields } from './counts.ts'
import { durationsTogether, valueAt } from './load.ts'
import type { Call } from './load.ts'
import { firstPage } from './measures.ts'
import { searchOrders } from './searches.ts'
import { responseOf } from './servers.ts'
import type { Servers } from './servers.ts'

const maxWaitMs = 300_000
/** Tasks that run less often have work for seconds. */
const rareMs = 600_000

/** Builds posting lists of changed permits anew, two seconds of work for each of their segments. */
const building = 'build-postings'

/**
 * Waits for the rare scheduled tasks, each of which runs for the first time soon after the start, and until
 * no posting lists are left to build after the changes of the warm-up.
 */
async function untilTasksRan(servers: Servers): Promise<void> {
  const changedAtMs = Date.now()
  const lateMs = performance.now() + maxWaitMs
  for (;;) {
    const { text } = await responseOf(servers.call('/api/background/tasks'))
    const { tasks } = ScheduledTasks.parse(JSON.parse(text))
    const now = Date.now()
    const isBusy = tasks.some(
      ({ everyMs, nextRunAt, runningSince }) =>
        everyMs >= rareMs && (runningSince !== null || new Date(nextRunAt).getTime() <= now),
    )
    const isBuilt = tasks.some(
      ({ name, last }) =>
        name === building &&
        last?.counts?.['segments'] === 0 &&
        new Date(last.startedAt).getTime() >= changedAtMs,
    )
    if (isBuilt && !isBusy) return
    if (performance.now() > lateMs) throw new Error('The scheduled tasks of the start do not end')
    await wait(1_000)
  }
}

/**
 * Sends both sides what is measured later, as an office does all day: until Node has compiled the code and
 * each connection to PostgreSQL has planned the statements. Then waits until the server has done its daily
 * work, which it begins 30 s after its start. The words, filters and permits are others than those that are
 * measured.
 */
export async function warmUp(
  servers: Servers,
  { pids, words }: { pids: readonly string[]; words: readonly string[] },
): Promise<void> {
  const calls: readonly (readonly [times: number, callAt: (turn: number) => Call])[] = [
    [3_000, () => servers.crud('permits', 'GET', firstPage)],
    [3_000, () => servers.limit('page')],
    [2_000, (turn) => servers.crud(`permits/${valueAt(pids, turn)}`, 'GET')],
    [2_000, (turn) => servers.limit('get', valueAt(pids, turn))],
    [
      500,
      (turn) => servers.crud(`permits/${valueAt(pids, turn)}`, 'PATCH', undefined, { region: `W ${turn}` }),
    ],
    [500, (turn) => servers.limit('patch', valueAt(pids, turn), `V ${turn}`)],
    [500, (turn) => servers.crud('permits/groups', 'GET', { groupBy: valueAt(codedFields, turn) })],
    [500, (turn) => servers.crud(`permits/fields/${valueAt(codedFields, turn)}`, 'GET')],
    [
      300,
      () => servers.crud('permits', 'GET', { ...firstPage, filter: { priority: 'LOW', court: 'CLIENT' } }),
    ],
    [
      600,
      (turn) =>
        servers.crud('permits/search', 'GET', {
          searchToken: valueAt(words, turn),
          sort: valueAt(searchOrders, turn),
        }),
    ],
  ]
  for (const [times, callAt] of calls) await durationsTogether(callAt, { connections: 16, times })
  await untilTasksRan(servers)
}
