import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { toMailEnvironment } from '#platform/environment/mail.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { startSmtpServer } from './smtp-server.ts'
import type { SmtpServer } from './smtp-server.ts'
import { deliver } from '../test-support/deliver.ts'
import { testCertificate } from '../test-support/test-certificate.ts'
import { writing } from '../test-support/writing.ts'

let portal: TestApp
let door: SmtpServer
let person: Person
before(async () => {
  portal = await startTestApp()
  person = await portal.given.user({ role: 'team' })
})
after(async () => {
  await portal.close()
})

/** Runs `work` with a new SMTP server that has no state of earlier tests. */
async function atFreshDoor<Result>(
  work: () => Promise<Result>,
  environment: Partial<TestApp['deps']['environment']> = {},
): Promise<Result> {
  door = await startSmtpServer(
    { ...portal.deps, environment: { ...portal.deps.environment, ...environment } },
    { host: '127.0.0.1', port: 0 },
  )
  try {
    return await work()
  } finally {
    await door.close()
  }
}

/** The responses to recipients sent one after the other on one connection. */
async function answersTo(recipients: readonly string[]): Promise<string[]> {
  const results: string[] = []
  const connection = new SMTPConnection({ host: '127.0.0.1', port: door.port, logger: false })
  await new Promise<void>((resolve, reject) => {
    connection.on('error', reject)
    connection.connect(() => resolve())
  })
  connection.on('error', () => undefined)
  for (const recipient of recipients) {
    const result = await new Promise<string>((resolve) => {
      connection.send(
        { from: 'city@austin.example', to: [recipient] },
        Buffer.from('Subject: x\r\n\r\nx'),
        (error, info) => resolve(error === null ? (info.response ?? '') : (error.response ?? error.message)),
      )
    })
    results.push(result)
    await new Promise<void>((resolve) => connection.reset(() => resolve()))
  }
  connection.quit()
  return results
}

test('S-27: after a few unknown recipients, known and unknown ones get the same answer', async () => {
  await atFreshDoor(async () => {
    const results = await answersTo([
      ...Array.from({ length: 5 }, (_, n) => `nobody${n}@portal.example`),
      person.email,
      'nobody@portal.example',
    ])
    assert.ok(
      results.slice(0, 5).every((result) => result.startsWith('550')),
      results.join('\n'),
    )
    assert.match(results[5] ?? '', /^450/)
    assert.equal(results[5], results[6])
  })
})

test('S-27: an IP address that keeps guessing on new connections gets the same answer for an hour', async () => {
  await atFreshDoor(async () => {
    for (let n = 0; n < 20; n += 1)
      assert.equal(await deliver(door.port, Buffer.from('x'), [`guess${n}@portal.example`]), 550)
    assert.equal(await deliver(door.port, Buffer.from('x'), [person.email]), 450)
    portal.clock.pass(3_600_001)
    assert.equal(await deliver(door.port, Buffer.from('x'), [person.email]), 250)
  })
})

test('S-18: mail for clients is refused, since they have no mailbox', async () => {
  const client = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await atFreshDoor(async () => assert.equal(await deliver(door.port, Buffer.from('x'), [client.email]), 550))
})

test('S-18: mail per sender, IP address and mailbox is limited per day', async () => {
  const { kysely } = portal.deps.database
  const other = await portal.given.user({ role: 'team' })
  for (const [kind, key, most] of [
    ['sender', 'city@austin.example', 1_000],
    ['address', '127.0.0.1', 5_000],
    ['mailbox', person.pid, 5_000],
  ] as const) {
    await kysely.deleteFrom('mail_arrivals').execute()
    const day = portal.clock.now().toISOString().slice(0, 10)
    await kysely.insertInto('mail_arrivals').values({ kind, key, day, messages: most, bytes: 1 }).execute()
    await atFreshDoor(async () => {
      assert.equal(await deliver(door.port, Buffer.from('x'), [person.email]), 452, kind)
      if (kind === 'mailbox') assert.equal(await deliver(door.port, Buffer.from('x'), [other.email]), 250)
    })
    portal.clock.pass(86_400_000)
    await atFreshDoor(async () =>
      assert.equal(await deliver(door.port, Buffer.from('x'), [person.email]), 250, `${kind}, a day later`),
    )
  }
})

test('S-18: a full mailbox refuses mail and attachments until something is deleted', async () => {
  const reader = await portal.given.user({ role: 'team' })
  const mail = writing(portal)
  const raw = Buffer.from(`Subject: Large\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(15_000))
  await atFreshDoor(
    async () => {
      assert.equal(await deliver(door.port, raw, [reader.email]), 250)
      assert.equal(await deliver(door.port, Buffer.from('Subject: Next\r\n\r\nx'), [reader.email]), 452)
      const [large] = await mail.listed(reader, 'inbox')
      const draft = await mail.draft(reader, { subject: 'With a file' })
      const form =
        '--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n--B--\r\n'
      const { mailQuotaMb } = portal.deps.environment
      portal.deps.environment.mailQuotaMb = 1
      const headers = { 'content-type': 'multipart/form-data; boundary=B' }
      const attached = await portal.send(
        { method: 'POST', url: `/api/mail/drafts/${draft.id}/attachments`, headers, payload: form },
        reader,
      )
      portal.deps.environment.mailQuotaMb = mailQuotaMb
      assert.equal(attached.statusCode, 413)
      assert.match(attached.body, /This mailbox is full/)
      for (const _ of [1, 2]) await mail.call('DELETE', `messages/${large?.id ?? ''}`, reader)
      assert.equal(await deliver(door.port, Buffer.from('Subject: Next\r\n\r\nx'), [reader.email]), 250)
    },
    { mailQuotaMb: 1 },
  )
})

test('S-27: a certificate enables STARTTLS, and an invalid certificate stops the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-smtp-tls-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    writeFileSync(key, testCertificate.key)
    writeFileSync(cert, testCertificate.cert)
    const given = { MAIL_PROVIDER: 'embedded', MAIL_QUOTA_MB: 5_000 } as const
    const { smtpTls } = toMailEnvironment({ ...given, SMTP_TLS_CERT: cert, SMTP_TLS_KEY: key })
    await atFreshDoor(
      async () => {
        const tls = { ca: testCertificate.cert, servername: 'localhost' }
        const transport = createTransport({ host: '127.0.0.1', port: door.port, requireTLS: true, tls })
        const sent = await transport.sendMail({
          from: 'city@austin.example',
          to: person.email,
          subject: 'By TLS',
          text: 'x',
        })
        assert.match(sent.response, /^250/)
      },
      { smtpTls },
    )
    assert.throws(
      () => toMailEnvironment({ ...given, SMTP_TLS_CERT: key, SMTP_TLS_KEY: key }),
      /SMTP_TLS_CERT/,
    )
    assert.throws(
      () => toMailEnvironment({ ...given, SMTP_TLS_CERT: join(folder, 'none'), SMTP_TLS_KEY: key }),
      /SMTP_TLS_CERT/,
    )
    assert.throws(() => toMailEnvironment({ ...given, SMTP_TLS_CERT: cert }), /SMTP_TLS_KEY/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
