import { after, before } from 'node:test'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { receiveMessage } from '../inbound/receive-message.ts'
import { testMailPromises } from '../test-support/provider-suite/provider-suite.ts'
import { setStage } from '../test-support/provider-suite/stage.ts'
import type { Stage } from '../test-support/provider-suite/stage.ts'
import { startSmtpSink } from '../test-support/smtp-sink.ts'
import type { SmtpSink } from '../test-support/smtp-sink.ts'

let portal: TestApp
let sink: SmtpSink
let stage: Stage
before(async () => {
  sink = await startSmtpSink()
  portal = await startTestApp({ environment: { smtpUrl: sink.url } })
  stage = setStage({
    portal,
    openMailbox: () => {},
    async put(address, raw, { folder, receivedAt, isRead, flag }) {
      await receiveMessage(portal.deps, raw, [address], { ip: '127.0.0.1', helo: 'localhost', sender: '' })
      const { kysely } = portal.deps.database
      const newest = kysely.selectFrom('mail_messages').select('id').orderBy('seq', 'desc').limit(1)
      const { id } = await newest.executeTakeFirstOrThrow()
      const place = {
        folder,
        received_at: receivedAt,
        is_read: isRead,
        flag,
        ...(folder === 'deleteditems' && { deleted_from: 'inbox' as const }),
      }
      await kysely.updateTable('mail_messages').set(place).where('id', '=', id).execute()
      return id
    },
    outside: () => sink.messages.flatMap(({ to }) => to),
  })
})
after(async () => {
  await portal.close()
  await sink.close()
})

testMailPromises('embedded', () => stage)
