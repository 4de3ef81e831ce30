import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { Configuration, minRetentionDays, retentionNames } from '@portal/contract'
import type { Retention } from '@portal/contract'
import { sql } from 'kysely'
import { notifyMailbox } from '#mail/reading/notify-mailbox.ts'
import { insertJob } from '#platform/jobs/job-store.ts'
import { makeStoreKey } from '#platform/storage/file-store.ts'
import type { ScheduledTask } from '#platform/scheduling/scheduled-task.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { checkEventMonths } from './doctor/check-database.ts'
import { scheduledTasks } from './scheduled-tasks.ts'

const dayMs = 86_400_000
let portal: TestApp
let people: Record<'superadmin' | 'admin' | 'team' | 'client', Person>

before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Acme' }))
})
after(() => portal.close())

const kysely = () => portal.deps.database.kysely
const daysAgo = (days: number) => new Date(portal.clock.now().getTime() - days * dayMs)

async function configuration(): Promise<Configuration> {
  return Configuration.parse(
    (await portal.crud(people.superadmin, { apiPath: 'config', method: 'GET' })).json(),
  )
}
async function set(retention: Partial<Retention>, person = people.superadmin) {
  const now = await configuration()
  const body = { ...now, retention: { ...now.retention, ...retention } }
  return portal.crud(person, { apiPath: 'config', method: 'PATCH', body })
}
async function run(name: ScheduledTask['name']): Promise<number> {
  const task = scheduledTasks(portal.deps).find((task) => task.name === name)
  return (await task?.run(new AbortController().signal))?.['deleted'] ?? -1
}
async function count(table: 'jobs' | 'history' | 'mail_messages' | 'permits', where = sql`true`) {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${sql.table(table)} where ${where}`.execute(kysely())
  return rows[0]?.n ?? 0
}

test('retention is 0, for ever, or at least its minimum, and superadmins alone change it', async () => {
  const { retention } = await configuration()
  assert.deepEqual(retention, { jobDays: 90, mailDays: 0, loadReportDays: 30, historyDays: 0, auditDays: 0 })
  for (const name of retentionNames) {
    const least = minRetentionDays[name]
    assert.equal((await set({ [name]: least })).statusCode, 200)
    assert.equal((await set({ [name]: 0 })).statusCode, 200)
    for (const wrong of [-1, 0.5, 36_501, ...(least > 1 ? [least - 1] : [])]) {
      const response = await set({ [name]: wrong })
      assert.equal(response.statusCode, 400, `${name} ${wrong}`)
    }
  }
  assert.equal((await set({ jobDays: 30 }, people.admin)).statusCode, 403)
  await set({ jobDays: 45 })
  const reset = await portal.crud(people.admin, { apiPath: 'config/reset', method: 'POST' })
  assert.equal(reset.statusCode, 200)
  assert.equal((await configuration()).retention.jobDays, 45, 'a reset by an admin does not change it')
  await set({ jobDays: 90 })
})

async function endedJob(id: string, endedAt: Date, state = 'done'): Promise<void> {
  const job = {
    id,
    kind: 'bulk-update',
    owner: people.admin.pid,
    collection: 'permits',
    params: {},
    total: 1,
  }
  await insertJob(kysely(), { ...job, finished: { result: null } })
  await sql`update jobs set state = ${state}, finished_at = ${state === 'running' ? null : endedAt}, created_at = ${endedAt},
    heartbeat_at = clock_timestamp() + interval '1 day' where id = ${id}`.execute(kysely())
  await sql`insert into history (at, collection, pid, action, version) values (${endedAt}, 'job', ${id}, 'done', 0)`.execute(
    kysely(),
  )
  await sql`insert into history (at, collection, pid, action, version, job) values (${endedAt}, 'permits', 'kept', 'update', 2, ${id})`.execute(
    kysely(),
  )
}

test('jobs that ended before the retention are deleted, in batches; others and what they changed are kept', async () => {
  for (let n = 0; n < 1_100; n += 1) {
    const id = `old-${n}`
    await sql`insert into jobs (id, kind, state, owner, collection, params, total, finished_at)
      values (${id}, 'undo', 'done', 'x', 'permits', '{}', 0, ${daysAgo(91)})`.execute(kysely())
  }
  await endedJob('failed-old', daysAgo(91), 'failed')
  await endedJob('young', daysAgo(89))
  await endedJob('running-old', daysAgo(200), 'running')
  await set({ jobDays: 0 })
  assert.equal(await run('retain-jobs'), 0)
  await set({ jobDays: 90 })
  assert.equal(await run('retain-jobs'), 1_101)
  const { rows } = await sql<{ id: string }>`select id from jobs order by id`.execute(kysely())
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['running-old', 'young'],
  )
  assert.equal(await count('history', sql`collection = 'job' and pid = 'failed-old'`), 0)
  assert.equal(await count('history', sql`collection = 'job'`), 2)
  assert.equal(await count('history', sql`job = 'failed-old'`), 1)
  await sql`delete from history where pid = 'kept' or collection = 'job'`.execute(kysely())
})

test('the history of a permanently deleted record is deleted; that of a record that exists never is', async () => {
  const create = async (title: string) => {
    const body = { title, org: people.client.org, permitType: 'SIGN' }
    return (await portal.crud(people.admin, { apiPath: 'permits', method: 'POST', body })).json<{
      pid: string
    }>().pid
  }
  const [kept, inBin, gone, young] = [
    await create('Kept'),
    await create('Bin'),
    await create('Gone'),
    await create('Young'),
  ]
  await sql`update permits set deleted_at = now() where pid = ${inBin}`.execute(kysely())
  await sql`delete from permits where pid = any(${[gone, young]}::text[])`.execute(kysely())
  await sql`update history set at = ${daysAgo(400)} where pid <> ${young}`.execute(kysely())
  await sql`update history set at = ${daysAgo(300)} where pid = ${young}`.execute(kysely())
  const before = await count('history')
  const ofGone = await count('history', sql`pid = ${gone}`)
  assert.ok(ofGone > 0)
  await set({ historyDays: 0 })
  assert.equal(await run('retain-history'), 0)
  await set({ historyDays: 365 })
  const changes = await count('history', sql`collection = 'config' and at >= ${daysAgo(1)}`)
  assert.equal(await run('retain-history'), ofGone)
  assert.equal(await count('history'), before - ofGone + changes)
  for (const pid of [kept, inBin, young]) assert.ok((await count('history', sql`pid = ${pid}`)) > 0)
})

test('the history is looked through in batches to its end', async () => {
  await sql`insert into history (at, collection, pid, action, version)
    select ${daysAgo(500)}, 'permits', case when n % 2 = 0 then 'nobody' else (select min(pid) from permits) end, 'update', 2
    from generate_series(1, 12000) n`.execute(kysely())
  assert.equal(await run('retain-history'), 6_000)
  assert.equal(await count('history', sql`pid = 'nobody'`), 0)
})

test('events of mailboxes go with their month, and the history of records stays', async () => {
  const rotate = () =>
    scheduledTasks(portal.deps)
      .find(({ name }) => name === 'rotate-events')
      ?.run(new AbortController().signal)
  const events = () => count('history', sql`collection = 'mail'`)
  const doctor = async () =>
    (await checkEventMonths(portal.deps.database, portal.clock.now())).findings.map(({ says }) => says)
  assert.match(
    (await doctor()).join(),
    /^2026-12 and 2027-01 have no partition, .* rotate-events under Settings/,
  )
  await rotate()
  assert.deepEqual(await doctor(), ['the coming months have their partitions.'])
  const kept = await count('history')
  await kysely()
    .transaction()
    .execute((trx) => notifyMailbox(portal.deps, trx, 'office@portal.example', 'received'))
  assert.equal(await events(), 1)
  portal.clock.pass(30 * dayMs)
  assert.equal((await rotate())?.['dropped'], 0)
  assert.equal(await events(), 1)
  portal.clock.pass(33 * dayMs)
  assert.equal((await rotate())?.['dropped'], 1)
  assert.equal(await count('history'), kept)
  portal.clock.pass(-63 * dayMs)
})

async function message(id: string, folder: string, deletedAt: Date | null): Promise<void> {
  await sql`insert into mail_messages (id, mailbox, folder, conversation_id, message_id, subject, from_name, from_address, people, headers, preview,
      text, received_at, is_read, flag, search_text, from_text, to_text, subject_text, deleted_at)
    values (${id}, 'office@portal.example', ${folder}, ${id}, ${id}, ${id}, '', 'a@b.example', '{}', '[]', '', '', ${daysAgo(800)}, true, false, '', '', '', '',
      ${deletedAt})`.execute(kysely())
}

test('messages leave the deleted items when their time is over, with the bytes that no other message has', async () => {
  const before = await count('mail_messages')
  for (let n = 0; n < 120; n += 1) await message(`old ${n}`, 'deleteditems', daysAgo(31))
  await message('young', 'deleteditems', daysAgo(29))
  await message('unknown', 'deleteditems', null)
  await message('old in the inbox', 'inbox', null)
  const keys: string[] = []
  for (const [place, owners] of [
    ['own', ['old 1']],
    ['shared', ['old 2', 'young']],
  ] as const) {
    const key = makeStoreKey(randomBytes(16))
    await portal.deps.store.put(key, Readable.from([Buffer.from(place)]), {
      size: place.length,
    })
    keys.push(key)
    for (const owner of owners)
      await sql`insert into mail_attachments (id, message_seq, name, mime_type, size, store_key)
        select ${`${place} ${owner}`}, seq, 'a.txt', 'text/plain', 5, ${key} from mail_messages where id = ${owner}`.execute(
        kysely(),
      )
  }
  await set({ mailDays: 0 })
  assert.equal(await run('retain-mail'), 0)
  await set({ mailDays: 30 })
  assert.equal(await run('retain-mail'), 120)
  assert.equal(await count('mail_messages'), before + 3)
  assert.equal(await run('retain-mail'), 0)
  const heads = await Promise.all(keys.map((key) => portal.deps.store.head(key)))
  assert.deepEqual(
    heads.map((head) => head !== null),
    [false, true],
  )
  portal.clock.pass(31 * dayMs)
  assert.equal(await run('retain-mail'), 2)
  portal.clock.pass(-31 * dayMs)
})

test('a message that is moved to the deleted items counts from then, and from anew after it was restored', async () => {
  const mailbox = 'office@portal.example'
  const deletedAt = async () =>
    (
      await sql<{
        at: Date | null
      }>`select deleted_at as at from mail_messages where id = 'old in the inbox'`.execute(kysely())
    ).rows[0]?.at
  const move = (patch: { folder: 'deleteditems' } | { restore: true }) =>
    portal.deps.mail.changeMessages(mailbox, [{ id: 'old in the inbox', ...patch }])
  await move({ folder: 'deleteditems' })
  const first = await deletedAt()
  assert.ok(first instanceof Date)
  await move({ folder: 'deleteditems' })
  assert.deepEqual(await deletedAt(), first)
  await move({ restore: true })
  assert.equal(await deletedAt(), null)
})
