import { Readable } from 'node:stream'
import { joined, phrase, verbatim } from '@portal/contract'
import type { Sayable } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { MailDeps } from '../deps.ts'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import { findLanguageOf } from '#platform/language/language-of-person.ts'
import { localize } from '#platform/language/localize.ts'
import { isOutdated } from '#domain/notifications/delivery/end-delivery.ts'
import { PollingWorker } from '#platform/jobs/polling-worker.ts'
import { alertSender } from './alert-sender.ts'
import { isFullWithin } from '../inbound/arrival-limits.ts'
import { deliverInside, linkedRow, mailboxesAmong } from './deliver-inside.ts'
import { fileMessage, lockMessage } from '../drafts/drafts.queries.ts'
import type { DraftRow } from '../drafts/drafts.queries.ts'
import { addMailMetrics } from './mail-queue.ts'
import { endNotification, withdrawNotification } from './notification-mail.ts'
import { notificationSender } from './post-from-office.ts'
import { autoLink } from '../linking/auto-link.ts'
import {
  claimDue,
  lockClaimedSending,
  pendingOf,
  releaseSendings,
  updateSending,
} from './sendings.queries.ts'
import type { StoredSending } from './sendings.queries.ts'
import { RelayFailure, noServerFor, relay } from './smtp-relay.ts'
import type { RefusedRecipient } from './smtp-relay.ts'
import { notifyMailbox } from '../reading/notify-mailbox.ts'

const pollIntervalMs = 500
const halfHourMs = 1_800_000
/** Pauses before the retries, over two and a half hours; after the last one a person decides. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 30_000, 120_000, 600_000].concat(
  Array.from({ length: 5 }, () => halfHourMs),
)

type Outcome = Pick<StoredSending, 'state' | 'due_at' | 'attempts'> & {
  reason: Sayable | null
  /** The address is no good. */
  isBounce: boolean
}

/** A sending with remaining recipients outside the portal. */
interface Outside {
  pending: string[]
  /** Internal recipients whose mailbox is full. */
  full: string[]
  message: DraftRow
  sending: StoredSending
}

const notTaken = (said: Sayable) => phrase('Rejected by the outgoing mail server: {{said}}', { said })
const fullReason = (people: readonly string[]) =>
  phrase('Not delivered to {{people}}: mailbox full.', { people: people.join(', ') })

const unknownReason = phrase(
  'The outgoing mail server did not confirm this message. It may have arrived, so it is not resent automatically.',
  {},
)

/**
 * Sends the messages of the outbox. Internal recipients get theirs in the transaction that records it.
 * External recipients get theirs by SMTP; before the last byte is sent, the database records that they may
 * have it. A killed server or a broken connection therefore leaves a reason in the outbox, never a second
 * message. Source: decision 0012.
 */
export class OutboxWorker {
  readonly #deps: MailDeps
  readonly #server: string
  readonly #loop: PollingWorker
  readonly #countAttempt: (labels: { result: 'sent' | 'deferred' | 'failed' | 'unknown' }) => void
  #unlisten: (() => void) | undefined

  constructor(deps: MailDeps) {
    this.#deps = deps
    addMailMetrics(deps)
    this.#countAttempt = deps.metrics.addCounter({
      name: 'portal_mail_attempts_total',
      help: 'Attempts of this server to send a message outside, by result',
      labels: ['result'],
    })
    this.#server = deps.ids.token(12)
    this.#loop = new PollingWorker({
      pollIntervalMs,
      next: () => this.#next(),
      // The sending keeps its last committed state and is claimed again when its claim expires.
      onError: (error) => deps.log.error({ err: error }, 'mail not carried'),
    })
  }

  /**
   * With an embedded database this is the only server, so claims of a killed server are released immediately.
   */
  async start(): Promise<void> {
    const { database } = this.#deps
    if (database.kind !== 'server') await releaseSendings(database.kysely, null)
    this.#unlisten = this.#deps.outbox.listen(() => this.wake())
    this.#loop.start()
  }

  wake(): void {
    this.#loop.wake()
  }

  /** Stops after the current message. */
  async stop(): Promise<void> {
    this.#unlisten?.()
    await this.#loop.stop()
    await releaseSendings(this.#deps.database.kysely, this.#server)
  }

  async #next(): Promise<boolean> {
    const sending = await claimDue(this.#deps.database.kysely, this.#deps.clock.now(), this.#server)
    if (sending === undefined) return false
    await this.#carry(sending)
    return true
  }

  /** Runs a transaction on a sending that this server has claimed, and its message. */
  async #with<Result>(
    id: string,
    work: (trx: Transaction<Tables>, sending: StoredSending, message: DraftRow) => Promise<Result>,
  ): Promise<Result | null> {
    return this.#deps.database.kysely.transaction().execute(async (trx) => {
      const found = await trx
        .selectFrom('mail_sendings')
        .select(['mailbox', 'message'])
        .where('id', '=', id)
        .executeTakeFirst()
      // The message is locked before its sending, in the same order as by an undo.
      const message = found === undefined ? undefined : await lockMessage(trx, found.mailbox, found.message)
      const sending = await lockClaimedSending(trx, id, this.#server)
      if (message === undefined || sending === undefined) return null
      if (message.row.folder !== 'outbox') {
        await updateSending(trx, id, { state: 'taken-back', claimed_by: null, claimed_until: null })
        return null
      }
      return work(trx, sending, message)
    })
  }

  async #carry({ id, message: mail, sender, attempts, handed_over: wasGiven }: StoredSending): Promise<void> {
    const isRetry = sender === notificationSender && attempts > 0 && !wasGiven
    if (isRetry && (await isOutdated(this.#deps, mail))) {
      await this.#with(id, (trx, sending) => withdrawNotification(trx, sending, this.#deps.clock.now()))
      return
    }
    // Read before the transaction, which uses the only connection of a small database.
    const office = await officeAddresses(this.#deps)
    const outside = await this.#with(id, async (trx, sending, message) => {
      // A provider that sends mail checks the outcome itself.
      if (sending.handed_over && this.#deps.mail.carry === undefined) {
        await this.#end(trx, sending, message, { state: 'failed', reason: unknownReason })
        return null
      }
      const { pending, full } = await this.#deliverInside(trx, office, message, sending)
      await updateSending(trx, id, { pending: JSON.stringify([...pending, ...full]) })
      if (pending.length > 0) return { pending, full, message, sending }
      const outcome =
        full.length === 0
          ? { state: 'sent' as const, reason: null }
          : this.#again(sending, fullReason(full), false)
      await this.#end(trx, sending, message, outcome)
      return null
    })
    if (outside !== null) await this.#carryOutside(id, outside)
  }

  /**
   * Delivers to internal mailboxes: staff and the office. Clients read mail outside the portal (decision
   * 0053). Returns external recipients, and internal ones whose mailbox is full.
   */
  async #deliverInside(
    trx: Transaction<Tables>,
    office: readonly string[],
    message: DraftRow,
    sending: StoredSending,
  ): Promise<{ pending: string[]; full: string[] }> {
    const { to, cc, bcc } = message.people
    const left = pendingOf(sending)
    // In their original case: a local part may be case-sensitive.
    const everybody = left ?? [
      ...new Map([...to, ...cc, ...bcc].map(({ address }) => [address.toLowerCase(), address])).values(),
    ]
    if (this.#deps.mail.carry !== undefined) return { pending: [...everybody], full: [] }
    const inside = await mailboxesAmong(trx, office, everybody)
    const full = new Set<string>()
    for (const mailbox of new Set(inside.values()))
      if (await isFullWithin(this.#deps.environment, trx, mailbox)) full.add(mailbox)
    const isLinked = sending.sender !== notificationSender
    await deliverInside(this.#deps, trx, message, new Set(inside.values()).difference(full), isLinked)
    const mailboxOf = (address: string) => inside.get(address.toLowerCase())
    return {
      pending: everybody.filter((address) => mailboxOf(address) === undefined),
      full: everybody.filter((address) => full.has(mailboxOf(address) ?? '')),
    }
  }

  /** Records the result of an attempt. A message that reached everybody moves to the sent items. */
  async #end(
    trx: Transaction<Tables>,
    sending: StoredSending,
    { row, people }: DraftRow,
    { reason: why = null, isBounce = false, ...outcome }: Partial<Outcome>,
  ): Promise<void> {
    const { id, mailbox, sender, attempts } = sending
    if (sender === notificationSender && (outcome.state === 'sent' || outcome.state === 'failed')) {
      const reason = isBounce ? 'bounced' : why === unknownReason ? 'unconfirmed' : 'not-sent'
      const end = {
        state: outcome.state,
        attempts: outcome.attempts ?? attempts + 1,
        detail: why,
        reason,
      } as const
      await endNotification(this.#deps, trx, sending, end)
      return
    }
    const reason = why === null ? null : localize(await findLanguageOf(trx, sender))(why)
    await updateSending(trx, id, { ...outcome, reason, claimed_by: null, claimed_until: null })
    if (outcome.state === 'sent') {
      await fileMessage(trx, row.seq, { folder: 'sentitems' })
      const to = [...people.to, ...people.cc, ...people.bcc].map(({ address }) => address)
      await autoLink(this.#deps, trx, { ...linkedRow(row), to })
    }
    if (outcome.state === 'failed') await this.#alert(trx, sender, row, reason ?? '')
    await notifyMailbox(
      this.#deps,
      trx,
      mailbox,
      outcome.state === 'sent' || outcome.state === 'failed' ? outcome.state : 'outbox',
    )
  }

  async #alert(
    trx: Transaction<Tables>,
    sender: string,
    { id, mailbox, subject }: DraftRow['row'],
    reason: string,
  ): Promise<void> {
    await alertSender(this.#deps, trx, { sender, id, mailbox, folder: 'outbox', subject }, reason)
  }

  async #carryOutside(id: string, { pending, full, message, sending }: Outside): Promise<void> {
    const alsoFull = full.length === 0 ? [] : [fullReason(full)]
    const { smtpUrl } = this.#deps.environment
    if (smtpUrl === null && this.#deps.mail.carry === undefined) {
      await this.#with(id, (trx) =>
        this.#end(trx, sending, message, {
          state: 'failed',
          reason: joined([noServerFor(pending), ...alsoFull]),
        }),
      )
      return
    }
    let refused: RefusedRecipient[]
    try {
      refused = await this.#give(smtpUrl ?? '', sending, message, pending)
    } catch (error) {
      if (!(error instanceof RelayFailure)) this.#deps.log.error({ err: error, sending: id }, 'mail not sent')
      await this.#onFailure(id, error)
      return
    }
    this.#deps.relayState.answered(this.#deps.clock.now())
    this.#countAttempt({ result: this.#resultOf(refused) })
    await this.#with(id, async (trx, held) => {
      const left = [...refused.map(({ address }) => address), ...full]
      await updateSending(trx, id, { pending: JSON.stringify(left), handed_over: false })
      if (left.length === 0) return this.#end(trx, held, message, { state: 'sent', reason: null })
      const said = refused.map(({ address, response }) => `${address}: ${response}`).join('; ')
      const reason = joined([...(refused.length === 0 ? [] : [notTaken(verbatim(said))]), ...alsoFull])
      const isFinal = full.length === 0 && refused.every((each) => each.isFinal)
      const isBounce = isFinal && refused.every((each) => each.isBounce === true)
      return this.#end(trx, held, message, { ...this.#again(held, reason, isFinal), isBounce })
    })
  }

  /** Hands a message over: to the provider if it sends mail, else by SMTP. Returns the refused recipients. */
  async #give(
    smtpUrl: string,
    sending: StoredSending,
    { row }: DraftRow,
    pending: string[],
  ): Promise<RefusedRecipient[]> {
    const { mail } = this.#deps
    const onHandOver = async (): Promise<void> => {
      const isHeld = await this.#with(sending.id, async (trx) => {
        await updateSending(trx, sending.id, { handed_over: true })
        return true
      })
      if (isHeld !== true)
        throw new Error('This message was taken out of the outbox while it was being sent.')
    }
    const { mailbox, message: id } = sending
    if (mail.carry !== undefined)
      return mail.carry({ mailbox, id, wasHandedOver: sending.handed_over, onHandOver })
    return relay(smtpUrl, {
      from: row.from_address,
      to: pending,
      raw: (await mail.openRaw(mailbox, id)) ?? Readable.from([]),
      onHandOver,
    })
  }

  /** The outcome of an attempt after which no more recipients have the message. */
  #again({ attempts }: StoredSending, reason: Sayable, isFinal: boolean): Partial<Outcome> {
    const pauseMs = pausesMs[attempts]
    if (isFinal || pauseMs === undefined) return { state: 'failed', reason, attempts: attempts + 1 }
    return { reason, attempts: attempts + 1, due_at: new Date(this.#deps.clock.now().getTime() + pauseMs) }
  }

  #resultOf(refused: readonly RefusedRecipient[]): 'sent' | 'deferred' | 'failed' {
    if (refused.length === 0) return 'sent'
    return refused.every(({ isFinal }) => isFinal) ? 'failed' : 'deferred'
  }

  async #onFailure(id: string, error: unknown): Promise<void> {
    const [isFinal, isUnknown, fault] =
      error instanceof RelayFailure ? [error.isFinal, error.isUnknown, error.fault] : [false, false, null]
    this.#countAttempt({ result: isUnknown ? 'unknown' : isFinal ? 'failed' : 'deferred' })
    if (fault !== null) this.#deps.relayState.failed(fault, this.#deps.clock.now())
    const words =
      error instanceof RelayFailure
        ? error.reason
        : error instanceof Error
          ? verbatim(error.message)
          : phrase('a fault of the portal', {})
    await this.#with(id, async (trx, held, message) => {
      if (isUnknown) return this.#end(trx, held, message, { state: 'failed', reason: unknownReason })
      await updateSending(trx, id, { handed_over: false })
      const isBounce = error instanceof RelayFailure && error.isBounce
      return this.#end(trx, held, message, { ...this.#again(held, notTaken(words), isFinal), isBounce })
    })
  }
}
