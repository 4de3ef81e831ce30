import assert from 'node:assert/strict'
import { MailConversationMessages } from '@portal/contract'
import type { MailMessageSummary } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import type { Promises, Stage } from './stage.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 3, 9, minute))

/** Two messages of one conversation, one of them read and archived, and an unrelated message. */
async function given({
  given: put,
  person,
  opened,
}: Stage): Promise<{ reader: Person; first: string; answer: string }> {
  const reader = await person()
  const first = await put(reader, { subject: 'Fence', receivedAt: at(1), folder: 'archive', isRead: true })
  const messageId =
    (await opened(reader, first)).headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? ''
  const headers = { References: messageId, 'In-Reply-To': messageId }
  await put(reader, { subject: 'Sign', receivedAt: at(2) })
  const response = await put(reader, { subject: 'Re: Fence', receivedAt: at(3), headers })
  await put(reader, { subject: 'Re: Fence, again', receivedAt: at(4), headers })
  return { reader, first, answer: response }
}

async function conversationOf({ mail }: Stage, reader: Person, id: string): Promise<MailMessageSummary[]> {
  const response = await mail.call('GET', `conversations?id=${encodeURIComponent(id)}`, reader)
  assert.equal(response.statusCode, 200, response.body)
  return MailConversationMessages.parse(response.json()).messages
}

export const conversingPromises: Promises = {
  'a folder by conversation lists the newest message of each, with what else there is of it in the folder':
    async (stage) => {
      const { reader, answer } = await given(stage)
      const { messages, count } = await stage.list(reader, 'folder=inbox&group=conversation')
      assert.deepEqual([messages.map(({ subject }) => subject), count], [['Re: Fence, again', 'Sign'], 2])
      const [fence, sign] = messages.map(({ conversation }) => conversation)
      assert.deepEqual([fence?.unreadCount, fence?.ids.length, fence?.ids.includes(answer)], [2, 2, true])
      assert.deepEqual([sign?.count, sign?.unreadCount], [1, 1])
      assert.ok((fence?.count ?? 0) >= 2)
      const pages = await Promise.all(
        [1, 2, 3].map((page) =>
          stage.subjects(reader, `folder=inbox&group=conversation&pageSize=1&page=${page}`),
        ),
      )
      assert.deepEqual(pages, [['Re: Fence, again'], ['Sign'], []])
      assert.equal((await stage.list(reader, 'folder=inbox')).count, 3, 'and without it by message')
    },
  'a conversation has the messages of every folder, the newest first, without what is deleted': async (
    stage,
  ) => {
    const { reader, answer } = await given(stage)
    const { conversationId } = await stage.opened(reader, answer)
    const subjects = async () =>
      (await conversationOf(stage, reader, conversationId)).map(({ subject, folder }) => [subject, folder])
    assert.deepEqual(await subjects(), [
      ['Re: Fence, again', 'inbox'],
      ['Re: Fence', 'inbox'],
      ['Fence', 'archive'],
    ])
    await stage.change(reader, [{ id: answer, folder: 'deleteditems' }])
    assert.deepEqual(await subjects(), [
      ['Re: Fence, again', 'inbox'],
      ['Fence', 'archive'],
    ])
  },
  'what is answered from here is part of the conversation': async (stage) => {
    const { reader, answer } = await given(stage)
    const { conversationId } = await stage.opened(reader, answer)
    const draft = await stage.mail.call('POST', `messages/${answer}/reply`, reader, {})
    await stage.mail.sent(reader, draft.json<{ id: string }>().id)
    await stage.arrived(reader, 'sentitems', 'RE: Fence')
    assert.deepEqual(
      (await conversationOf(stage, reader, conversationId)).map(({ subject, folder }) => [subject, folder]),
      [
        ['RE: Fence', 'sentitems'],
        ['Re: Fence, again', 'inbox'],
        ['Re: Fence', 'inbox'],
        ['Fence', 'archive'],
      ],
    )
  },
  'nobody reads a conversation of another mailbox by its name': async (stage) => {
    const { reader, answer } = await given(stage)
    const { conversationId } = await stage.opened(reader, answer)
    const other = await stage.person()
    assert.deepEqual(await conversationOf(stage, other, conversationId), [])
    const asked = `conversations?id=${encodeURIComponent(conversationId)}&mailbox=${encodeURIComponent(reader.email)}`
    assert.equal((await stage.mail.call('GET', asked, other)).statusCode, 404)
  },
}
