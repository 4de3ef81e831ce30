import { pino } from 'pino'
import { openServer } from '#platform/database/server-database.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { runAutomaticSteps } from '#domain/permits/automatic/automatic-steps.ts'
import { createIds } from '#platform/ids.ts'
import { createServices } from '#app/services.ts'

// Runs the automatic steps on the given database and day repeatedly, until it is killed. Prints a line when
// it starts.
installPortalCollections()
const log = pino({ level: 'silent' })
const database = await openServer(process.argv[2] ?? '', log)
const clock = { now: () => new Date(process.argv[3] ?? '') }
process.stdout.write('begun\n')
for (;;)
  await runAutomaticSteps({
    ...createServices({ database, log }),
    database,
    clock,
    ids: createIds(clock),
    log,
  })
