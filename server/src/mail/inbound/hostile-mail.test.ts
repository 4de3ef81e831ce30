import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createMailParser } from '../parsing/mail-parser.ts'
import { receiveMessage } from './receive-message.ts'
import { givenMail } from '../test-support/given-mail.ts'
import { longestStandstill } from '../test-support/longest-standstill.ts'
import { startReceivingPortal } from '../test-support/receiving.ts'
import type { ReceivingPortal } from '../test-support/receiving.ts'

/**
 * Maximum time that one call may block others. Alone it takes a tenth; the suite runs many files on few
 * cores.
 */
const maxStandstillMs = 2_000

let portal: ReceivingPortal['portal']
let mail: ReceivingPortal['mail']
let person: ReceivingPortal['person']
let deliver: ReceivingPortal['deliver']
let close: ReceivingPortal['close']
before(async () => {
  ;({ portal, mail, person, deliver, close } = await startReceivingPortal())
})
after(() => close())

/** Runs `work` while polling the health route, which must keep answering. */
async function besideOthers<Result>(work: () => Promise<Result>): Promise<Result> {
  const { result, standstillMs } = await longestStandstill(portal, work)
  assert.ok(standstillMs < maxStandstillMs, `others waited ${standstillMs.toFixed(0)} ms`)
  return result
}

test('S-03: References of 49,000 characters block nobody, and the message still gets its thread', async () => {
  assert.equal(await deliver('Message-ID: <first@city.example>\r\nSubject: First\r\n\r\nx'), 250)
  const long = Array.from({ length: 4 }, () => `References: ${'a'.repeat(49_000)}`).join('\r\n')
  const raw = `Subject: Long references\r\n${long}\r\nReferences: <first@city.example>\r\n\r\nHello`
  const others = await Promise.all(Array.from({ length: 5 }, () => portal.given.user({ role: 'team' })))
  assert.equal(
    await besideOthers(() => deliver(raw, [person.email, ...others.map(({ email }) => email)])),
    250,
  )
  const listed = await mail.listed(person, 'inbox')
  const [first, second] = ['First', 'Long references'].map((subject) =>
    listed.find((each) => each.subject === subject),
  )
  assert.equal(second?.conversationId, first?.conversationId)
})

test('S-03: a draft with 60,000 character references is saved without blocking others', async () => {
  const html = `<p>${'&#9;'.repeat(60_000)}x</p>`
  const draft = await besideOthers(() => mail.draft(person, { subject: 'Tabs', html }))
  assert.equal(draft.html, html)
})

test('S-03: a draft of 300,000 nested elements is flattened, saved, quoted and opened without blocking others', async () => {
  const draft = await besideOthers(() =>
    mail.draft(person, { subject: 'Deep', html: `${'<b>'.repeat(290_000)}bottom` }),
  )
  assert.ok(draft.html.split('<b>').length < 300 && draft.html.includes('bottom'), draft.html.slice(0, 100))
})

const deep = `${'<b>'.repeat(330_000)}bottom`
const bodies: Record<string, string> = {
  'nested elements': deep,
  'nested unknown elements': '<x>'.repeat(330_000),
  'nested blocks with text': '<div>x'.repeat(160_000),
  'comments within a link': `<a href="https://${'<!---->'.repeat(140_000)}">x</a>`,
  'links with long words': `<a href="https://a.example">${'x.'.repeat(20_000)}</a>`.repeat(20),
  attributes: `<p ${'a=b '.repeat(250_000)}>x</p>`,
  styles: `<p style="${'margin:1px 1px;'.repeat(60_000)}">x</p>`,
  'style of one long value': `<p style="font-family:${'a '.repeat(400_000)}">x</p>`,
  'open angle brackets': '<'.repeat(1_000_000),
  'unclosed comments': '<!--'.repeat(250_000),
  'pictures from elsewhere': '<img src=//a.example/b>'.repeat(40_000),
  'coded characters': '&amp'.repeat(250_000),
}

for (const [name, html] of Object.entries(bodies))
  test(`S-03: a stored body of ${name} is opened, shown, quoted and forwarded without blocking others`, async () => {
    const { id } = await givenMail(portal.deps, { mailbox: person.email, subject: name, html, text: 'x' })
    await besideOthers(async () => {
      const message = await mail.opened(person, id)
      assert.equal(message.unreadRest, html.length > 500_000 ? 'length' : undefined)
      const body = await mail.call('GET', `messages/${id}/body?pictures=shown`, person)
      assert.equal(body.statusCode, 200)
      const forwarded = await mail.call('POST', `messages/${id}/forward`, person)
      assert.equal(forwarded.statusCode, 201, forwarded.body.slice(0, 300))
      const draft = forwarded.json<{ id: string; version: number; html: string }>()
      const saved = await mail.call('PATCH', `drafts/${draft.id}`, person, {
        version: draft.version,
        html: `${draft.html}<p>Signed</p>`,
      })
      assert.equal(saved.statusCode, 200, 'what is quoted is never longer than a draft may be')
    })
  })

test('S-03: a message with a hostile HTML part arrives without blocking others', async () => {
  for (const html of [
    deep,
    bodies['comments within a link'] ?? '',
    `${'&#9;'.repeat(200_000)}x`,
    '<br>'.repeat(200_000),
  ]) {
    const raw = `Subject: Hostile body\r\nContent-Type: text/html\r\n\r\n${html}`
    assert.equal(await besideOthers(() => deliver(raw)), 250)
  }
})

test('S-03: headers with megabytes of addresses, encoded words or comments arrive without blocking others', async () => {
  const heads = [
    `To: ${'a@b.example, '.repeat(300_000)}`,
    `Subject: ${'=?utf-8?Q?a?= '.repeat(70_000)}`,
    `From: ${'('.repeat(500_000)}${')'.repeat(500_000)} <a@b.example>`,
    `To: ${'"'.repeat(900_000)}`,
    `To: ${'a:'.repeat(400_000)};`,
    `Content-Type: text/plain; ${'a*0=b; '.repeat(100_000)}`,
  ]
  for (const head of heads)
    assert.equal(await besideOthers(() => deliver(`${head}\r\n\r\nx`)), 250, head.slice(0, 40))
})

test('S-03: a text of up to 2,000,000 characters arrives, is indexed and is shown without blocking others', async () => {
  for (const text of [
    'ﷺ'.repeat(600_000),
    ' '.repeat(2_000_000),
    'http://a.example/ '.repeat(110_000),
    '.\n'.repeat(100_000),
  ]) {
    const raw = `Subject: Long text\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`
    assert.equal(await besideOthers(() => deliver(raw)), 250)
  }
  for (const { id, subject } of await mail.listed(person, 'inbox')) {
    if (subject !== 'Long text') continue
    assert.equal((await besideOthers(() => mail.call('GET', `messages/${id}/body`, person))).statusCode, 200)
  }
})

// The first limit leaves no time for the beginning either, as on a machine that is busy.
for (const timeoutMs of [1, 1_000]) {
  test(`S-03: a message that cannot be parsed in ${timeoutMs} ms is stored and listed with sender and subject, and says why`, async () => {
    const mailParser = createMailParser({ timeoutMs, memoryMb: 256 })
    const title = `Endless ${timeoutMs}`
    const raw = Buffer.from(
      `From: city@austin.example\r\nSubject: ${title}\r\n\r\n${'y\n'.repeat(4_000_000)}`,
    )
    try {
      await receiveMessage({ ...portal.deps, mailParser }, raw, [person.email.toLowerCase()], {
        ip: '127.0.0.1',
        helo: 'localhost',
        sender: '',
      })
    } finally {
      await mailParser.close()
    }
    const [summary] = (await mail.listed(person, 'inbox')).filter(
      ({ subject, from }) => subject === title && from.address === 'city@austin.example',
    )
    const message = await mail.opened(person, summary?.id ?? '')
    assert.match(message.unreadRest ?? '', /^(time|memory)$/)
    assert.match(message.text, /^y/)
    const { rawPayload } = await mail.call('GET', `messages/${message.id}/raw`, person)
    assert.equal(rawPayload.length, raw.length)
  })
}
