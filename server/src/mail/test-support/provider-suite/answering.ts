import assert from 'node:assert/strict'
import { MailDraft, MailSending } from '@portal/contract'
import type { ReplyKind } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import type { Promises, Stage } from './stage.ts'

async function answered({ mail }: Stage, reader: Person, id: string, kind: ReplyKind): Promise<MailDraft> {
  const response = await mail.call('POST', `messages/${id}/${kind}`, reader)
  assert.equal(response.statusCode, 201, response.body)
  return MailDraft.parse(response.json())
}
const addresses = (people: readonly { address: string }[]) => people.map(({ address }) => address)
const cara = { name: 'Cara', address: 'cara@acme.example' }

export const answeringPromises: Promises = {
  'a reply goes to the sender, under RE: once, above the quoted words': async (stage) => {
    const reader = await stage.person()
    const draft = await answered(
      stage,
      reader,
      await stage.given(reader, { subject: 'RE: Fence', html: '<p>How high?</p>' }),
      'reply',
    )
    assert.deepEqual([addresses(draft.to), draft.cc, draft.subject], [['sam@acme.example'], [], 'RE: Fence'])
    assert.match(draft.html, /<blockquote>.*How high\?/s)
  },
  'a reply goes to Reply-To where there is one': async (stage) => {
    const reader = await stage.person()
    const draft = await answered(
      stage,
      reader,
      await stage.given(reader, { replyTo: [{ name: '', address: 'desk@acme.example' }] }),
      'reply',
    )
    assert.deepEqual(addresses(draft.to), ['desk@acme.example'])
  },
  'a reply to all goes to everybody but the reader': async (stage) => {
    const reader = await stage.person()
    const to = [
      { name: 'Reader', address: reader.email },
      { name: 'Ben', address: 'ben@acme.example' },
    ]
    const draft = await answered(stage, reader, await stage.given(reader, { to, cc: [cara] }), 'replyAll')
    assert.deepEqual(
      [addresses(draft.to), addresses(draft.cc)],
      [['sam@acme.example', 'ben@acme.example'], ['cara@acme.example']],
    )
  },
  'a reply keeps the pictures of the body and leaves the attachments': async (stage) => {
    const reader = await stage.person()
    const files = [
      { name: 'seal.png', mimeType: 'image/png', text: 'picture', cid: 'seal@city' },
      { name: 'plan.pdf', mimeType: 'application/pdf', text: '%PDF' },
    ]
    const draft = await answered(
      stage,
      reader,
      await stage.given(reader, { html: '<p><img src="cid:seal@city"></p>', files }),
      'reply',
    )
    assert.deepEqual(
      draft.attachments.map(({ name, contentId }) => [name, contentId]),
      [['seal.png', 'seal@city']],
    )
    assert.match(draft.html, /src="cid:seal@city"/)
  },
  'a forward goes to nobody yet and takes attachments and pictures along': async (stage) => {
    const { person, given, mail } = stage
    const reader = await person()
    const files = [
      { name: 'seal.png', mimeType: 'image/png', text: 'picture', cid: 'seal@city' },
      { name: 'plan.pdf', mimeType: 'application/pdf', text: '%PDF' },
    ]
    const id = await given(reader, { subject: 'Fence', html: '<p><img src="cid:seal@city"></p>', files })
    const draft = await answered(stage, reader, id, 'forward')
    assert.deepEqual(
      [draft.to, draft.subject, draft.attachments.map(({ name }) => name).toSorted()],
      [[], 'FW: Fence', ['plan.pdf', 'seal.png']],
    )
    const plan = draft.attachments.find(({ name }) => name === 'plan.pdf')
    assert.equal(
      (await mail.call('GET', `messages/${draft.id}/attachments/${plan?.id}`, reader)).body,
      '%PDF',
    )
  },
  'an answer is in the thread of what it answers': async (stage) => {
    const { person, given, mail } = stage
    const reader = await person()
    const id = await given(reader)
    const original = await mail.opened(reader, id)
    const draft = await answered(stage, reader, id, 'reply')
    assert.equal(draft.conversationId, original.conversationId)
    const headers = new Map(
      (await mail.opened(reader, draft.id)).headers.map(({ name, value }) => [name, value]),
    )
    const own = original.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value
    assert.deepEqual([headers.get('In-Reply-To'), headers.get('References')], [own, own])
  },
  'what is answered stays as it was': async (stage) => {
    const reader = await stage.person()
    const id = await stage.given(reader, { subject: 'Fence' })
    await answered(stage, reader, id, 'reply')
    assert.deepEqual(
      [(await stage.mail.opened(reader, id)).subject, await stage.counts(reader)],
      ['Fence', { inbox: [1, 1], drafts: [0, 1] }],
    )
  },
  'a draft is saved under its id, and an older version is refused with the newer one': async ({
    person,
    mail,
  }) => {
    const reader = await person()
    const { id, version } = await mail.draft(reader, { subject: 'One' })
    assert.equal(
      (await mail.call('PATCH', `drafts/${id}`, reader, { version, subject: 'Two' })).statusCode,
      200,
    )
    const stale = await mail.call('PATCH', `drafts/${id}`, reader, { version, subject: 'Three' })
    assert.deepEqual([stale.statusCode, stale.json<{ current: MailDraft }>().current.subject], [409, 'Two'])
  },
  'a draft that is thrown away is gone': async ({ person, mail, counts }) => {
    const reader = await person()
    const { id } = await mail.draft(reader, { subject: 'One' })
    assert.equal((await mail.call('DELETE', `drafts/${id}`, reader)).statusCode, 204)
    assert.deepEqual(await counts(reader), {})
  },
}

const sentTo = (person: Person, more: object = {}) => ({
  to: [{ address: person.email }],
  subject: 'Sent',
  html: '<p>Words</p>',
  ...more,
})

export const sendingPromises: Promises = {
  'what is sent arrives at a colleague and lies in the sent items, once': async ({
    person,
    mail,
    arrived,
    list,
  }) => {
    const [writer, reader] = [await person(), await person()]
    const { id } = await mail.draft(writer, sentTo(reader))
    await mail.sent(writer, id)
    assert.equal((await mail.ended(writer, id)).sending?.state, 'sent')
    const copy = await arrived(reader, 'inbox', 'Sent')
    assert.match((await mail.opened(reader, copy.id)).text, /Words/)
    assert.equal(copy.from.address, writer.email)
    await arrived(writer, 'sentitems', 'Sent')
    assert.deepEqual(
      [(await list(reader, 'folder=inbox')).count, (await list(writer, 'folder=sentitems')).count],
      [1, 1],
    )
  },
  'the same Idempotency-Key three times at once sends one message': async ({
    person,
    mail,
    arrived,
    list,
  }) => {
    const [writer, reader] = [await person(), await person()]
    const { id } = await mail.draft(writer, sentTo(reader))
    const responses = await Promise.all([1, 2, 3].map(() => mail.send(writer, id, `once-${id}`)))
    assert.equal(new Set(responses.map((response) => MailSending.parse(response.json()).id)).size, 1)
    await mail.ended(writer, id)
    await arrived(reader, 'inbox', 'Sent')
    assert.equal((await list(reader, 'folder=inbox')).count, 1)
  },
  'a blind copy arrives and is named to nobody': async ({ person, mail, arrived }) => {
    const [writer, reader, blind] = [await person(), await person(), await person()]
    const { id } = await mail.draft(writer, sentTo(reader, { bcc: [{ address: blind.email }] }))
    await mail.sent(writer, id)
    await mail.ended(writer, id)
    for (const each of [reader, blind]) {
      const message = await mail.opened(each, (await arrived(each, 'inbox', 'Sent')).id)
      assert.deepEqual(message.bcc, [])
      assert.doesNotMatch(JSON.stringify(message.headers), new RegExp(blind.email))
    }
  },
  'attachments arrive as they were attached, small and large': async ({ person, mail, portal, arrived }) => {
    const [writer, reader] = [await person(), await person()]
    const { id } = await mail.draft(writer, sentTo(reader))
    const large = 'x'.repeat(5_000_000)
    for (const text of ['small', large]) {
      const form = new FormData()
      form.append('file', new Blob([text], { type: 'text/plain' }), `${text.length}.txt`)
      const request = new Request('http://localhost/', { method: 'POST', body: form })
      const headers = { 'content-type': request.headers.get('content-type') ?? '' }
      const payload = Buffer.from(await request.arrayBuffer())
      const response = await portal.send(
        { method: 'POST', url: `/api/mail/drafts/${id}/attachments`, headers, payload },
        writer,
      )
      assert.equal(response.statusCode, 201, response.body)
    }
    await mail.sent(writer, id)
    assert.equal((await mail.ended(writer, id)).sending?.state, 'sent')
    const copy = await mail.opened(reader, (await arrived(reader, 'inbox', 'Sent')).id)
    assert.deepEqual(
      copy.attachments.map(({ size }) => size).toSorted((a, other) => a - other),
      [5, 5_000_000],
    )
    const big = copy.attachments.find(({ size }) => size > 5)
    assert.equal((await mail.call('GET', `messages/${copy.id}/attachments/${big?.id}`, reader)).body, large)
  },
  'what is sent to the outside leaves once': async ({ person, mail, backstage }) => {
    const writer = await person()
    const address = `out-${writer.pid.toLowerCase()}@acme.example`
    const { id } = await mail.draft(writer, sentTo(writer, { to: [{ address }] }))
    await mail.sent(writer, id)
    await mail.ended(writer, id)
    await mail.until(
      async () => backstage.outside().filter((each) => each === address).length,
      (count) => count > 0,
    )
    assert.equal(backstage.outside().filter((each) => each === address).length, 1)
  },
  'a reply arrives in the thread of the reader': async (stage) => {
    const { person, mail, arrived } = stage
    const [writer, reader] = [await person(), await person()]
    const { id } = await mail.draft(writer, sentTo(reader))
    await mail.sent(writer, id)
    await mail.ended(writer, id)
    const copy = await arrived(reader, 'inbox', 'Sent')
    const reply = await answered(stage, reader, copy.id, 'reply')
    await mail.sent(reader, reply.id)
    await mail.ended(reader, reply.id)
    const back = await arrived(writer, 'inbox', 'RE: Sent')
    assert.equal(back.conversationId, (await arrived(writer, 'sentitems', 'Sent')).conversationId)
  },
  'what is taken back in time is sent to nobody': async ({ person, mail, list, counts }) => {
    const [writer, reader] = [await person(), await person()]
    const { id } = await mail.draft(writer, sentTo(reader))
    await mail.sent(writer, id)
    assert.equal((await mail.call('DELETE', `drafts/${id}/send`, writer)).statusCode, 200)
    assert.deepEqual(
      [(await list(reader, 'folder=inbox')).count, await counts(writer)],
      [0, { drafts: [0, 1] }],
    )
  },
  'a message is linked to a record and stands among what is related to it': async ({
    person,
    given,
    mail,
    portal,
  }) => {
    const reader = await person()
    const admin = await portal.given.user({ role: 'admin' })
    const body = { title: 'Shed', org: await portal.given.org(), permitType: 'SIGN' }
    const { pid } = (await portal.crud(admin, { apiPath: 'permits', method: 'POST', body })).json<{
      pid: string
    }>()
    const id = await given(reader, { subject: 'The shed' })
    const linked = await mail.call('POST', `messages/${id}/link`, reader, { collection: 'permits', pid })
    assert.deepEqual(linked.json(), {
      links: [{ collection: 'permits', pid, title: 'Shed', reason: 'by-hand', detail: '' }],
      offeredLinks: [],
    })
    const related = async () =>
      (await portal.crud(reader, { apiPath: `permits/${pid}/related`, method: 'GET' })).body
    assert.match(await related(), /"title":"The shed"/)
    assert.deepEqual(
      (await mail.call('DELETE', `messages/${id}/link`, reader, { collection: 'permits', pid })).json(),
      {
        links: [],
        offeredLinks: [],
      },
    )
    assert.doesNotMatch(await related(), /The shed/)
  },
  'an attachment becomes a file of a record': async ({ person, given, mail, portal }) => {
    const reader = await person()
    const id = await given(reader, {
      files: [{ name: 'plan.pdf', mimeType: 'application/pdf', text: '%PDF-1.4' }],
    })
    const { attachments } = await mail.opened(reader, id)
    const response = await mail.call(
      'POST',
      `messages/${id}/attachments/${attachments[0]?.id}/save`,
      reader,
      {
        parentId: 'team',
      },
    )
    assert.equal(response.statusCode, 201, response.body)
    const { file } = response.json<{ file: { pid: string } }>()
    assert.equal(
      (await portal.send({ method: 'GET', url: `/api/files/${file.pid}/content` }, reader)).body,
      '%PDF-1.4',
    )
  },
}
