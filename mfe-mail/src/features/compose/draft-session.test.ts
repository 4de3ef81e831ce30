import { MailDraft } from '@portal/contract'
import { ApiProblem } from '@portal/shared-ui'
import type { DraftCalls } from './draft-calls.ts'
import { DraftStorage } from './draft-storage.ts'
import { DraftSession } from './draft-session.ts'
import { textOf } from './draft-text.ts'

beforeEach(() => localStorage.clear())

const lost = () =>
  new ApiProblem({
    type: 'unavailable',
    title: 'No answer',
    status: 0,
    detail: 'No connection.',
    instance: '',
  })
const conflict = (current: MailDraft) =>
  new ApiProblem({
    type: 'version-conflict',
    title: 'Changed',
    status: 409,
    detail: 'It was changed.',
    instance: '',
    current,
  })

/** Drafts on the server: created once per key, saved only over the current version. */
function draftServer() {
  const drafts = new Map<string, MailDraft>()
  const begun = new Map<string, string>()
  let responsesLost = 0
  const result = (draft: MailDraft): MailDraft => {
    if (responsesLost-- > 0) throw lost()
    return structuredClone(draft)
  }
  const unused = () => Promise.reject(new Error('not asked here'))
  const create: DraftCalls['create'] = async (text, key = `key ${drafts.size}`) => {
    const id = begun.get(key) ?? `DRAFT${drafts.size + 1}`
    const blank = {
      id,
      version: 1,
      conversationId: id,
      from: { name: 'Ada', address: 'ada@portal.example' },
      to: [],
      cc: [],
      bcc: [],
    }
    const made = MailDraft.parse({
      ...blank,
      subject: '',
      html: '',
      savedAt: '2026-11-01T14:02:00.000Z',
      attachments: [],
      ...text,
    })
    if (!drafts.has(id)) drafts.set(id, made)
    begun.set(key, id)
    return result(drafts.get(id) ?? made)
  }
  const patch: DraftCalls['patch'] = async (id, { version, from: _from, ...text }) => {
    const lying = drafts.get(id)
    if (lying === undefined) throw new Error(`no draft ${id}`)
    if (version !== lying.version) throw conflict(lying)
    const saved = MailDraft.parse({ ...lying, ...text, version: version + 1 })
    drafts.set(id, saved)
    return result(saved)
  }
  const calls: DraftCalls = {
    create,
    patch,
    get: async (id) => result(MailDraft.parse(drafts.get(id))),
    delete: async (id) => drafts.delete(id),
    attach: unused,
    attachFile: unused,
    detach: unused,
    send: unused,
    takeBack: unused,
    discard: unused,
    restore: unused,
  }
  return { drafts, calls, loseResponses: (count: number) => (responsesLost = count) }
}

/** A page that edits a message, with the draft name from its address. */
function write({ calls }: ReturnType<typeof draftServer>, name = 'new-1') {
  const keeper = new DraftStorage('ADA')
  const ids: string[] = []
  const session = new DraftSession({
    calls,
    keeper,
    name,
    isNew: name.startsWith('new-'),
    isFresh: false,
    onId: (id) => ids.push(id),
  })
  return { session, ids, keeper }
}

test('one draft name creates one draft, even after a lost response or a closed page (issue 6)', async () => {
  const server = draftServer()
  const first = write(server)
  server.loseResponses(1)
  await first.session.open()
  expect(first.session.state.save.kind).toBe('failed')
  await first.session.open()
  expect(first.ids).toEqual(['DRAFT1'])
  first.session.change({ subject: 'Fence' })
  await first.session.save()

  const second = write(server)
  await second.session.open()
  expect(second.ids).toEqual(['DRAFT1'])
  expect(second.session.state.text.subject).toBe('Fence')
  expect(second.session.state.save.kind).toBe('saved')
  expect(server.drafts.size).toBe(1)
})

test('a page that reopens an edited message asks which text to keep, and loses neither', async () => {
  const server = draftServer()
  const first = write(server)
  await first.session.open()
  first.session.change({ html: '<p>On the server</p>' })
  await first.session.save()
  const second = write(server)
  second.keeper.keep('new-1', {
    ...MailDraft.parse(server.drafts.get('DRAFT1')),
    html: '<p>Kept here</p>',
    inFlight: [],
  })
  await second.session.open()
  expect(second.session.state.text.html).toBe('<p>Kept here</p>')
  expect(second.session.state.theirs?.html).toBe('<p>On the server</p>')
})

test('a page closed during a save continues with its own text and sees no conflict (issue 6)', async () => {
  const server = draftServer()
  const first = write(server)
  await first.session.open()
  first.session.change({ html: '<p>Half</p>' })
  server.loseResponses(1)
  await first.session.save()
  first.session.change({ html: '<p>Half and more</p>' })

  const second = write(server, 'DRAFT1')
  await second.session.open()
  expect(second.session.state.text.html).toBe('<p>Half and more</p>')
  expect(second.session.state.theirs).toBeNull()
  expect(await second.session.flush()).toBe(true)
  expect(server.drafts.get('DRAFT1')?.html).toBe('<p>Half and more</p>')
})

test('a save with a lost response is not a conflict, even after further edits (issue 6)', async () => {
  const server = draftServer()
  const { session } = write(server)
  await session.open()
  session.change({ html: '<p>Half</p>' })
  server.loseResponses(1)
  await session.save()
  expect(session.state.save.kind).toBe('failed')
  session.change({ html: '<p>Half and more</p>' })
  expect(await session.flush()).toBe(true)
  expect(session.state.theirs).toBeNull()
  expect(textOf(MailDraft.parse(server.drafts.get('DRAFT1'))).html).toBe('<p>Half and more</p>')
})

test.each(['DRAFT1', 'new-1'])(
  'a killed browser with an older text continues with the server’s text of the same page, at %s (issue 6)',
  async (name) => {
    const server = draftServer()
    const first = write(server)
    await first.session.open()
    first.session.change({ html: '<p>Hal</p>' })
    const older = first.keeper.find('DRAFT1')
    await first.session.save()
    first.session.change({ html: '<p>Half</p>' })
    await first.session.save()
    first.session.change({ html: '<p>Half and more</p>' })
    await first.session.save()

    const second = write(server, name)
    if (older !== null) second.keeper.keep(name, older)
    await second.session.open()
    expect(second.session.state).toMatchObject({
      theirs: null,
      wasRestored: false,
      text: { html: '<p>Half and more</p>' },
    })
    second.session.change({ subject: 'Fence' })
    expect(await second.session.flush()).toBe(true)
    expect(server.drafts.get('DRAFT1')).toMatchObject({ subject: 'Fence', html: '<p>Half and more</p>' })
    expect(second.keeper.list()).toEqual([])
  },
)

test('text removed after the last save stays removed, although the server still has it', async () => {
  const server = draftServer()
  const first = write(server)
  await first.session.open()
  first.session.change({ html: '<p>Half and more</p>' })
  await first.session.save()
  first.session.change({ html: '<p>Half</p>' })

  const second = write(server, 'DRAFT1')
  await second.session.open()
  expect(second.session.state).toMatchObject({ theirs: null, text: { html: '<p>Half</p>' } })
})
