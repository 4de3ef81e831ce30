import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenMail } from '../test-support/given-mail.ts'
import { writing } from '../test-support/writing.ts'

let portal: TestApp
let mail: ReturnType<typeof writing>
before(async () => {
  portal = await startTestApp({ environment: { mailQuotaMb: 1 } })
  mail = writing(portal)
})
after(() => portal.close())

test('S-27: internal mail to a full mailbox waits in the outbox and arrives once there is space', async () => {
  const [sender, full, other] = [
    await portal.given.user({ role: 'team' }),
    await portal.given.user({ role: 'team' }),
    await portal.given.user({ role: 'team' }),
  ]
  const large = await givenMail(portal.deps, { mailbox: full.email, subject: 'Large', sizeBytes: 2_000_000 })
  const { id } = await mail.draft(sender, {
    to: [full, other].map(({ email }) => ({ address: email })),
    subject: 'To both',
  })
  await mail.sent(sender, id)
  const waiting = await mail.until(
    () => mail.opened(sender, id),
    ({ sending }) => sending?.reason !== null,
  )
  assert.equal(waiting.sending?.reason, `Not delivered to ${full.email}: mailbox full.`)
  assert.deepEqual(
    (await mail.listed(other, 'inbox')).map(({ subject }) => subject),
    ['To both'],
  )
  for (const _time of [1, 2])
    assert.equal((await mail.call('DELETE', `messages/${large.id}`, full)).statusCode, 204)
  const ended = await mail.ended(sender, id)
  assert.equal(ended.sending?.state, 'sent')
  for (const reader of [full, other]) assert.equal((await mail.listed(reader, 'inbox')).length, 1)
})
