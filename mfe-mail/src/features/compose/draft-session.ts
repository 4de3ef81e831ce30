import type { MailDraft, MailSending } from '@portal/contract'
import { ApiProblem, isProblem, randomKey } from '@portal/shared-ui'
import type { DraftCalls } from './draft-calls.ts'
import { saveOutcome } from './draft-conflict.ts'
import {
  canRefresh,
  idOf,
  initialDraft,
  isDirty,
  isEmpty,
  isLoaded,
  isUntouched,
  missingForFlush,
  toDraftState,
} from './draft-machine.ts'
import type { Draft, DraftEffect, DraftEvent } from './draft-machine.ts'
import { nextDraft } from './draft-reducer.ts'
import type { DraftStorage, DraftText } from './draft-storage.ts'
import type { DraftSessionOptions, DraftState } from './draft-state.ts'
import { SaveTimer } from './save-timer.ts'

type Attachment = MailDraft['attachments'][number]
type AttachOptions = Parameters<DraftCalls['attach']>[2]

/** A conflict, a failed save and a new edit need one save each; more rounds than this lead nowhere. */
const flushRounds = 4

const now = () => new Date().toISOString()
const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * The editing session of one draft: performs the effects that the reducer asks for. Every change is stored in
 * this browser immediately and on the server shortly after. A save never overwrites a version the text is not
 * based on; it reports a conflict instead. Independent of the user interface.
 */
export class DraftSession {
  readonly #calls: DraftCalls
  readonly #storage: DraftStorage
  readonly #onId: (id: string) => void
  #draft: Draft
  #state: DraftState
  readonly #listeners = new Set<() => void>()
  readonly #timer = new SaveTimer(() => void this.save())
  /** The pending creation, read or save; there is one at a time. */
  #call: Promise<void> | null = null
  #sendKey: string | null = null
  /** Returns the changes the editor has not passed on yet; called before every save. */
  collect: () => Partial<DraftText> = () => ({})

  constructor({ calls, keeper, onId, ...draft }: DraftSessionOptions) {
    this.#calls = calls
    this.#storage = keeper
    this.#onId = onId
    this.#draft = initialDraft(draft)
    this.#state = toDraftState(this.#draft)
  }

  get state(): DraftState {
    return this.#state
  }

  get isDirty(): boolean {
    return isDirty(this.#draft)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #dispatch(event: DraftEvent): void {
    const [draft, effects] = nextDraft(this.#draft, event)
    if (draft !== this.#draft) {
      this.#draft = draft
      this.#state = toDraftState(draft)
      for (const listener of this.#listeners) listener()
    }
    for (const effect of effects) this.#perform(effect)
  }

  #perform(effect: DraftEffect): void {
    switch (effect.kind) {
      case 'open':
        return this.#dispatch({ kind: 'open-requested', stored: this.#storage.find(this.#draft.name) })
      case 'create':
        return this.#start(this.#create(effect.name))
      case 'read':
        return this.#start(this.#read(effect.id))
      case 'patch':
        return this.#start(this.#patch(effect))
      case 'store': {
        const { name, text, id, version, inFlight } = effect
        return this.#storage.keep(name, {
          ...text,
          id,
          version,
          conversationId: '',
          savedAt: now(),
          attachments: [],
          inFlight: [...inFlight],
        })
      }
      case 'clear-stored':
        return this.#storage.forget(effect.name)
      case 'report-id':
        return this.#onId(effect.id)
      case 'schedule-save':
        return this.#timer.schedule(effect.waitMs)
      case 'schedule-retry':
        return this.#timer.retryLater()
      case 'reset-longest-wait':
        return this.#timer.saved()
      case 'cancel-scheduled':
        return this.#timer.stop()
    }
  }

  #start(call: Promise<void>): void {
    const pending = call.finally(() => {
      if (this.#call === pending) this.#call = null
    })
    this.#call = pending
  }

  async #create(name: string): Promise<void> {
    try {
      const draft = await this.#calls.create({}, name)
      this.#dispatch({ kind: 'created', draft, stored: this.#storage.find(draft.id) })
    } catch (error) {
      this.#dispatch({ kind: 'open-failed', sentence: sentenceOf(error) })
    }
  }

  async #read(id: string): Promise<void> {
    try {
      const draft = await this.#calls.get(id)
      this.#dispatch({ kind: 'loaded', draft, stored: this.#storage.find(draft.id) })
    } catch (error) {
      const sentence = sentenceOf(error)
      if (isProblem(error, 'not-found'))
        this.#dispatch({ kind: 'missing', sentence, stored: this.#storage.find(id) })
      else this.#dispatch({ kind: 'open-failed', sentence })
    }
  }

  async #patch({ id, patch }: Extract<DraftEffect, { kind: 'patch' }>): Promise<void> {
    try {
      this.#dispatch({ kind: 'saved', draft: await this.#calls.patch(id, patch) })
    } catch (error) {
      this.#refused(id, error)
    }
  }

  #refused(id: string, error: unknown): void {
    const inFlight = isLoaded(this.#draft) ? this.#draft.inFlight : []
    const outcome = saveOutcome(error, this.#draft.text, inFlight)
    this.#dispatch({ kind: 'refused', id, outcome, sentence: sentenceOf(error) })
  }

  /** Loads the draft, or creates one, and restores text kept in this browser. Safe to call again. */
  async open(): Promise<void> {
    this.#perform({ kind: 'open' })
    await this.#call
  }

  /** Loads the draft again when there are no unsaved changes here. */
  async refresh(): Promise<void> {
    const draft = this.#draft
    if (draft.kind === 'unopened') return this.open()
    if (!canRefresh(draft)) return
    const remote = await this.#calls.get(draft.name).catch(() => null)
    if (remote !== null) this.#dispatch({ kind: 'refreshed', draft: remote })
  }

  change(patch: Partial<DraftText>): void {
    this.#dispatch({ kind: 'changed', patch, at: now() })
  }

  #collect(): void {
    const held = this.collect()
    if (Object.keys(held).length > 0) this.change(held)
  }

  /** Saves unsaved changes to the server; one save at a time. */
  async save(): Promise<void> {
    this.#collect()
    this.#dispatch({ kind: 'save-requested', at: now() })
    await this.#call
  }

  /** Resolves to true when everything is on the server. */
  async flush(): Promise<boolean> {
    this.#collect()
    for (let round = 0; round < flushRounds; round++) {
      // Without a pending call the save starts at once: the page may be about to close.
      if (this.#call !== null) await this.#call
      const missing = missingForFlush(this.#draft)
      if (missing === 'nothing') return true
      if (missing === 'decision' || (round > 0 && 'sentence' in this.#state.save)) return false
      await this.save()
    }
    return missingForFlush(this.#draft) === 'nothing'
  }

  /** Resolves a conflict: saves this text over the other one. */
  async overwriteRemote(): Promise<void> {
    this.#dispatch({ kind: 'remote-overwritten' })
    await this.save()
  }

  /** Resolves a conflict: replaces this text with the other one. */
  acceptRemote(): void {
    this.#dispatch({ kind: 'remote-accepted' })
  }

  /** Saves this text as a separate draft. The attachments stay with the other draft. */
  async saveAsCopy(): Promise<void> {
    this.#collect()
    const { from, ...text } = this.#draft.text
    const draft = await this.#calls.create({ ...text, ...(from.address !== '' && { from: from.address }) })
    this.#dispatch({ kind: 'copied', draft })
  }

  /** The id of the draft, which is created when there is none. Throws when it cannot be created. */
  async #ensureId(): Promise<string> {
    if (idOf(this.#draft) === null) await this.open()
    const id = idOf(this.#draft)
    if (id === null) throw this.#failure()
    return id
  }

  #failure(): Error {
    return new Error('sentence' in this.#state.save ? this.#state.save.sentence : '')
  }

  async #changeAttachments(call: (id: string) => Promise<MailDraft>): Promise<MailDraft['attachments']> {
    this.#dispatch({ kind: 'attaching' })
    const { attachments } = await call(await this.#ensureId())
    this.#dispatch({ kind: 'attachments-changed', attachments })
    return attachments
  }

  /** Attaches a file and returns the new attachment. */
  async attach(file: File, options: AttachOptions): Promise<Attachment | undefined> {
    return (await this.#changeAttachments((id) => this.#calls.attach(id, file, options))).at(-1)
  }

  async attachFile(filePid: string): Promise<void> {
    await this.#changeAttachments((id) => this.#calls.attachFile(id, filePid))
  }

  async detach(attachmentId: string): Promise<void> {
    await this.#changeAttachments((id) => this.#calls.detach(id, attachmentId))
  }

  /**
   * Saves and sends. Throws an Error with a message to show. A retry after a lost response does not send
   * twice.
   */
  async send(): Promise<MailSending> {
    await this.flush()
    const draft = this.#draft
    if (draft.kind !== 'saved') throw this.#failure()
    this.#sendKey ??= randomKey()
    try {
      const sending = await this.#calls.send(draft.name, draft.base.version, this.#sendKey)
      this.#dispatch({ kind: 'finished' })
      return sending
    } catch (error) {
      // A refusal ends this sending. Without a response it may have succeeded, so a retry uses the same key.
      if (error instanceof ApiProblem && error.status !== 0) this.#sendKey = null
      if (isProblem(error, 'version-conflict')) this.#refused(draft.name, error)
      throw error
    }
  }

  /** Moves the draft to the deleted items and returns its id there; null when there was nothing to keep. */
  async discard(): Promise<string | null> {
    const id = idOf(this.#draft)
    if (id === null || isEmpty(this.#draft) || this.#draft.kind === 'gone') return null
    await this.flush()
    await this.#calls.discard(id)
    this.#dispatch({ kind: 'finished' })
    return id
  }

  /** Called when the page is left: saves unsaved changes, and deletes a draft without content. */
  async close(): Promise<void> {
    this.#dispatch({ kind: 'closed' })
    if (this.#draft.stage === 'finished') return
    if (this.#draft.kind === 'creating' || this.#draft.kind === 'opening') await this.#call
    this.#collect()
    if (isUntouched(this.#draft)) {
      const { name } = this.#draft
      this.#storage.forget(name)
      await this.#calls.delete(name).catch(() => undefined)
      return
    }
    await this.flush()
  }
}
