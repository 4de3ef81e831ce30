import assert from 'node:assert/strict'
import type { MailMessage } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp, TestAppOptions } from '#test-support/start-test-app.ts'
import { startSmtpServer } from '../inbound/smtp-server.ts'
import { deliver } from './deliver.ts'
import { writing } from './writing.ts'

export interface ReceivingPortal {
  portal: TestApp
  mail: ReturnType<typeof writing>
  /** A team member. */
  person: Person
  /** Sends a message to the SMTP port and returns the response code. The default recipient is `person`. */
  deliver: (raw: string | Buffer, to?: string[]) => Promise<number>
  /** Sends a message to `person` and opens it. */
  received: (raw: string | Buffer) => Promise<MailMessage>
  close: () => Promise<void>
}

/** A portal with its own SMTP port. */
export async function startReceivingPortal(options: TestAppOptions = {}): Promise<ReceivingPortal> {
  const portal = await startTestApp(options)
  const door = await startSmtpServer(portal.deps, { host: '127.0.0.1', port: 0 })
  const mail = writing(portal)
  const person = await portal.given.user({ role: 'team' })
  const toPerson = (raw: string | Buffer, to: string[] = [person.email]) =>
    deliver(door.port, Buffer.from(raw), to)
  return {
    portal,
    mail,
    person,
    deliver: toPerson,
    async received(raw) {
      // The list is newest first, also for messages with the same time.
      assert.equal(await toPerson(raw), 250)
      const [newest] = await mail.listed(person, 'inbox')
      return mail.opened(person, newest?.id ?? '')
    },
    async close() {
      await door.close()
      await portal.close()
    },
  }
}
