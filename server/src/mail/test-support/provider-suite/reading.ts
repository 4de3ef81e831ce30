import assert from 'node:assert/strict'
import { MailFolders, mailFolderIds } from '@portal/contract'
import type { GivenFolder, Promises, Stage } from './stage.ts'

const filled: readonly GivenFolder[] = [
  'inbox',
  'archive',
  'conversationhistory',
  'deleteditems',
  'junkemail',
  'sentitems',
]

const inFolders = Object.fromEntries(
  filled.map((folder) => [
    `what lies in ${folder} is counted and listed there and nowhere else`,
    async ({ person, given, counts, subjects }: Stage) => {
      const reader = await person()
      await given(reader, { folder, subject: 'Here' })
      await given(reader, { folder, subject: 'There', isRead: true })
      assert.deepEqual(await counts(reader), { [folder]: [1, 2] })
      for (const each of filled)
        assert.deepEqual(
          await subjects(reader, `folder=${each}`),
          each === folder ? ['There', 'Here'] : [],
          each,
        )
    },
  ]),
)

/** Unknown ids. */
const strangeIds = ['nowhere', 'inbox', '%00', '..%2F..', `AAkALg${'x'.repeat(40)}`, 'x'.repeat(250), "a'b"]

export const readingPromises: Promises = {
  'a new mailbox has the eight folders in the order of the contract, all empty': async ({ person, mail }) => {
    const { folders } = MailFolders.parse((await mail.call('GET', 'folders', await person())).json())
    assert.deepEqual(
      folders.map(({ id, totalCount }) => [id, totalCount]),
      mailFolderIds.map((id) => [id, 0]),
    )
  },
  ...inFolders,
  'a draft is counted and listed in drafts': async ({ person, mail, counts, subjects }) => {
    const reader = await person()
    await mail.draft(reader, { subject: 'Written' })
    assert.deepEqual(
      [await counts(reader), await subjects(reader, 'folder=drafts')],
      [{ drafts: [0, 1] }, ['Written']],
    )
  },
  'what is being sent is counted and listed in the outbox': async ({ person, mail, counts, subjects }) => {
    const reader = await person()
    const { id } = await mail.draft(reader, { subject: 'Leaving', to: [{ address: reader.email }] })
    await mail.sent(reader, id)
    assert.deepEqual(
      [await counts(reader), await subjects(reader, 'folder=outbox')],
      [{ outbox: [0, 1] }, ['Leaving']],
    )
    await mail.call('DELETE', `drafts/${id}/send`, reader)
  },
  'messages are listed newest first': async ({ person, given, subjects }) => {
    const reader = await person()
    for (const [subject, hour] of [
      ['Second', 2],
      ['First', 1],
      ['Third', 3],
    ] as const)
      await given(reader, { subject, receivedAt: new Date(Date.UTC(2026, 10, 2, hour)) })
    assert.deepEqual(await subjects(reader, 'folder=inbox'), ['Third', 'Second', 'First'])
  },
  'pages neither overlap nor leave out, and each tells the whole count': async ({ person, given, list }) => {
    const reader = await person()
    for (let n = 0; n < 23; n += 1) await given(reader, { subject: `N${n}` })
    const pages = await Promise.all([1, 2, 3].map((page) => list(reader, `pageSize=10&page=${page}`)))
    assert.deepEqual(
      pages.map(({ messages, count }) => [messages.length, count]),
      [
        [10, 23],
        [10, 23],
        [3, 23],
      ],
    )
    assert.equal(new Set(pages.flatMap(({ messages }) => messages.map(({ id }) => id))).size, 23)
  },
  'a page far beyond the end is empty and tells the true count': async ({ person, given, list }) => {
    const reader = await person()
    await given(reader)
    assert.deepEqual(await list(reader, 'page=1000000'), { messages: [], count: 1 })
  },
  'a line of the list says who, when, what, and shows a preview': async ({ person, given, list }) => {
    const reader = await person()
    const receivedAt = new Date('2026-11-05T09:30:00.000Z')
    await given(reader, {
      subject: 'Fees',
      text: 'The fees\r\nare due',
      from: { name: 'Ann', address: 'ann@city.example' },
      receivedAt,
    })
    const [line] = (await list(reader, '')).messages
    assert.deepEqual(
      [line?.subject, line?.from, line?.receivedAt, line?.isRead, line?.flag, line?.hasAttachments],
      ['Fees', { name: 'Ann', address: 'ann@city.example' }, receivedAt.toISOString(), false, false, false],
    )
    assert.deepEqual(
      [line?.to, line?.preview],
      [[{ name: 'Reader', address: reader.email }], 'The fees are due'],
    )
  },
  'read and flagged messages are listed as such': async ({ person, given, list }) => {
    const reader = await person()
    await given(reader, { isRead: true, flag: true })
    const [line] = (await list(reader, '')).messages
    assert.deepEqual([line?.isRead, line?.flag], [true, true])
  },
  'an attachment shows in the list, a picture of the body does not': async ({ person, given, list }) => {
    const reader = await person()
    const html = '<p><img src="cid:seal"></p>'
    await given(reader, {
      subject: 'Picture',
      html,
      files: [{ name: 'seal.png', mimeType: 'image/png', text: 'x', cid: 'seal' }],
    })
    await given(reader, {
      subject: 'Plan',
      files: [{ name: 'plan.pdf', mimeType: 'application/pdf', text: '%PDF' }],
    })
    const { messages } = await list(reader, '')
    assert.deepEqual(
      messages.map(({ subject, hasAttachments }) => [subject, hasAttachments]),
      [
        ['Plan', true],
        ['Picture', false],
      ],
    )
  },
  'an opened message tells folder, people, words and headers': async ({ person, given, mail }) => {
    const reader = await person()
    const cc = [{ name: 'Cara', address: 'cara@acme.example' }]
    const replyTo = [{ name: '', address: 'desk@acme.example' }]
    const id = await given(reader, {
      text: 'Words to read',
      cc,
      replyTo,
      headers: { 'X-Case': '4711' },
      folder: 'archive',
    })
    const message = await mail.opened(reader, id)
    assert.deepEqual([message.folder, message.cc, message.replyTo, message.bcc], ['archive', cc, replyTo, []])
    assert.match(message.text, /Words to read/)
    const headers = new Map(message.headers.map(({ name, value }) => [name.toLowerCase(), value]))
    assert.equal(headers.get('x-case'), '4711')
    assert.match(headers.get('message-id') ?? '', /^<given-\d+@acme\.example>$/)
  },
  'names, subjects and words of any language are read as they were written': async ({
    person,
    given,
    mail,
  }) => {
    const reader = await person()
    const id = await given(reader, {
      subject: 'Größe 東京 🎉',
      text: 'Żółć العربية',
      from: { name: 'Åsa Öberg', address: 'asa@acme.example' },
    })
    const { subject, text, from } = await mail.opened(reader, id)
    assert.deepEqual([subject, from.name], ['Größe 東京 🎉', 'Åsa Öberg'])
    assert.match(text, /Żółć العربية/)
  },
  'attachments are listed with name, type and size, and downloaded as they were sent': async ({
    person,
    given,
    mail,
  }) => {
    const reader = await person()
    const id = await given(reader, {
      files: [{ name: 'Plan ž.pdf', mimeType: 'application/pdf', text: '%PDF-1.4' }],
    })
    const { attachments } = await mail.opened(reader, id)
    assert.deepEqual(
      attachments.map(({ name, mimeType, size }) => [name, mimeType, size]),
      [['Plan ž.pdf', 'application/pdf', 8]],
    )
    const download = await mail.call('GET', `messages/${id}/attachments/${attachments[0]?.id}`, reader)
    assert.deepEqual([download.body, download.headers['content-type']], ['%PDF-1.4', 'application/pdf'])
    assert.match(String(download.headers['content-disposition']), /^attachment/)
  },
  'pictures that came with a message are shown in its body': async ({ person, given, mail, portal }) => {
    const reader = await person()
    const html = '<p>Seal <img src="cid:seal@city"></p>'
    const id = await given(reader, {
      html,
      files: [{ name: 'seal.png', mimeType: 'image/png', text: 'picture', cid: 'seal@city' }],
    })
    const { attachments, bodyUrl } = await mail.opened(reader, id)
    assert.deepEqual(attachments, [])
    const { body } = await portal.send({ method: 'GET', url: bodyUrl }, reader)
    const [, address = ''] = /<img[^>]* src="([^"]+)"/.exec(body) ?? []
    const picture = await portal.send({ method: 'GET', url: address.replaceAll('&amp;', '&') }, reader)
    assert.deepEqual([picture.statusCode, picture.body], [200, 'picture'])
  },
  'the body runs nothing and loads nothing from elsewhere': async ({ person, given, mail, portal }) => {
    const reader = await person()
    const html =
      '<p onclick="alert(1)">Hi<script>alert(1)</script><img src="https://track.example/x.gif"></p>'
    const message = await mail.opened(reader, await given(reader, { html }))
    assert.equal(message.blockedPictures, 1)
    const { body } = await portal.send({ method: 'GET', url: message.bodyUrl }, reader)
    assert.match(body, /Hi/)
    assert.doesNotMatch(body, /<script|onclick|track\.example/)
  },
  'the raw message is downloaded as it came': async ({ person, given, mail }) => {
    const reader = await person()
    const id = await given(reader, { subject: 'Raw', headers: { 'X-Case': '4711' } })
    const { body, headers } = await mail.call('GET', `messages/${id}/raw`, reader)
    assert.match(body, /^X-Case: 4711\r$/m)
    assert.equal(headers['content-type'], 'message/rfc822')
  },
  'an attachment that is not there is not found': async ({ person, given, mail }) => {
    const reader = await person()
    const id = await given(reader)
    for (const aid of ['nothing', 'AAkALgAAAA'])
      assert.equal((await mail.call('GET', `messages/${id}/attachments/${aid}`, reader)).statusCode, 404)
  },
  'another person’s message is not found, by any call': async ({ person, given, mail }) => {
    const [owner, stranger] = [await person(), await person()]
    const id = await given(owner)
    for (const part of ['', '/body', '/raw'])
      assert.equal((await mail.call('GET', `messages/${id}${part}`, stranger)).statusCode, 404)
    assert.equal((await mail.call('PATCH', `messages/${id}`, stranger, { isRead: true })).statusCode, 404)
    assert.equal((await mail.call('DELETE', `messages/${id}`, stranger)).statusCode, 404)
    assert.equal((await mail.opened(owner, id)).isRead, false)
  },
  'ids that are nobody’s are not found': async ({ person, mail }) => {
    const reader = await person()
    for (const id of strangeIds) {
      assert.equal((await mail.call('GET', `messages/${id}`, reader)).statusCode, 404, id)
      assert.equal((await mail.call('DELETE', `messages/${id}`, reader)).statusCode, 404, id)
    }
  },
}
