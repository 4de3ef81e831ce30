import { setTimeout as wait } from 'node:timers/promises'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { z } from 'zod'
import { scheduledTasks } from '#app/scheduled-tasks.ts'
import { openServer } from '#platform/database/server-database.ts'
import { createIds } from '#platform/ids.ts'
import { createTestClock } from './clock.ts'
import { startTestApp } from './start-test-app.ts'

/**
 * A server whose clock goes through the instants of the table `steps` of the given database, and that does
 * what is due at each of them, until it is killed. It begins after the last step that was completed. Reads
 * one command a line:
 * `until`, the last step to go through, or `call`, a call of a person at that time; answers each with one
 * line.
 */
const [url = '', smtpUrl = ''] = process.argv.slice(2)
const Command = z.union([
  z.object({ until: z.number() }),
  z.object({
    call: z.object({ as: z.string(), apiPath: z.string(), method: z.string(), body: z.unknown().optional() }),
  }),
])
/** Each of these uses the clock alone, and none looks at the real time. */
const names = ['automatic-steps', 'send-reminders', 'deliver-notifications', 'send-digests'] as const

const clock = createTestClock()
const database = await openServer(url, pino({ level: 'silent' }))
const portal = await startTestApp({
  environment: { smtpUrl, rateLimitPerMinute: 0 },
  deps: { database, clock, ids: createIds(clock) },
})
const all = scheduledTasks(portal.deps)
const tasks = names.map((name) => all.find((task) => task.name === name))
const never = new AbortController().signal
const answer = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)

const Step = z.object({ step: z.number(), at: z.date() })
async function stepsUntil(last: number) {
  return database.query(
    'select step, at from steps where not is_done and step <= $1 order by step',
    [last],
    Step,
  )
}

/** Waits until the outbox has nothing left that is due. */
async function settle(): Promise<void> {
  const waiting = () =>
    database.query("select 1 from mail_sendings where state = 'waiting' and due_at <= $1 limit 1", [
      clock.now(),
    ])
  while ((await waiting()).length > 0) {
    portal.deps.outbox.wake()
    await wait(5)
  }
}

async function pass(last: number): Promise<void> {
  for (const { step, at } of await stepsUntil(last)) {
    clock.set(at)
    answer({ step })
    for (const task of tasks) await task?.run(never)
    await settle()
    await database.query('update steps set is_done = true where step = $1', [step])
  }
  const [row] = await database.query('select step, at from steps where step = $1', [last], Step)
  if (row !== undefined) clock.set(row.at)
}

const [now] = await database.query(
  'select coalesce(max(at) filter (where is_done), min(at)) as at, 0 as step from steps',
  [],
  Step,
)
if (now !== undefined) clock.set(now.at)
answer({ begun: true })
for await (const line of createInterface({ input: process.stdin })) {
  const command = Command.parse(JSON.parse(line))
  if ('until' in command) {
    await pass(command.until)
    answer({ reached: command.until })
    continue
  }
  const { as: pid, ...call } = command.call
  const until = new Date(clock.now().getTime() + 86_400_000)
  const person = { pid, name: '', email: '', role: null, org: null, orgRole: null }
  await portal.given.cookieOf(person)
  await database.query('update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2', [
    clock.now(),
    until,
  ])
  const { statusCode, body } = await portal.crud(person, call)
  answer({ status: statusCode, body: z.unknown().parse(JSON.parse(body)) })
}
