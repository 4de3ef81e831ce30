import { pino } from 'pino'
import { openServer } from '#database/server-database.ts'
import { runScheduledTasks } from '#records/automatic/scheduler.ts'
import { createIds } from '../deps.ts'

// Makes rounds on the database of the address given, on the day given, until it is killed; says so once it
// begins.
const log = pino({ level: 'silent' })
const database = await openServer(process.argv[2] ?? '', log)
const clock = { now: () => new Date(process.argv[3] ?? '') }
process.stdout.write('begun\n')
for (;;) await runScheduledTasks({ database, clock, ids: createIds(clock), log })
