import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { MailDraft, MailMessages } from '@portal/contract'
import { z } from 'zod'
import { startRealPortal } from '../test-support/real-portal.ts'
import type { RealPortal } from '../test-support/real-portal.ts'

/** `PROVE=1` kills the server 200 times. */
const kills = process.env['PROVE'] === '1' ? 200 : 2
/** Text typed longer than this before a kill is never lost (issue 5). */
const keptAfterMs = 2_000
const seed = Number(process.env['SEED'] ?? Math.trunc(Math.random() * 1e9))

let portal: RealPortal
before(
  async () => {
    portal = await startRealPortal('mail-typing', {})
  },
  { timeout: 120_000 },
)
after(() => portal.server.close())

/** Reproducible random numbers between 0 and 1 for the seed. */
function createChance(): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

const Conflict = z.object({ current: MailDraft })

/**
 * A composer: saves the typed text shortly after each change, retries when there is no response, and creates
 * its draft with one idempotency key.
 */
class Composer {
  readonly #key: string
  readonly #typed: { at: number; text: string }[] = []
  #draft: MailDraft | null = null
  #isOpen = true
  #saving: Promise<void>

  constructor(key: string) {
    this.#key = key
    this.#saving = this.#save()
  }

  type(character: string): void {
    this.#typed.push({ at: performance.now(), text: this.text + character })
  }

  get text(): string {
    return this.#typed.at(-1)?.text ?? ''
  }

  /** The text typed up to that time. */
  textAt(moment: number): string {
    return this.#typed.findLast(({ at }) => at <= moment)?.text ?? ''
  }

  async close(): Promise<void> {
    this.#isOpen = false
    await this.#saving
  }

  async #save(): Promise<void> {
    while (this.#isOpen || this.#draft?.html !== `<p>${this.text}</p>`) {
      const html = `<p>${this.text}</p>`
      if (this.#draft?.html !== html) await this.#once(html).catch(() => wait(100))
      await wait(this.#isOpen ? 500 : 10)
    }
  }

  async #once(html: string): Promise<void> {
    if (this.#draft === null) {
      this.#draft = MailDraft.parse(
        await portal.call('POST', 'drafts', { subject: this.#key, html }, this.#key),
      )
      return
    }
    const response = await portal.ask('PATCH', `drafts/${this.#draft.id}`, {
      version: this.#draft.version,
      html,
    })
    const result: unknown = await response.json()
    // The response to an earlier save was lost: the current text is this composer's own.
    if (response.status === 409) this.#draft = Conflict.parse(result).current
    else if (response.ok) this.#draft = MailDraft.parse(result)
  }
}

const draftsOf = async (subject: string) => {
  const { messages } = MailMessages.parse(await portal.call('GET', 'messages?folder=drafts&pageSize=1000'))
  return messages.filter((message) => message.subject === subject)
}

test(`${kills} kills while typing lose no character older than 2 s and create no second draft (issue 5), seed ${seed}`, async () => {
  const chance = createChance()
  for (let kill = 0; kill < kills; kill += 1) {
    const subject = `Kill ${kill}`
    const composer = new Composer(subject)
    const until = performance.now() + 300 + chance() * 4_000
    while (performance.now() < until) {
      composer.type(String.fromCodePoint(97 + Math.trunc(chance() * 26)))
      await wait(20 + chance() * 60)
    }
    const killedAt = performance.now()
    await portal.server.kill()
    await portal.server.start()
    const lying = await draftsOf(subject)
    const due = composer.textAt(killedAt - keptAfterMs)
    if (due !== '') {
      const { html } = MailDraft.parse(await portal.call('GET', `drafts/${lying[0]?.id}`))
      assert.ok(html.startsWith(`<p>${due}`), `${subject}: ${html} lacks ${due}`)
    }
    await composer.close()
    const [draft, ...more] = await draftsOf(subject)
    assert.deepEqual(more, [], `${subject} has one draft`)
    assert.equal(
      MailDraft.parse(await portal.call('GET', `drafts/${draft?.id}`)).html,
      `<p>${composer.text}</p>`,
    )
  }
})
