import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import type { MailMessage } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startReceivingPortal } from '../test-support/receiving.ts'
import type { ReceivingPortal } from '../test-support/receiving.ts'
import { startSmtpSink } from '../test-support/smtp-sink.ts'
import type { SmtpSink } from '../test-support/smtp-sink.ts'

let sink: SmtpSink
let portal: ReceivingPortal['portal']
let mail: ReceivingPortal['mail']
let person: ReceivingPortal['person']
let deliver: ReceivingPortal['deliver']
let received: ReceivingPortal['received']
let close: ReceivingPortal['close']
before(async () => {
  sink = await startSmtpSink()
  ;({ portal, mail, person, deliver, received, close } = await startReceivingPortal({
    environment: { smtpUrl: sink.url },
  }))
})
after(async () => {
  await close()
  await sink.close()
})

const ben = { name: 'Ben', address: 'ben@acme.example' }
const crlf = (...lines: readonly string[]) => lines.join('\r\n')
const Alerts = z.object({
  alerts: z.array(
    z.object({
      title: z.string(),
      message: z.string().nullable(),
      link: z.string().nullish(),
      severity: z.string(),
    }),
  ),
})
const alertsOf = async (reader: Person) =>
  Alerts.parse(
    (
      await portal.crud(reader, { apiPath: 'alerts', method: 'GET', query: { page: 1, pageSize: 100 } })
    ).json(),
  ).alerts

const status = (...recipients: readonly string[]) =>
  crlf('Reporting-MTA: dns; mx.acme.example', '', ...recipients)
const failed = crlf(
  'Final-Recipient: rfc822; ben@acme.example',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1',
  '  User unknown',
  '',
)
const delayed = crlf(
  'Original-Recipient: rfc822;"cara d"@acme.example',
  'Final-Recipient: rfc822; x@y.z',
  'Action: delayed (again)',
  'Status: 4.4.7',
)
const from = [
  'From: Mail Delivery System <MAILER-DAEMON@acme.example>',
  'Subject: Undelivered Mail Returned to Sender',
]
const report = (
  messageId: string,
  { text = '', type = 'delivery-status', body = status(failed, delayed) } = {},
) =>
  crlf(
    ...from,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=R',
    '',
    ...(text === '' ? [] : ['--R', 'Content-Type: text/plain', '', text]),
    '--R',
    `Content-Type: message/${type}`,
    '',
    body,
    '--R',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: =?utf-8?Q?Fence_f=C3=BCr_Ben?=',
    `Message-ID: <${messageId}>`,
    '--R--',
    '',
  )
const names = ({ attachments }: MailMessage) => attachments.map(({ name }) => name)

test('F21: a bare delivery report opens with a text that says what happened to whom, why, and the subject', async () => {
  const message = await received(report('nothing@elsewhere.example'))
  assert.match(
    message.text,
    /could not be delivered to ben@acme\.example\. The address does not exist\. \(550 5\.1\.1 User unknown\)/,
  )
  assert.match(message.text, /has not been delivered to "cara d"@acme\.example yet/)
  assert.match(message.text, /Subject of the message: Fence für Ben/)
  assert.match(message.text, /Reporting-MTA: dns; mx\.acme\.example/, 'the report itself stands below')
  assert.deepEqual(names(message), ['original-headers.txt'])
  assert.match((await mail.call('GET', `messages/${message.id}/body`, person)).body, /could not be delivered/)
  assert.deepEqual(
    message.report?.recipients.map(({ address, outcome }) => [address, outcome]),
    [
      [ben.address, 'failed'],
      ['"cara d"@acme.example', 'delayed'],
    ],
  )
  assert.equal(message.report?.about, null)
})

test('a reader in Spanish gets a bare delivery report in Spanish, in the message, its body and a quote of it', async () => {
  const { id } = await received(report('nothing@elsewhere.example'))
  const headers = { 'accept-language': 'es-US' }
  const get = (path: string) =>
    portal.send({ method: 'GET', url: `/api/mail/messages/${id}${path}`, headers }, person)
  const { text } = (await get('')).json<MailMessage>()
  assert.match(
    text,
    /^No se pudo entregar el mensaje a ben@acme\.example\. La dirección no existe\. \(550 5\.1\.1 User unknown\)/,
  )
  assert.match(text, /aún no se ha entregado a "cara d"@acme\.example/)
  assert.match(text, /Asunto del mensaje: Fence für Ben/)
  assert.match(text, /Reporting-MTA: dns; mx\.acme\.example/)
  assert.match((await get('/body')).body, /No se pudo entregar/)
  const reply = await portal.send(
    { method: 'POST', url: `/api/mail/messages/${id}/reply`, headers, payload: {} },
    person,
  )
  assert.match(reply.json<{ html: string }>().html, /No se pudo entregar/)
})

test('F21: a report without multipart is shown too, and a report with its own text keeps it', async () => {
  const alone = await received(crlf(...from, 'Content-Type: message/delivery-status', '', status(failed)))
  assert.match(alone.text, /could not be delivered to ben@acme\.example/)
  assert.deepEqual(names(alone), [])
  const spoken = await received(report('x@y.example', { text: 'Sorry, nobody is here.' }))
  assert.equal(spoken.text.trim(), 'Sorry, nobody is here.')
  assert.deepEqual(names(spoken), ['delivery-status.txt', 'original-headers.txt'])
  assert.equal(spoken.report?.recipients[0]?.outcome, 'failed')
})

test('F21: read receipts and complaints are shown as text too', async () => {
  const receipt = crlf(
    'Final-Recipient: rfc822; ben@acme.example',
    'Original-Message-ID: <a@b.example>',
    'Disposition: manual-action/MDN-sent-manually; displayed',
  )
  const opened = await received(report('', { type: 'disposition-notification', body: receipt }))
  assert.match(opened.text, /The message was opened by ben@acme\.example/)
  assert.equal(opened.report?.messageId, 'a@b.example')
  const complaint = crlf(
    'Feedback-Type: abuse',
    'User-Agent: Some/1',
    'Version: 1',
    'Original-Rcpt-To: <ben@acme.example>',
  )
  const reported = await received(report('', { type: 'feedback-report', body: complaint }))
  assert.match(reported.text, /reported as junk by ben@acme\.example/)
  assert.deepEqual([opened.report?.kind, reported.report?.kind], ['receipt', 'complaint'])
})

test('F21: a report part inside an ordinary message says nothing about other messages', async () => {
  const odd = crlf(
    ...from,
    'Content-Type: multipart/mixed; boundary=R',
    '',
    '--R',
    '',
    'Words',
    '--R',
    'Content-Type: message/delivery-status',
    '',
    failed,
  )
  const message = await received(`${odd}\r\n--R--\r\n`)
  assert.equal(message.report, undefined)
  assert.deepEqual(names(message), ['delivery-status.txt'])
  const empty = await received(
    crlf(...from, 'Content-Type: message/delivery-status', '', 'nothing that makes sense'),
  )
  assert.deepEqual([empty.report, names(empty)], [undefined, ['delivery-status.txt']])
})

test('F21: a report is linked to its message, which shows the outcome, and the sender is alerted', async () => {
  const { id } = await mail.draft(person, { to: [ben], subject: 'Fence für Ben', html: '<p>Four feet</p>' })
  await mail.sent(person, id)
  const sent = await mail.ended(person, id)
  const messageId =
    sent.headers.find(({ name }) => name === 'Message-ID')?.value.replaceAll(/[<>]/g, '') ?? ''
  const bounce = await received(report(messageId))
  assert.equal(bounce.report?.about, id)
  const about = await mail.opened(person, id)
  const [first] = about.outcomes ?? []
  assert.deepEqual([first?.id, first?.address, first?.outcome], [bounce.id, ben.address, 'failed'])
  assert.match(first?.reason ?? '', /does not exist/)
  const [alert] = await alertsOf(person)
  assert.deepEqual(
    [alert?.title, alert?.link, alert?.severity],
    ['Mail not delivered: Fence für Ben', `/mail/${id}?folder=sentitems`, 'WARNING'],
  )
  assert.match(alert?.message ?? '', /ben@acme\.example.*does not exist/)

  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, person)
  const inSpanish = await mail.opened(person, id)
  assert.match(inSpanish.outcomes?.[0]?.reason ?? '', /^La dirección no existe\. \(/)
  assert.match(
    (await mail.opened(person, bounce.id)).report?.recipients[0]?.reason ?? '',
    /^La dirección no existe\. \(/,
  )
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'en' } }, person)

  const byHead = await received(
    crlf(...from, `References: <${messageId}>`, 'Content-Type: message/delivery-status', '', status(delayed)),
  )
  assert.equal(byHead.report?.about, id, 'some servers name it in the head alone')

  const colleague = await portal.given.user({ role: 'team' })
  assert.equal(await deliver(report(messageId), [colleague.email]), 250)
  assert.equal((await alertsOf(person)).length, 1, 'a report in another mailbox is about nothing of theirs')
})

test('a message that cannot be sent alerts its sender with the reason and a link (ux-review: failed mail)', async () => {
  const sender = await portal.given.user({ role: 'team' })
  sink.refused.set('gone@acme.example', 550)
  const { id } = await mail.draft(
    sender,
    { to: [{ address: 'gone@acme.example' }], subject: 'Refused' },
    '?mailbox=permits%40portal.example',
  )
  assert.equal(
    (
      await mail.call(
        'POST',
        `drafts/${id}/send?mailbox=permits%40portal.example`,
        sender,
        {},
        { 'idempotency-key': id },
      )
    ).statusCode,
    202,
  )
  const [alert] = await mail.until(
    () => alertsOf(sender),
    (alerts) => alerts.length > 0,
  )
  assert.equal(alert?.title, 'Mail not sent: Refused')
  assert.match(alert?.message ?? '', /gone@acme\.example/)
  assert.equal(alert?.link, `/mail/${id}?folder=outbox&mailbox=permits%40portal.example`)
})

test('mail to a client goes to their external address, since clients have no mailbox (decision 0053)', async () => {
  const client = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const { id } = await mail.draft(person, { to: [{ address: client.email }], subject: 'To a client' })
  await mail.sent(person, id)
  assert.equal((await mail.ended(person, id)).sending?.state, 'sent')
  assert.deepEqual(sink.messages.find(({ raw }) => raw.includes('Subject: To a client'))?.to, [client.email])
})
