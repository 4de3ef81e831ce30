import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rereadNext } from '../inbound/reread-messages.ts'
import { givenMail } from '../test-support/given-mail.ts'
import { startReceivingPortal } from '../test-support/receiving.ts'
import type { ReceivingPortal } from '../test-support/receiving.ts'

let portal: ReceivingPortal['portal']
let mail: ReceivingPortal['mail']
let person: ReceivingPortal['person']
let received: ReceivingPortal['received']
let close: ReceivingPortal['close']
before(async () => {
  ;({ portal, mail, person, received, close } = await startReceivingPortal())
})
after(() => close())

const crlf = (lines: readonly string[]) => lines.join('\r\n')
const html = (body: string) => crlf(['Content-Type: text/html', '', body])
const plain = (body: string) => crlf(['Content-Type: text/plain', '', body])
const part = (type: string, further: readonly string[], body: string) =>
  crlf([
    `Content-Type: ${type}`,
    ...further,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(body).toString('base64'),
  ])
const multipart = (kind: string, boundary: string, parts: readonly string[]) =>
  crlf([
    `Content-Type: multipart/${kind}; boundary=${boundary}`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  ])
const inline = (name: string, id: string) => [
  `Content-Disposition: inline; filename="${name}"`,
  `Content-ID: <${id}>`,
]
const plan = (body = 'the plan') => part('application/pdf', inline('plan.pdf', 'p1'), body)
const picture = part('image/png', inline('seal.png', 'seal'), 'a picture')
const inner = crlf([
  'Content-Type: message/rfc822',
  '',
  'Subject: =?utf-8?Q?Geb=C3=BChr?=',
  '',
  'inner words',
])

interface Case {
  what: string
  raw: string
  listed: readonly string[]
  /** Number of attachments shown as pictures in the body. */
  shown?: number
}

const cases: readonly Case[] = [
  {
    what: 'an inline PDF that nothing refers to',
    raw: multipart('mixed', 'B', [html('<p>see plan</p>'), plan()]),
    listed: ['plan.pdf'],
  },
  {
    what: 'a PDF in an object, which is never shown',
    raw: multipart('related', 'B', [html('<object data="cid:p1"></object>'), plan()]),
    listed: ['plan.pdf'],
  },
  {
    what: 'a PDF where a picture should be',
    raw: multipart('related', 'B', [html('<img src="cid:p1">'), plan()]),
    listed: ['plan.pdf'],
  },
  {
    what: 'a text behind a comment that stays open',
    raw: multipart('mixed', 'B', [
      html('<p>see below</p><!-- '),
      plain('The words <behind> it, at https://a.example/x.'),
    ]),
    listed: ['attachment-1.txt'],
  },
  {
    what: 'HTML behind an element that stays open',
    raw: multipart('mixed', 'B', [html('<p>see below</p><style>'), html('<p>Further words</p>')]),
    listed: ['attachment-1.html'],
  },
  {
    what: 'texts behind HTML that is closed',
    raw: multipart('mixed', 'B', [
      html('<p>see below<b>'),
      plain('The words <behind> it, at https://a.example/x.'),
      html('<i>caf&eacute;</i>'),
    ]),
    listed: [],
  },
  {
    what: 'a picture nothing refers to',
    raw: multipart('related', 'B', [html('<p>x</p>'), picture]),
    listed: ['seal.png'],
  },
  {
    what: 'a picture of a body that is only text',
    raw: multipart('mixed', 'B', [plain('see cid:seal'), picture]),
    listed: ['seal.png'],
  },
  {
    what: 'a picture that is shown',
    raw: multipart('related', 'B', [html('<img src="cid:seal">'), picture]),
    listed: [],
    shown: 1,
  },
  {
    what: 'an attached picture that is shown',
    raw: multipart('mixed', 'B', [
      html('<img src="cid:seal">'),
      part('image/png', ['Content-Disposition: attachment; filename=seal.png', 'Content-ID: <seal>'], 'x'),
    ]),
    listed: [],
    shown: 1,
  },
  {
    what: 'the second picture of one Content-ID',
    raw: multipart('related', 'B', [
      html('<img src="cid:seal">'),
      picture,
      part('image/png', inline('other.png', 'seal'), 'another'),
    ]),
    listed: ['other.png'],
    shown: 1,
  },
  {
    what: 'a picture that is hidden, or lies in what is taken out',
    raw: multipart('related', 'B', [
      html(
        '<div style="display:none"><img src="cid:seal"></div><svg><image href="cid:two"/><img src="cid:two"></svg>',
      ),
      picture,
      part('image/png', inline('two.png', 'two'), 'x'),
    ]),
    listed: ['seal.png', 'two.png'],
  },
  {
    what: 'a background picture, which is never shown',
    raw: multipart('related', 'B', [
      html('<table background="cid:seal"><tr><td>x</td></tr></table>'),
      picture,
    ]),
    listed: ['seal.png'],
  },
  {
    what: 'a message within the message',
    raw: multipart('mixed', 'B', [plain('see'), inner]),
    listed: ['Gebühr.eml'],
  },
  {
    what: 'a calendar, a table and Outlook’s own file without names',
    raw: multipart('mixed', 'B', [
      plain('see'),
      part('text/calendar; method=REQUEST', [], 'BEGIN:VCALENDAR'),
      part('text/csv', ['Content-Disposition: inline'], 'a,b'),
      part('application/ms-tnef', [], 'x'),
      part('application/pdf', [], 'x'),
      part('application/x-nobody-knows', [], 'x'),
    ]),
    listed: ['attachment-1.ics', 'attachment-2.csv', 'winmail.dat', 'attachment-4.pdf', 'attachment-5.bin'],
  },
  {
    what: 'a text below one representation of a text, which the other one lacks',
    raw: multipart('alternative', 'A', [
      plain('words'),
      multipart('mixed', 'B', [
        html('<p>words</p>'),
        plan(),
        crlf(['Content-Type: text/plain; name=notes.txt', '', 'further notes']),
      ]),
    ]),
    listed: ['plan.pdf', 'notes.txt'],
  },
  {
    what: 'parts of a part whose boundary is not named',
    raw: multipart('mixed', 'B', [
      plain('see'),
      crlf(['Content-Type: multipart/mixed', '', '--C', '', 'lost words']),
    ]),
    listed: ['attachment-1.txt'],
  },
]

for (const { what, raw, listed, shown = 0 } of cases)
  test(`F5: ${what}: every part is shown or listed`, async () => {
    const message = await received(crlf(['From: city@austin.example', `Subject: ${what}`, raw]))
    assert.deepEqual(
      message.attachments.map(({ name }) => name),
      listed,
    )
    const [summary] = await mail.listed(person, 'inbox')
    assert.deepEqual(
      [message.hasAttachments, summary?.hasAttachments],
      [listed.length > 0, listed.length > 0],
    )
    const body = await mail.call('GET', `messages/${message.id}/body`, person)
    assert.equal(
      body.body.match(/<img [^>]*src="\/api\/mail\/messages\/[^"]+\/attachments\//g)?.length ?? 0,
      shown,
    )
    for (const { id } of message.attachments)
      assert.equal(
        (await mail.call('GET', `messages/${message.id}/attachments/${id}`, person)).statusCode,
        200,
      )
  })

test('F5: text next to an empty HTML part is shown', async () => {
  const raw = multipart('alternative', 'A', [
    plain('the words'),
    html('<html><head><title>x</title></head><body><p>&nbsp;</p></body></html>'),
  ])
  const message = await received(crlf(['Subject: Blank HTML', raw]))
  assert.match((await mail.call('GET', `messages/${message.id}/body`, person)).body, /the words/)
})

test('F5: a multipart message without a boundary shows its content', async () => {
  const message = await received(
    'Subject: Broken\r\nContent-Type: multipart/mixed\r\n\r\n--x\r\n\r\nlost words',
  )
  assert.match(message.text, /lost words/)
})

test('F5: a message stored by an earlier version is parsed again, which lists its files and keeps its state', async () => {
  const { kysely } = portal.deps.database
  const raw = crlf([
    'From: city@austin.example',
    'Subject: Kept before',
    multipart('mixed', 'B', [html('<p>see plan</p>'), plan(), picture]),
  ])
  const { id } = await received(raw)
  await mail.call('PATCH', `messages/${id}`, person, { folder: 'archive', flag: true })
  const { seq } = await kysely
    .selectFrom('mail_messages')
    .select('seq')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // State of the earlier version: the plan hidden by its Content-ID, the picture not stored, no text.
  await kysely
    .updateTable('mail_attachments')
    .set({ content_id: 'p1' })
    .where('message_seq', '=', seq)
    .execute()
  await kysely
    .deleteFrom('mail_attachments')
    .where('message_seq', '=', seq)
    .where('name', '=', 'seal.png')
    .execute()
  await kysely
    .updateTable('mail_messages')
    .set({ needs_reading: true, text: '', html: null })
    .where('seq', '=', seq)
    .execute()
  assert.equal(await rereadNext(portal.deps), true)
  assert.equal(await rereadNext(portal.deps), false)
  const message = await mail.opened(person, id)
  assert.deepEqual(
    [
      message.folder,
      message.flag,
      message.subject,
      message.text,
      message.attachments.map(({ name }) => name),
    ],
    ['archive', true, 'Kept before', 'see plan', ['plan.pdf', 'seal.png']],
  )
  const [summary] = await mail.listed(person, 'archive')
  assert.equal(summary?.hasAttachments, true)
})

test('F5: a stored message whose bytes are missing stays unchanged and does not block others', async () => {
  const { kysely } = portal.deps.database
  const [first, second] = [
    await received('Subject: First\r\n\r\nwords'),
    await received('Subject: Second\r\n\r\nwords'),
  ]
  const gone = kysely
    .updateTable('mail_messages')
    .set({ raw_key: 'f'.repeat(32) })
    .where('id', '=', second.id)
  await gone.execute()
  await kysely
    .updateTable('mail_messages')
    .set({ needs_reading: true })
    .where('id', 'in', [first.id, second.id])
    .execute()
  assert.deepEqual(
    [await rereadNext(portal.deps), await rereadNext(portal.deps), await rereadNext(portal.deps)],
    [true, true, false],
  )
  assert.equal((await mail.opened(person, second.id)).text.trim(), 'words')
})

test('F5: a picture removed from the text of a draft is listed as an attachment for its recipients', async () => {
  const files = ['kept', 'taken-out'].map((name) => ({
    name: `${name}.png`,
    mimeType: 'image/png',
    text: name,
    contentId: name,
  }))
  const draft = {
    mailbox: person.email,
    folder: 'drafts',
    subject: 'Two pictures',
    html: '<p><img src="cid:kept"></p>',
    files,
  } as const
  const { id } = await givenMail(portal.deps, { ...draft, from: { name: '', address: person.email } })
  await mail.sent(person, id)
  await mail.ended(person, id)
  const [summary] = (await mail.listed(person, 'inbox')).filter(({ subject }) => subject === 'Two pictures')
  const { attachments } = await mail.opened(person, summary?.id ?? '')
  assert.deepEqual([summary?.hasAttachments, attachments.map(({ name }) => name)], [true, ['taken-out.png']])
})
