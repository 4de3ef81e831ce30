import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { openServer } from '#platform/database/server-database.ts'
import { systemClock } from '#platform/clock.ts'
import { createIds } from '#platform/ids.ts'
import { TaskScheduler } from '#platform/scheduling/task-scheduler.ts'

// A server with one scheduled task, until it is killed: each run notes its beginning and its end in the table
// `runs` of the given database under the given name, and takes as long as the third argument says.
const [url = '', server = '', runMs = '0', leaseMs = '1000'] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const database = await openServer(url, log)
const note = (what: string) =>
  database.query('insert into runs (server, what) values ($1, $2)', [server, what])
const scheduler = new TaskScheduler(
  { database, log, ids: createIds(systemClock) },
  [
    {
      name: 'compact-counters',
      everyMs: 100,
      async run(signal) {
        await note('begun')
        await wait(Number(runMs))
        await note(signal.aborted ? 'aborted' : 'ended')
        return { runs: 1 }
      },
    },
  ],
  { startAfterMs: 0, pollMs: 20, leaseMs: Number(leaseMs) },
)
scheduler.start()
process.stdout.write('begun\n')
// The timers of the scheduler do not keep the process alive.
setInterval(() => undefined, 60_000)
