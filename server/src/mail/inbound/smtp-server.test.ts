import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Truncation } from '@portal/contract'
import { startReceivingPortal } from '../test-support/receiving.ts'
import type { ReceivingPortal } from '../test-support/receiving.ts'

let portal: ReceivingPortal['portal']
let mail: ReceivingPortal['mail']
let person: ReceivingPortal['person']
let deliver: ReceivingPortal['deliver']
let close: ReceivingPortal['close']
before(async () => {
  ;({ portal, mail, person, deliver, close } = await startReceivingPortal())
})
after(() => close())

const listed = async (subject: string, mailbox = person.email) =>
  (await mail.listed(person, 'inbox', mailbox)).filter((each) => each.subject === subject)

test('mail from outside arrives in its mailboxes with all parts and its unchanged source (contract.md 6)', async () => {
  const raw = [
    'From: =?utf-8?Q?St=C3=A4dte?= <city@austin.example>',
    `To: ${person.email}, permits@portal.example`,
    'Subject: =?iso-8859-1?Q?Geb=FChr?=',
    'Message-ID: <one@austin.example>',
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/html; charset=windows-1252',
    '',
    '<p>Pay <script>alert(1)</script>now</p>',
    '--B',
    'Content-Type: application/pdf; name="fees.pdf"',
    'Content-Disposition: attachment; filename="fees.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERg==',
    '--B--',
    '',
  ].join('\r\n')
  assert.equal(await deliver(raw, [person.email, 'permits@portal.example']), 250)
  assert.equal((await listed('Gebühr', 'permits@portal.example')).length, 1)
  const [summary] = await listed('Gebühr')
  const message = await mail.opened(person, summary?.id ?? '')
  assert.deepEqual(message.from, { name: 'Städte', address: 'city@austin.example' })
  assert.deepEqual(
    message.attachments.map(({ name, size, mimeType }) => [name, size, mimeType]),
    [['fees.pdf', 4, 'application/pdf']],
  )
  assert.match(
    (await mail.call('GET', `messages/${message.id}/raw`, person)).body,
    /Subject: =\?iso-8859-1\?Q\?Geb=FChr\?=/,
  )
  assert.equal(await deliver(raw), 250)
  assert.equal((await listed('Gebühr')).length, 2, 'a repeated Message-ID is kept too')
})

test('unknown recipients are refused with 550 (contract.md 6)', async () => {
  assert.equal(await deliver('Subject: x\r\n\r\nx', ['nobody@elsewhere.example']), 550)
  const gone = await portal.given.user({ role: 'team', status: 'DISABLED' })
  assert.equal(await deliver('Subject: x\r\n\r\nx', [gone.email]), 550)
})

test('malformed messages arrive and show what can be read', async () => {
  const broken = [
    '',
    '\r\n',
    'no header at all',
    'Subject: \u0000x\u0000\r\n\r\n\u0000',
    `Subject: ${'s'.repeat(1_048_576)}\r\n\r\nlong`,
  ]
  broken.push(
    'Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!',
    'From: <<<>>>\r\nTo: ;;,,\r\n\r\n',
  )
  broken.push(
    'Content-Type: text/plain; charset=x-unknown\r\n\r\n\u00e9',
    'Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nx',
  )
  const before = (await mail.listed(person, 'inbox')).length
  for (const raw of broken) assert.equal(await deliver(raw), 250, raw.slice(0, 60))
  const after = await mail.listed(person, 'inbox')
  assert.equal(after.length, before + broken.length)
  for (const { id } of after) {
    await mail.opened(person, id)
    assert.equal((await mail.call('GET', `messages/${id}/body`, person)).statusCode, 200)
  }
})

test('91: deep nesting, huge headers and ten thousand parts arrive truncated, say so, and are stored whole (issue 6)', async () => {
  const parts = Array.from(
    { length: 10_000 },
    (_, n) => `--B\r\nContent-Type: text/plain; name=${n}\r\nContent-Disposition: attachment\r\n\r\n${n}\r\n`,
  ).join('')
  const nested = Array.from(
    { length: 5_000 },
    (_, n) => `--B${n}\r\nContent-Type: multipart/mixed; boundary=B${n + 1}\r\n\r\n`,
  ).join('')
  const bombs: [Truncation, string][] = [
    ['parts', `Subject: Bomb of parts\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n${parts}--B--\r\n`],
    ['levels', `Subject: Bomb of levels\r\nContent-Type: multipart/mixed; boundary=B0\r\n\r\n${nested}`],
    ['head', `Subject: Bomb of head\r\nX-Head: ${'x'.repeat(6_000_000)}\r\n\r\nWords below the head`],
    ['length', `Subject: Bomb of length ${'x'.repeat(3_000)}\r\n\r\nx`],
  ]
  for (const [bound, raw] of bombs) {
    assert.equal(await deliver(raw), 250, bound)
    const [summary] = (await mail.listed(person, 'inbox')).filter(({ subject }) =>
      subject.startsWith(`Bomb of ${bound}`),
    )
    const message = await mail.opened(person, summary?.id ?? '')
    assert.equal(message.unreadRest, bound)
    assert.ok(message.attachments.length <= 1_000)
    if (bound === 'head') assert.match(message.text, /Words below the head/)
    const kept = await mail.call('GET', `messages/${message.id}/raw`, person)
    assert.ok(kept.body.length >= raw.length, 'the original is whole')
  }
  assert.equal(await deliver('Subject: After the bombs\r\n\r\nx'), 250)
  const [after] = await listed('After the bombs')
  assert.equal((await mail.opened(person, after?.id ?? '')).unreadRest, undefined)
})

test('a message above the announced size is refused with 552 (contract.md 6)', async () => {
  assert.equal(await deliver(`Subject: Too large\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(600_000)), 552)
  assert.deepEqual(await listed('Too large'), [])
})

test('a link to a named permit is offered, and a person can link, unlink and link again (decision 0033)', async () => {
  const org = await portal.given.org()
  const writer = await portal.given.user({ role: 'client', org })
  const admin = await portal.given.user({ role: 'admin' })
  const made = await portal.crud(admin, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Driveway', org, permitType: 'SIGN' },
  })
  const { pid } = made.json<{ pid: string }>()
  const record = await portal.crud(admin, { apiPath: `permits/${pid}`, method: 'GET' })
  const { refNo } = record.json<{ refNo: string }>()
  assert.equal(
    await deliver(`From: ${writer.email}\r\nSubject: About ${refNo.toLowerCase()}\r\n\r\nHello`),
    250,
  )
  const [summary] = await listed(`About ${refNo.toLowerCase()}`)
  const id = summary?.id ?? ''
  const { links, offeredLinks = [] } = await mail.opened(person, id)
  assert.deepEqual(links, [])
  assert.deepEqual(
    offeredLinks.map(({ collection, reason, detail }) => [collection, reason, detail]),
    [['permits', 'reference-number', refNo]],
  )
  const unlinked = await mail.call('DELETE', `messages/${id}/link`, person, { collection: 'permits', pid })
  assert.deepEqual([unlinked.statusCode, unlinked.json()], [200, { links: [], offeredLinks: [] }])
  const linked = await mail.call('POST', `messages/${id}/link`, person, { collection: 'permits', pid })
  const link = { collection: 'permits', pid, title: 'Driveway', reason: 'by-hand', detail: '' }
  assert.deepEqual(linked.json(), { links: [link], offeredLinks: [] })
  assert.equal(
    (
      await mail.call('POST', `messages/${id}/link`, person, {
        collection: 'permits',
        pid: portal.deps.ids.pid(),
      })
    ).statusCode,
    404,
  )
  assert.equal(
    (await mail.call('POST', `messages/${id}/link`, person, { collection: 'nowhere', pid })).statusCode,
    400,
  )
})
