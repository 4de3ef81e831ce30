import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { deliverNotifications } from '#domain/notifications/delivery/deliver.ts'
import { openPost } from '#mail/outbox/post-from-office.ts'
import { systemClock } from '#platform/clock.ts'
import { openServer } from '#platform/database/server-database.ts'
import { createIds } from '#platform/ids.ts'
import { startTestApp } from './start-test-app.ts'

// Delivers notifications from the given database to the given SMTP server, with the outbox of a real server,
// until it is killed. Prints a line when it starts.
const [url = '', smtpUrl = ''] = process.argv.slice(2)
const database = await openServer(url, pino({ level: 'silent' }))
const { deps } = await startTestApp({
  environment: { smtpUrl },
  deps: { database, clock: systemClock, ids: createIds(systemClock) },
})
process.stdout.write('begun\n')
for (;;) {
  await deliverNotifications({ ...deps, openPost: () => openPost(deps) }, new AbortController().signal)
  await wait(20)
}
