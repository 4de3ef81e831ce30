import assert from 'node:assert/strict'
import { DeleteMailResponse } from '@portal/contract'
import type { MailPatch } from '@portal/contract'
import type { Keep, Promises, Stage } from './stage.ts'

const moves: [string, Keep][] = (
  ['archive', 'conversationhistory', 'deleteditems', 'junkemail', 'sentitems'] as const
).map((folder) => [
  `a message moved to ${folder} lies there under the same id`,
  async ({ person, given, mail, counts }: Stage) => {
    const reader = await person()
    const id = await given(reader)
    const response = await mail.call('PATCH', `messages/${id}`, reader, { folder })
    assert.equal(response.statusCode, 200, response.body)
    const message = await mail.opened(reader, id)
    assert.deepEqual([message.folder, await counts(reader)], [folder, { [folder]: [1, 1] }])
  },
])

const patches: [string, MailPatch, Partial<{ isRead: boolean; flag: boolean }>, MailPatch][] = [
  ['marked as read', { isRead: true }, {}, { isRead: false }],
  ['marked as unread', { isRead: false }, { isRead: true }, { isRead: true }],
  ['flagged', { flag: true }, {}, { flag: false }],
  ['unflagged', { flag: false }, { flag: true }, { flag: true }],
  ['read and flagged at once', { isRead: true, flag: true }, {}, { isRead: false, flag: false }],
]

const set: [string, Keep][] = patches.map(([name, patch, before, undo]) => [
  `a message ${name} is so from then on, and what undoes it is told`,
  async ({ person, given, mail, change }: Stage) => {
    const reader = await person()
    const id = await given(reader, before)
    assert.deepEqual(await change(reader, [{ id, ...patch }]), {
      updated: [{ id, before: undo }],
      failed: [],
    })
    const { isRead, flag } = await mail.opened(reader, id)
    assert.deepEqual({ isRead, flag }, { isRead: false, flag: false, ...before, ...patch })
  },
])

async function remove(
  { mail }: Stage,
  reader: Parameters<Stage['list']>[0],
  ids: string[],
): Promise<DeleteMailResponse> {
  return DeleteMailResponse.parse((await mail.call('DELETE', 'messages', reader, { ids })).json())
}

export const changingPromises: Promises = {
  ...Object.fromEntries(moves),
  ...Object.fromEntries(set),
  'a message is read, flagged and moved by one change': async ({ person, given, mail, change }) => {
    const reader = await person()
    const id = await given(reader)
    const { updated } = await change(reader, [{ id, isRead: true, flag: true, folder: 'archive' }])
    assert.deepEqual(updated, [{ id, before: { isRead: false, flag: false, folder: 'inbox' } }])
    const { isRead, flag, folder } = await mail.opened(reader, id)
    assert.deepEqual([isRead, flag, folder], [true, true, 'archive'])
  },
  'a message moved twice and back is the same message': async ({ person, given, mail, change, subjects }) => {
    const reader = await person()
    const id = await given(reader, { subject: 'Wanderer' })
    for (const folder of ['archive', 'junkemail', 'inbox'] as const) await change(reader, [{ id, folder }])
    assert.deepEqual(
      [(await mail.opened(reader, id)).subject, await subjects(reader, 'folder=inbox')],
      ['Wanderer', ['Wanderer']],
    )
  },
  'thirty messages are moved at once, and moved back by what the answer says': async ({
    person,
    given,
    change,
    counts,
  }) => {
    const reader = await person()
    const ids: string[] = []
    for (let n = 0; n < 30; n += 1) ids.push(await given(reader, { isRead: n % 2 === 0 }))
    const { updated, failed } = await change(
      reader,
      ids.map((id) => ({ id, folder: 'archive', isRead: true })),
    )
    assert.deepEqual([updated.length, failed, await counts(reader)], [30, [], { archive: [0, 30] }])
    await change(
      reader,
      updated.map(({ id, before }) => ({ id, ...before })),
    )
    assert.deepEqual(await counts(reader), { inbox: [15, 30] })
  },
  'of many messages those that are not there are named, and the others changed': async ({
    person,
    given,
    change,
    counts,
  }) => {
    const [reader, other] = [await person(), await person()]
    const [id, foreign] = [await given(reader), await given(other)]
    const { updated, failed } = await change(
      reader,
      [id, foreign, 'nowhere'].map((each) => ({ id: each, isRead: true })),
    )
    assert.deepEqual(
      [updated.map((each) => each.id), failed.map((each) => each.id)],
      [[id], [foreign, 'nowhere']],
    )
    assert.deepEqual(await counts(other), { inbox: [1, 1] })
  },
  'of two changes of one message in a call the last stands': async ({ person, given, change, mail }) => {
    const reader = await person()
    const id = await given(reader)
    await change(reader, [
      { id, isRead: true },
      { id, flag: true },
    ])
    const { isRead, flag } = await mail.opened(reader, id)
    assert.deepEqual([isRead, flag], [false, true])
  },
  'a deleted message lies in the deleted items': async ({ person, given, mail, counts }) => {
    const reader = await person()
    assert.equal((await mail.call('DELETE', `messages/${await given(reader)}`, reader)).statusCode, 204)
    assert.deepEqual(await counts(reader), { deleteditems: [1, 1] })
  },
  'what is deleted from the deleted items is gone for good': async (stage) => {
    const { person, given, counts, mail } = stage
    const reader = await person()
    const [id, other] = [await given(reader, { folder: 'deleteditems' }), await given(reader)]
    assert.deepEqual(await remove(stage, reader, [id, other, 'nowhere']), {
      moved: [other],
      deleted: [id],
      failed: [{ id: 'nowhere', reason: 'Message not found in this mailbox.' }],
    })
    assert.equal((await mail.call('GET', `messages/${id}`, reader)).statusCode, 404)
    assert.deepEqual(await counts(reader), { deleteditems: [1, 1] })
  },
  'a deleted message is restored to the inbox': async ({ person, given, mail, change, counts }) => {
    const reader = await person()
    const id = await given(reader)
    await mail.call('DELETE', `messages/${id}`, reader)
    assert.deepEqual(await change(reader, [{ id, restore: true }]), {
      updated: [{ id, before: { folder: 'deleteditems' } }],
      failed: [],
    })
    assert.deepEqual(await counts(reader), { inbox: [1, 1] })
  },
  'a sent message that was deleted is restored to the sent items': async ({
    person,
    given,
    mail,
    change,
    counts,
  }) => {
    const reader = await person()
    const id = await given(reader, {
      folder: 'sentitems',
      from: { name: '', address: reader.email },
      isRead: true,
    })
    await mail.call('DELETE', `messages/${id}`, reader)
    await change(reader, [{ id, restore: true }])
    assert.deepEqual(await counts(reader), { sentitems: [0, 1] })
  },
  'what is not deleted is not restored': async ({ person, given, mail, change, counts }) => {
    const reader = await person()
    const id = await given(reader, { folder: 'archive' })
    assert.equal((await change(reader, [{ id, restore: true }])).failed.length, 1)
    assert.equal((await mail.call('PATCH', `messages/${id}`, reader, { restore: true })).statusCode, 409)
    assert.deepEqual(await counts(reader), { archive: [1, 1] })
  },
  'a change that means nothing is refused and changes nothing': async ({ person, given, mail, counts }) => {
    const reader = await person()
    const id = await given(reader)
    for (const body of [{}, { folder: 'nowhere' }, { isRead: 'yes' }, { folder: 'archive', restore: true }])
      assert.equal(
        (await mail.call('PATCH', `messages/${id}`, reader, body)).statusCode,
        400,
        JSON.stringify(body),
      )
    assert.deepEqual(await counts(reader), { inbox: [1, 1] })
  },
}
