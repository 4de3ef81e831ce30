import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basename } from 'node:path'
import { mailFolderIds } from '@portal/contract'
import { readSample, sampleFile } from '#app/seed/austin-rows.ts'
import type { SeedContext } from '#domain/seed/context.ts'
import { planSeed, toContext } from '#app/seed/plan.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { seedMail } from './seed-mail.ts'

let portal: TestApp
let contextOfSeed: () => SeedContext
before(async () => {
  portal = await startTestApp()
  const plan = planSeed(await readSample(), '2026-11-20', basename(sampleFile))
  contextOfSeed = () => toContext(plan, 'mail')
  await seedMail(portal.deps, contextOfSeed())
})
after(() => portal.close())

const messages = () =>
  portal.deps.database.kysely.selectFrom('mail_messages').selectAll().orderBy('id').execute()

test('every folder of the demo staff and the office has mail, some of it unread', async () => {
  const { demo, now } = contextOfSeed()
  const rows = await messages()
  assert.ok(rows.length >= 300 && rows.length <= 900, `${rows.length} messages`)
  for (const mailbox of [demo.superadmin.pid, demo.admin.pid, demo.team.pid, 'permits@portal.example']) {
    const own = rows.filter((row) => row.mailbox === mailbox)
    for (const folder of mailFolderIds)
      assert.ok(
        own.some((row) => row.folder === folder),
        `${mailbox} has nothing in ${folder}`,
      )
    const unread = own.filter((row) => row.folder === 'inbox' && !row.is_read)
    assert.ok(unread.length >= 3 && unread.length < own.length / 2, `${mailbox}: ${unread.length} unread`)
  }
  assert.ok(
    rows.every((row) => row.received_at <= now),
    'no message lies in the future',
  )
  assert.equal(rows.filter((row) => [demo.client.pid, demo.client.email].includes(row.mailbox)).length, 0)
})

test('messages in an outbox say why they were not sent (issue 6)', async () => {
  const waiting = (await messages()).filter((row) => row.folder === 'outbox')
  const sendings = await portal.deps.database.kysely.selectFrom('mail_sendings').selectAll().execute()
  for (const { id } of waiting)
    assert.match(sendings.find(({ message }) => message === id)?.reason ?? '', /outgoing email isn’t set up/)
})

test('messages name existing permits and people of their organizations', async () => {
  const { permits } = contextOfSeed()
  const numbers = new Set(permits.map(({ refNo }) => refNo))
  const named = (await messages()).flatMap(
    ({ subject, text }) => `${subject} ${text}`.match(/PM-\d{4}-\d{6}/g) ?? [],
  )
  assert.ok(named.length > 100)
  for (const number of named) assert.ok(numbers.has(number), number)
})

test('there are threads, attachments with bytes, right-to-left names, emoji, long subjects and hostile mail', async () => {
  const rows = await messages()
  assert.ok(
    Map.groupBy(rows, (row) => `${row.mailbox} ${row.conversation_id}`)
      .values()
      .some((thread) => thread.length >= 3),
  )
  for (const wanted of [/[\u0600-\u06ff]/, /🎉/, /^.{200,}$/])
    assert.ok(
      rows.some((row) => wanted.test(row.subject)),
      String(wanted),
    )
  assert.ok(
    rows.some((row) => /<script/.test(row.html ?? '')) &&
      rows.some((row) => /src="https:/.test(row.html ?? '')),
  )
  assert.ok(rows.some((row) => row.html === null))
  const attachments = await portal.deps.database.kysely.selectFrom('mail_attachments').selectAll().execute()
  assert.ok(attachments.length > 60)
  for (const { store_key: key, size } of attachments)
    assert.equal((await portal.deps.store.head(key))?.size, size)
})

test('seeding on the same day gives the same mail, and seeding again adds nothing', async () => {
  const first = await messages()
  await seedMail(portal.deps, contextOfSeed())
  assert.deepEqual(await messages(), first)
})
