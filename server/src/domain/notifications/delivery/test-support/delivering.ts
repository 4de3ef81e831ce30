import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { Deliveries } from '@portal/contract/notifications'
import type { Delivery } from '@portal/contract/notifications'
import { openPost } from '#mail/outbox/post-from-office.ts'
import { startSmtpSink } from '#mail/test-support/smtp-sink.ts'
import type { SmtpSink } from '#mail/test-support/smtp-sink.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp, TestAppOptions } from '#test-support/start-test-app.ts'
import type { PostingDeps } from '../../../users/sign-in/system-mail.ts'
import { deliverNotifications } from '../deliver.ts'

/** A mail that arrived, decoded as far as tests need it. */
export interface ArrivedMail {
  to: string[]
  subject: string
  raw: string
  /** The whole message with soft line breaks and encoded signs undone. */
  plain: string
}

const decoded = (raw: string) =>
  Buffer.from(
    raw
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

export interface Delivering {
  portal: TestApp
  sink: SmtpSink
  administrator: Person
  posting: PostingDeps
  deliveries(query?: string): Promise<Deliveries>
  /** Waits until the outbox has nothing left to try now. */
  settled(): Promise<void>
  /**
   * One round of the scheduled task, until what it posted has left or failed, and a second one that ends
   * messages.
   */
  round(): Promise<void>
  /** Sets the clock. Sessions go on, however long that is. */
  at(time: string): Promise<void>
  arrived(): ArrivedMail[]
  mailTo(person: Person): ArrivedMail[]
  /** The deliveries of one person, newest first. */
  of(person: Person): Promise<Delivery[]>
  close(): Promise<void>
}

/** A portal whose mail goes to a real SMTP listener. Clients' addresses are outside the portal. */
export async function startDelivering(environment: TestAppOptions['environment'] = {}): Promise<Delivering> {
  const sink = await startSmtpSink()
  const portal = await startTestApp({ environment: { ...environment, smtpUrl: sink.url } })
  const administrator = await portal.given.user({ role: 'admin' })
  const posting = { ...portal.deps, openPost: () => openPost(portal.deps) }

  async function deliveries(query = ''): Promise<Deliveries> {
    const response = await portal.send({ method: 'GET', url: `/api/delivery${query}` }, administrator)
    assert.equal(response.statusCode, 200, response.body)
    return Deliveries.parse(response.json())
  }
  async function settled(): Promise<void> {
    for (let tries = 0; tries < 500; tries += 1) {
      const rows = await portal.deps.database.kysely
        .selectFrom('mail_sendings')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', portal.clock.now())
        .limit(1)
        .execute()
      if (rows.length === 0) return
      portal.deps.outbox.wake()
      await wait(20)
    }
    throw new Error('The outbox is not empty.')
  }
  async function round(): Promise<void> {
    await deliverNotifications(posting, new AbortController().signal)
    await settled()
    await deliverNotifications(posting, new AbortController().signal)
    await settled()
  }
  async function at(time: string): Promise<void> {
    portal.clock.set(time)
    const until = new Date(portal.clock.now().getTime() + 86_400_000)
    await portal.deps.database.kysely
      .updateTable('sessions')
      .set({ idle_expires_at: until, expires_at: until })
      .execute()
  }
  const arrived = (): ArrivedMail[] =>
    sink.messages.map(({ to, raw }) => ({
      to,
      raw,
      subject: /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1] ?? '',
      plain: decoded(raw),
    }))
  return {
    portal,
    sink,
    administrator,
    posting,
    deliveries,
    settled,
    round,
    at,
    arrived,
    mailTo: (person: Person) => arrived().filter(({ to }) => to.includes(person.email)),
    of: async (person: Person): Promise<Delivery[]> =>
      (await deliveries()).deliveries.filter((delivery) => delivery.person?.pid === person.pid),
    async close() {
      await portal.close()
      await sink.close()
    },
  }
}
