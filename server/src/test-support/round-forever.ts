import { pino } from 'pino'
import { openServer } from '#platform/database/server-database.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { runAutomaticSteps } from '#domain/permits/automatic/automatic-steps.ts'
import { sendTaskReminders } from '#domain/tasks/task-reminders.ts'
import { createIds } from '#platform/ids.ts'
import { createServices } from '#app/services.ts'

// Runs the automatic steps and sends reminders on the given database and day repeatedly, until it is killed.
// Prints a line when
// it starts.
installPortalCollections()
const log = pino({ level: 'silent' })
const database = await openServer(process.argv[2] ?? '', log)
const clock = { now: () => new Date(process.argv[3] ?? '') }
process.stdout.write('begun\n')
const deps = { ...createServices({ database, clock, log }), database, clock, ids: createIds(clock), log }
const { signal } = new AbortController()
for (;;) {
  await runAutomaticSteps(deps)
  await sendTaskReminders(deps, signal)
}
