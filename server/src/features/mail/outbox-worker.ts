import { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Database } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'
import type { Deps } from '../../deps.ts'
import { officeAddresses } from '#configuration/office-addresses.ts'
import { PollingWorker } from '#jobs/polling-worker.ts'
import { alertSender } from './alert-sender.ts'
import { isFullWithin } from './arrival-limits.ts'
import { deliverInside, linkedRow, mailboxesAmong } from './deliver-inside.ts'
import { fileMessage, lockMessage } from './drafts.queries.ts'
import type { DraftRow } from './drafts.queries.ts'
import { autoLink } from './auto-link.ts'
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
import { notifyMailbox } from './notify-mailbox.ts'

const pollIntervalMs = 500
/** How long it is waited before the next try; after the last one a person decides. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 30_000, 120_000, 600_000, 1_800_000]

const couriers = new WeakMap<Database, OutboxWorker>()

/** Tells this server's courier that something was sent; without one another server finds it by itself. */
export function wakeOutbox(database: Database): void {
  couriers.get(database)?.wake()
}

type Outcome = Pick<StoredSending, 'state' | 'reason' | 'due_at' | 'attempts'>

/** A sending on its way to those outside. */
interface Outside {
  pending: string[]
  /** Addresses here whose mailbox holds as much as it may. */
  full: string[]
  message: DraftRow
  sending: StoredSending
}

const notTaken = (said: string) => `The outgoing mail server did not take it: ${said}`
const fullReason = (people: readonly string[]) =>
  `The mailbox is full, so this has not been delivered to ${people.join(', ')}.`

const unknownReason =
  'The outgoing mail server did not say whether it took this message. It may have arrived, so it is not sent again by itself.'

/**
 * Carries what lies in the outbox to whom it is for. Those inside get it in one transaction with the line
 * that says so. Those outside get it by SMTP; before the last byte is given away it is written down that they
 * may have it, so that a server killed then, or a line that drops, leaves a reason in the outbox and never a
 * second message. Source: decision 0012.
 */
export class OutboxWorker {
  readonly #deps: Deps
  readonly #server: string
  readonly #loop: PollingWorker

  constructor(deps: Deps) {
    this.#deps = deps
    this.#server = deps.ids.token(12)
    this.#loop = new PollingWorker({
      pollIntervalMs,
      next: () => this.#next(),
      // The sending stays as it was committed last; it is claimed again when its time is up.
      onError: (error) => deps.log.error({ err: error }, 'mail not carried'),
    })
  }

  /**
   * Where this is the only server, since the database is its own, whatever it carried when it was killed goes
   * on at once.
   */
  async start(): Promise<void> {
    const { database } = this.#deps
    if (database.kind !== 'server') await releaseSendings(database.kysely, null)
    couriers.set(database, this)
    this.#loop.start()
  }

  wake(): void {
    this.#loop.wake()
  }

  /** Ends after the message at hand. */
  async stop(): Promise<void> {
    couriers.delete(this.#deps.database)
    await this.#loop.stop()
    await releaseSendings(this.#deps.database.kysely, this.#server)
  }

  async #next(): Promise<boolean> {
    const sending = await claimDue(this.#deps.database.kysely, this.#deps.clock.now(), this.#server)
    if (sending === undefined) return false
    await this.#carry(sending.id)
    return true
  }

  /** One transaction on a sending this server holds and its message. */
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
      // The message is locked before its sending, as by whoever takes it back.
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

  async #carry(id: string): Promise<void> {
    // Read before the transaction, which holds the one connection of a small database.
    const office = await officeAddresses(this.#deps)
    const outside = await this.#with(id, async (trx, sending, message) => {
      // A provider that sends by itself finds out what became of it.
      if (sending.handed_over && this.#deps.mail.carry === undefined) {
        await this.#end(trx, sending, message, { state: 'failed', reason: unknownReason })
        return null
      }
      const { pending, full } = await this.#deliverInside(trx, office, message, pendingOf(sending))
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
   * Gives copies to those who have a mailbox here: staff and the office. Clients read their mail where they
   * have it (decision 0053). Answers the addresses outside, and those whose mailbox is full. `left`: null
   * before the first try, then who has still to get it.
   */
  async #deliverInside(
    trx: Transaction<Tables>,
    office: readonly string[],
    message: DraftRow,
    left: readonly string[] | null,
  ): Promise<{ pending: string[]; full: string[] }> {
    const { to, cc, bcc } = message.people
    // As they were written: a local part may mean its letters.
    const everybody = left ?? [
      ...new Map([...to, ...cc, ...bcc].map(({ address }) => [address.toLowerCase(), address])).values(),
    ]
    if (this.#deps.mail.carry !== undefined) return { pending: [...everybody], full: [] }
    const inside = await mailboxesAmong(trx, office, everybody)
    const full = new Set<string>()
    for (const mailbox of new Set(inside.values()))
      if (await isFullWithin(this.#deps.environment, trx, mailbox)) full.add(mailbox)
    await deliverInside(this.#deps, trx, message, new Set(inside.values()).difference(full))
    const mailboxOf = (address: string) => inside.get(address.toLowerCase())
    return {
      pending: everybody.filter((address) => mailboxOf(address) === undefined),
      full: everybody.filter((address) => full.has(mailboxOf(address) ?? '')),
    }
  }

  /** Writes down how a sending ended for now; what everybody has goes to the sent items. */
  async #end(
    trx: Transaction<Tables>,
    { id, mailbox, sender }: StoredSending,
    { row, people }: DraftRow,
    outcome: Partial<Outcome>,
  ): Promise<void> {
    await updateSending(trx, id, { ...outcome, claimed_by: null, claimed_until: null })
    if (outcome.state === 'sent') {
      await fileMessage(trx, row.seq, { folder: 'sentitems' })
      const to = [...people.to, ...people.cc, ...people.bcc].map(({ address }) => address)
      await autoLink(this.#deps, trx, { ...linkedRow(row), to })
    }
    if (outcome.state === 'failed') await this.#alert(trx, sender, row, outcome.reason ?? '')
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
    const alsoFull = full.length === 0 ? '' : ` ${fullReason(full)}`
    const { smtpUrl } = this.#deps.environment
    if (smtpUrl === null && this.#deps.mail.carry === undefined) {
      await this.#with(id, (trx) =>
        this.#end(trx, sending, message, { state: 'failed', reason: `${noServerFor(pending)}${alsoFull}` }),
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
    await this.#with(id, async (trx, held) => {
      const left = [...refused.map(({ address }) => address), ...full]
      await updateSending(trx, id, { pending: JSON.stringify(left), handed_over: false })
      if (left.length === 0) return this.#end(trx, held, message, { state: 'sent', reason: null })
      const said = refused.map(({ address, response }) => `${address}: ${response}`).join('; ')
      const reason = `${refused.length === 0 ? '' : notTaken(said)}${alsoFull}`.trim()
      const isFinal = full.length === 0 && refused.every((each) => each.isFinal)
      return this.#end(trx, held, message, this.#again(held, reason, isFinal))
    })
  }

  /**
   * Gives a message away: by the mailbox's provider where that sends by itself, else by SMTP. Answers whom it
   * was refused for.
   */
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

  /** The outcome of a try after which it is known that nobody more has the message. */
  #again({ attempts }: StoredSending, reason: string, isFinal: boolean): Partial<Outcome> {
    const pauseMs = pausesMs[attempts]
    if (isFinal || pauseMs === undefined) return { state: 'failed', reason, attempts: attempts + 1 }
    return { reason, attempts: attempts + 1, due_at: new Date(this.#deps.clock.now().getTime() + pauseMs) }
  }

  async #onFailure(id: string, error: unknown): Promise<void> {
    const [isFinal, isUnknown] =
      error instanceof RelayFailure ? [error.isFinal, error.isUnknown] : [false, false]
    const words = error instanceof Error ? error.message : 'a fault of the portal'
    await this.#with(id, async (trx, held, message) => {
      if (isUnknown) return this.#end(trx, held, message, { state: 'failed', reason: unknownReason })
      await updateSending(trx, id, { handed_over: false })
      return this.#end(trx, held, message, this.#again(held, notTaken(words), isFinal))
    })
  }
}
