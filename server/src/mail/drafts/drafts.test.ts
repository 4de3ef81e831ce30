import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MailDraft, Problem } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { givenMail } from '../test-support/given-mail.ts'
import { writing } from '../test-support/writing.ts'

let portal: TestApp
let mail: ReturnType<typeof writing>
let person: Person
before(async () => {
  portal = await startTestApp()
  mail = writing(portal)
  person = await portal.given.user({ role: 'team', name: 'Ann Lee' })
})
after(() => portal.close())

const office = 'permits@portal.example'
const ben = { name: 'Ben', address: 'ben@acme.example' }

/** A form with one file, as browsers send it. */
function form(name: string, content: string, type = 'text/plain') {
  const boundary = 'portal-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${head}${content}\r\n--${boundary}--\r\n`,
  }
}
const attach = (id: string, name: string, content: string) =>
  portal.send({ method: 'POST', url: `/api/mail/drafts/${id}/attachments`, ...form(name, content) }, person)

test('a draft is one row, and each save is its next version (contract.md 10.6)', async () => {
  const first = await mail.draft(person, { to: [ben], subject: 'Fees', html: '<p>Hello</p>' })
  assert.deepEqual(
    [first.version, first.to, first.cc, first.from],
    [1, [ben], [], { name: 'Ann Lee', address: person.email }],
  )
  const response = await mail.call('PATCH', `drafts/${first.id}`, person, {
    version: 1,
    html: '<p>Hello <b>Ben</b></p><p>Bye</p>',
  })
  assert.equal(response.statusCode, 200)
  const second = MailDraft.parse(response.json())
  assert.deepEqual(
    [second.id, second.version, second.subject, second.html],
    [first.id, 2, 'Fees', '<p>Hello <b>Ben</b></p><p>Bye</p>'],
  )
  const listed = (await mail.listed(person, 'drafts')).filter(({ subject }) => subject === 'Fees')
  assert.deepEqual(
    listed.map(({ id, preview }) => [id, preview]),
    [[first.id, 'Hello Ben Bye']],
  )
})

test('90: saving or sending an old version is refused with the current draft and changes nothing', async () => {
  const { id } = await mail.draft(person, { subject: 'One', to: [ben] })
  await mail.call('PATCH', `drafts/${id}`, person, { version: 1, subject: 'Two' })
  const stale = await mail.call('PATCH', `drafts/${id}`, person, { version: 1, subject: 'Three' })
  assert.equal(stale.statusCode, 409)
  const current = MailDraft.parse(Problem.parse(stale.json()).current)
  assert.deepEqual([current.version, current.subject], [2, 'Two'])
  assert.equal((await mail.send(person, id, 'k90', { version: 1 })).statusCode, 409)
  assert.equal((await mail.call('GET', `drafts/${id}`, person)).json<{ subject: string }>().subject, 'Two')
})

test('when tabs save the same version in parallel, one wins and the others get 409', async () => {
  const { id } = await mail.draft(person, {})
  const responses = await Promise.all(
    ['a', 'b', 'c'].map((subject) => mail.call('PATCH', `drafts/${id}`, person, { version: 1, subject })),
  )
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode).toSorted((a, other) => a - other),
    [200, 409, 409],
  )
})

test('85: a line break or NUL in an address, a name, the subject or a file name is refused', async () => {
  const { id } = await mail.draft(person, {})
  const bad = ['a\r\nBcc: x@evil.example', 'a\nb', 'a\rb', 'a\u0000b']
  for (const text of bad) {
    const bodies = [
      { subject: text },
      { to: [{ name: text, address: 'a@b.example' }] },
      { cc: [{ address: text }] },
      { bcc: [{ address: text }] },
    ]
    for (const body of bodies) {
      assert.equal((await mail.call('POST', 'drafts', person, body)).statusCode, 400, JSON.stringify(body))
      assert.equal(
        (await mail.call('PATCH', `drafts/${id}`, person, { version: 1, ...body })).statusCode,
        400,
        JSON.stringify(body),
      )
    }
  }
  const head = 'form-data; name="file"; filename*=utf-8\'\'a%0D%0Ab.txt'
  const payload = `--b\r\nContent-Disposition: ${head}\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  assert.equal(
    (
      await portal.send(
        { method: 'POST', url: `/api/mail/drafts/${id}/attachments`, headers, payload },
        person,
      )
    ).statusCode,
    400,
  )
  assert.equal((await mail.call('POST', 'drafts', person, { html: 'a\u0000b' })).statusCode, 400)
})

test('F12: an attachment form that is incomplete or has no boundary is refused with a message', async () => {
  const { id } = await mail.draft(person, {})
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
  for (const [payload, type] of [
    ['x', 'multipart/form-data; boundary=b'],
    [head, 'multipart/form-data; boundary=b'],
    [`${head}half a file`, 'multipart/form-data; boundary=b'],
    [`${head}half a file\r\n--b`, 'multipart/form-data; boundary=b'],
    [`${head}whole\r\n--b--\r\n`, 'multipart/form-data'],
    [`${head}whole\r\n--b--\r\n`, 'multipart/form-data; boundary=c'],
  ] as const) {
    const response = await portal.send(
      {
        method: 'POST',
        url: `/api/mail/drafts/${id}/attachments`,
        headers: { 'content-type': type },
        payload,
      },
      person,
    )
    assert.equal(response.statusCode, 400, `${JSON.stringify(payload)} ${type} -> ${response.body}`)
    assert.equal(Problem.parse(response.json()).type, 'validation-failed')
  }
  assert.deepEqual(MailDraft.parse((await mail.call('GET', `drafts/${id}`, person)).json()).attachments, [])
})

test('86: nobody can send from an address that is not theirs or the office’s', async () => {
  const other = await portal.given.user({ role: 'team' })
  for (const from of [other.email, 'ceo@acme.example', `x <${person.email}>`])
    assert.equal((await mail.call('POST', 'drafts', person, { from })).statusCode, 403, from)
  const { id } = await mail.draft(person, {})
  assert.equal(
    (await mail.call('PATCH', `drafts/${id}`, person, { version: 1, from: other.email })).statusCode,
    403,
  )
  const own = await mail.draft(person, { from: office.toUpperCase() })
  assert.equal(own.from.address, office)
  assert.equal((await mail.draft(person, {}, `?mailbox=${office}`)).from.address, office)
})

test('87: more than 100 recipients or 25 MB of attachments are refused', { timeout: 60_000 }, async () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ address: `p${n}@acme.example` }))
  assert.equal((await mail.call('POST', 'drafts', person, { to: people(101) })).statusCode, 400)
  assert.equal(
    (await mail.call('POST', 'drafts', person, { to: people(60), cc: people(41) })).statusCode,
    400,
  )
  const { id } = await mail.draft(person, { to: people(100) })
  assert.equal(
    (await mail.call('PATCH', `drafts/${id}`, person, { version: 1, bcc: people(1) })).statusCode,
    400,
  )
  assert.equal((await attach(id, 'big.bin', 'x'.repeat(25 * 1024 * 1024 + 1))).statusCode, 413)
  assert.equal((await attach(id, 'half.bin', 'x'.repeat(13 * 1024 * 1024))).statusCode, 201)
  assert.equal((await attach(id, 'other.bin', 'x'.repeat(13 * 1024 * 1024))).statusCode, 413)
  assert.equal(MailDraft.parse((await mail.call('GET', `drafts/${id}`, person)).json()).attachments.length, 1)
})

test('88: an attachment is bytes or a readable file of the portal, never a path or URL', async () => {
  const { id } = await mail.draft(person, {})
  for (const body of [
    { path: '/etc/passwd' },
    { href: 'http://127.0.0.1/' },
    { filePid: 'x', path: '/etc/passwd' },
    {},
    { filePid: 7 },
  ])
    assert.equal(
      (await mail.call('POST', `drafts/${id}/attachments`, person, body)).statusCode,
      400,
      JSON.stringify(body),
    )
  for (const filePid of ['/etc/passwd', portal.deps.ids.pid()])
    assert.equal(
      (await mail.call('POST', `drafts/${id}/attachments`, person, { filePid })).statusCode,
      404,
      filePid,
    )
  for (const body of [{ attachments: [{ path: '/etc/passwd' }] }, { path: '/etc/passwd' }])
    assert.equal((await mail.call('POST', 'drafts', person, body)).statusCode, 400, JSON.stringify(body))
})

test('attachments are uploaded by a form, listed with the draft, and deleted with their bytes', async () => {
  const { id } = await mail.draft(person, {})
  const { attachments } = MailDraft.parse((await attach(id, 'Plan ž.txt', 'plan')).json())
  assert.deepEqual(
    attachments.map(({ name, size, mimeType, contentId }) => [name, size, mimeType, contentId]),
    [['Plan ž.txt', 4, 'text/plain', null]],
  )
  const [added] = attachments
  assert.equal((await mail.call('GET', `messages/${id}/attachments/${added?.id}`, person)).body, 'plan')
  const left = await mail.call('DELETE', `drafts/${id}/attachments/${added?.id}`, person)
  assert.deepEqual(MailDraft.parse(left.json()).attachments, [])
  assert.equal((await mail.call('DELETE', `drafts/${id}/attachments/${added?.id}`, person)).statusCode, 404)
})

test('a discarded draft no longer exists', async () => {
  const { id } = await mail.draft(person, { subject: 'Away' })
  assert.equal((await mail.call('DELETE', `drafts/${id}`, person)).statusCode, 204)
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await mail.call(method, `drafts/${id}`, person)).statusCode, 404)
  assert.equal(
    (await mail.call('PATCH', `drafts/${id}`, person, { version: 1, subject: 'x' })).statusCode,
    404,
  )
})

test('a reply is a draft to the right people, with a sanitized quote and the pictures of the body', async () => {
  const { id } = await givenMail(portal.deps, {
    mailbox: person.email,
    subject: 'Re: Fees',
    from: ben,
    to: [
      { name: '', address: person.email },
      { name: 'Cara', address: 'cara@acme.example' },
    ],
    cc: [{ name: '', address: office }],
    html: '<p>See <img src="cid:seal"><script>alert(1)</script><img src="https://track.example/x.gif"></p>',
    files: [
      { name: 'seal.png', mimeType: 'image/png', text: 'png', contentId: 'seal' },
      { name: 'fees.pdf', mimeType: 'application/pdf', text: '%PDF' },
    ],
  })
  const answered = async (kind: string) => {
    const response = await mail.call('POST', `messages/${id}/${kind}`, person)
    assert.equal(response.statusCode, 201, response.body)
    return MailDraft.parse(response.json())
  }
  const [reply, all, forward] = [
    await answered('reply'),
    await answered('replyAll'),
    await answered('forward'),
  ]
  assert.deepEqual([reply.to, reply.cc, reply.subject], [[ben], [], 'RE: Fees'])
  assert.deepEqual(
    [all.to, all.cc].map((people) => people.map(({ address }) => address)),
    [[ben.address, 'cara@acme.example'], [office]],
  )
  assert.deepEqual([forward.to, forward.subject], [[], 'FW: Fees'])
  for (const { html, conversationId } of [reply, all, forward]) {
    assert.match(html, /<img[^>]+src="cid:seal"/)
    assert.doesNotMatch(html, /script|track\.example/)
    assert.equal(conversationId, id)
  }
  assert.deepEqual(
    [reply, all, forward].map(({ attachments }) => attachments.map(({ name }) => name)),
    [['seal.png'], ['seal.png'], ['seal.png', 'fees.pdf']],
  )
  const { headers } = await mail.opened(person, reply.id)
  const header = (name: string) => headers.find((header) => header.name === name)?.value
  assert.deepEqual(
    [header('In-Reply-To'), header('References')],
    [`<${id}@mail.example>`, `<${id}@mail.example>`],
  )
})

test('the line above a quoted message and the header of a forwarded one are in the language of the writer', async () => {
  const { id } = await givenMail(portal.deps, {
    mailbox: person.email,
    subject: 'Fees',
    from: ben,
    to: [{ name: '', address: person.email }],
    html: '<p>See</p>',
  })
  const quoteIn = async (kind: string, language: string) => {
    const response = await portal.send(
      {
        method: 'POST',
        url: `/api/mail/messages/${id}/${kind}`,
        headers: { 'accept-language': language },
        payload: {},
      },
      person,
    )
    return MailDraft.parse(response.json()).html
  }
  const author = 'Ben &lt;ben@acme.example&gt;'
  assert.match(await quoteIn('reply', 'en'), new RegExp(`On [A-Z][a-z]{2} \\d.*, ${author} wrote:`))
  assert.match(
    await quoteIn('reply', 'es'),
    new RegExp(`El \\d{1,2} [a-z]{3} \\d{4}, .*, ${author} escribió:`),
  )
  const forwarded = await quoteIn('forward', 'es')
  for (const label of ['De:', 'Enviado:', 'Para:', 'Asunto:']) assert.ok(forwarded.includes(label), forwarded)
  assert.doesNotMatch(forwarded, /From:|Sent:|To:|Subject:/)
})

test('42: drafts of other users are not found by any call', async () => {
  const stranger = await portal.given.user({ role: 'superadmin' })
  const { id } = await mail.draft(person, { to: [ben] })
  const calls = [
    mail.call('GET', `drafts/${id}`, stranger),
    mail.call('PATCH', `drafts/${id}`, stranger, { version: 1, subject: 'x' }),
    mail.call('DELETE', `drafts/${id}`, stranger),
    mail.call('POST', `drafts/${id}/attachments`, stranger, { filePid: 'x' }),
    mail.send(stranger, id),
    mail.call('DELETE', `drafts/${id}/send`, stranger),
    mail.call('POST', `messages/${id}/reply`, stranger),
    mail.call('POST', `messages/${id}/link`, stranger, { collection: 'permits', pid: 'x' }),
  ]
  assert.deepEqual(new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode)), new Set([404]))
  const client = await portal.given.user({ role: 'client', org: await portal.given.org() })
  assert.equal((await mail.call('POST', 'drafts', client, {})).statusCode, 403)
})

test('a retry with the same Idempotency-Key answers the current draft, and keys are per person (issue 5)', async () => {
  const key = { 'idempotency-key': 'composer-1' }
  const begin = async (who: Person, subject: string) =>
    MailDraft.parse((await mail.call('POST', 'drafts', who, { subject }, key)).json())
  const first = await begin(person, 'One')
  await mail.call('PATCH', `drafts/${first.id}`, person, { version: 1, subject: 'Two' })
  const again = await begin(person, 'One')
  assert.deepEqual([again.id, again.version, again.subject], [first.id, 2, 'Two'])
  const other = await begin(await portal.given.user({ role: 'team' }), 'Other')
  assert.notEqual(other.id, first.id)
})
