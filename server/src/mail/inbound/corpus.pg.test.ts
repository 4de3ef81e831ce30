import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MailMessage, MailMessages } from '@portal/contract'
import type { MailMessageSummary } from '@portal/contract'
import { freePort } from '#test-support/server-process.ts'
import { deliver } from '../test-support/deliver.ts'
import { makeCorpus } from '../test-support/make-corpus.ts'
import { makeMessagesOfParts } from '../test-support/make-parts.ts'
import { startRealPortal } from '../test-support/real-portal.ts'
import type { RealPortal } from '../test-support/real-portal.ts'

/** `PROVE=1` sends the whole corpus; both include every kind. */
const isProof = process.env['PROVE'] === '1'
const count = isProof ? 400 : 50
const countKept = isProof ? 60 : 25
const seed = Number(process.env['SEED'] ?? 20_261_122)
/** Maximum rise in memory of a server that has parsed its largest messages. */
const maxMoreMb = 500

let portal: RealPortal
let port: number
before(
  async () => {
    port = await freePort()
    portal = await startRealPortal('mail-corpus', { SMTP_LISTEN: String(port) })
  },
  { timeout: 120_000 },
)
after(() => portal.server.close())

async function listed(): Promise<MailMessageSummary[]> {
  const messages: MailMessageSummary[] = []
  for (let page = 1; ; page += 1) {
    const response = MailMessages.parse(
      await portal.call('GET', `messages?folder=inbox&pageSize=100&page=${page}`),
    )
    messages.push(...response.messages)
    if (response.messages.length < 100) return messages
  }
}

test(`${count} hostile and broken messages arrive and show content, and memory stays bounded (issue 6), seed ${seed}`, async () => {
  const corpus = makeCorpus(count, seed)
  const before = portal.memoryMb()
  let peak = before
  for (const { name, raw } of corpus) {
    const code = await deliver(port, raw, [portal.person.email])
    assert.equal(code, 250, name)
    peak = Math.max(peak, portal.memoryMb())
  }
  const messages = await listed()
  assert.equal(messages.length, corpus.length, 'every message is listed')
  const bounds = new Set<string>()
  for (const { id, subject } of messages) {
    const message = MailMessage.parse(await portal.call('GET', `messages/${id}`))
    assert.ok(message.text.length <= 2_000_000 && message.subject.length <= 2_000)
    if (message.unreadRest !== undefined) bounds.add(message.unreadRest)
    for (const path of [
      `messages/${id}/body`,
      `messages/${id}/raw`,
      ...message.attachments.slice(0, 50).map((attachment) => `messages/${id}/attachments/${attachment.id}`),
    ]) {
      const result = await portal.ask('GET', path)
      await result.arrayBuffer()
      assert.equal(result.status, 200, `${subject.slice(0, 100)} ${path}`)
    }
    peak = Math.max(peak, portal.memoryMb())
  }
  if (corpus.filter(({ isBomb }) => isBomb).length > 2)
    assert.deepEqual([...bounds].toSorted(), ['head', 'length', 'levels', 'parts'])
  assert.ok(peak - before < maxMoreMb, `from ${before.toFixed(0)} to ${peak.toFixed(0)} MB`)
})

test('every kind of message is stored unchanged', async () => {
  const sample = makeCorpus(countKept, seed + 1).filter(({ raw }) => raw.length > 0)
  const { person, call } = portal
  const before = new Set((await listed()).map(({ id }) => id))
  for (const { raw } of sample) assert.equal(await deliver(port, raw, [person.email]), 250)
  const ids = (await listed()).map(({ id }) => id).filter((id) => !before.has(id))
  const kept = await Promise.all(
    ids.map(async (id) => Buffer.from(await (await portal.ask('GET', `messages/${id}/raw`)).arrayBuffer())),
  )
  assert.equal(kept.length, sample.length)
  // SMTP ends lines and messages with CR LF; nothing else changes.
  const lines = (bytes: Buffer) =>
    bytes
      .toString('latin1')
      .replaceAll(/\r?\n|\r/g, '\n')
      .trimEnd()
  const came = new Set(kept.map((bytes) => lines(bytes).replace(/^Received:[\s\S]*?\n(?! )/, '')))
  for (const { name, raw } of sample) assert.ok(came.has(lines(raw)), name)
  assert.ok(await call('GET', 'folders'))
})

const countOfParts = isProof ? 1_500 : 30

test(`F5: in ${countOfParts} messages of varied parts each part is shown or listed, never both, seed ${seed}`, async () => {
  const made = makeMessagesOfParts(countOfParts, seed)
  for (const { raw } of made) assert.equal(await deliver(port, raw, [portal.person.email]), 250)
  const bySubject = new Map((await listed()).map((summary) => [summary.subject, summary]))
  const bytesOf = async (path: string) =>
    Buffer.from(await (await portal.ask('GET', path)).arrayBuffer()).toString('latin1')
  for (const [n, { parts }] of made.entries()) {
    const summary = bySubject.get(`Parts ${seed} ${n}`)
    const message = MailMessage.parse(await portal.call('GET', `messages/${summary?.id}`))
    const files = await Promise.all(
      message.attachments.map(({ id }) => bytesOf(`messages/${message.id}/attachments/${id}`)),
    )
    const body = await bytesOf(`messages/${message.id}/body`)
    const sources = [
      ...new Set(
        [...body.matchAll(/<img [^>]*src="([^"]*\/attachments\/[^"]*)"/g)].map(([, source = '']) => source),
      ),
    ]
    const pictures = await Promise.all(
      sources.map((source) => bytesOf(source.replaceAll('&amp;', '&').replace('/api/mail/', ''))),
    )
    for (const { token, what, isShown } of parts) {
      const [asFile, asPicture] = [files, pictures].map(
        (all) => all.filter((bytes) => bytes.includes(token)).length,
      )
      assert.deepEqual(
        [asFile, isShown ? asPicture : 0],
        [isShown ? 0 : 1, isShown ? 1 : 0],
        `message ${n}: ${what}`,
      )
    }
    assert.equal(
      files.length,
      parts.filter(({ isShown }) => !isShown).length,
      `message ${n} lists what it has`,
    )
    assert.deepEqual(
      [message.hasAttachments, summary?.hasAttachments],
      [files.length > 0, files.length > 0],
      `message ${n}`,
    )
    assert.ok(
      message.attachments.every(({ name }) => name.trim() !== ''),
      `message ${n}: every file has a name`,
    )
    assert.ok((await bytesOf(`messages/${message.id}/raw`)).includes(`Parts ${seed} ${n}`))
  }
})
