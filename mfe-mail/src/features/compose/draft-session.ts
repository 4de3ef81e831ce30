import type { MailDraft, MailSending } from '@portal/contract'
import { ApiProblem, isProblem, randomKey } from '@portal/shared-ui'
import type { DraftCalls } from './draft-calls.ts'
import { originOf, saveOutcome } from './draft-conflict.ts'
import type { DraftStorage, DraftText } from './draft-storage.ts'
import type { DraftSessionOptions, DraftState } from './draft-state.ts'
import { SaveTimer } from './save-timer.ts'
import { changedFields, emptyText, isBlank, isWithin, sameText, textOf } from './draft-text.ts'

type Attachment = MailDraft['attachments'][number]
type AttachOptions = Parameters<DraftCalls['attach']>[2]

/**
 * The editing session of one draft. Every change is stored in this browser immediately and on the server
 * shortly after. A save never overwrites a version the text is not based on; it reports a conflict instead.
 * Independent of the user interface.
 */
export class DraftSession {
  readonly #calls: DraftCalls
  readonly #storage: DraftStorage
  readonly #onId: (id: string) => void
  readonly #isFresh: boolean
  #name: string
  #version = 0
  #saved: DraftText = emptyText
  /** Texts of saves without a response; the server may have stored them. */
  #inFlight: DraftText[] = []
  #state: DraftState
  #listeners = new Set<() => void>()
  readonly #timer = new SaveTimer(() => void this.save())
  #saving: Promise<void> | null = null
  #opening: Promise<void> | null = null
  #sendKey: string | null = null
  #isClosed = false
  /** The draft was sent or discarded: nothing is left to save. */
  #isFinished = false
  #wasAttachedTo = false
  /** Returns the changes the editor has not passed on yet; called before every save. */
  collect: () => Partial<DraftText> = () => ({})

  constructor({ calls, keeper, name, isNew, isFresh, onId }: DraftSessionOptions) {
    this.#calls = calls
    this.#storage = keeper
    this.#name = name
    this.#onId = onId
    this.#isFresh = isFresh
    this.#state = {
      id: isNew ? null : name,
      text: emptyText,
      attachments: [],
      save: isNew ? { kind: 'unsaved' } : { kind: 'opening' },
      theirs: null,
      revision: 0,
      wasRestored: false,
    }
  }

  get state(): DraftState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  get isDirty(): boolean {
    return !sameText(this.#state.text, this.#saved)
  }

  /** Nothing was written or attached. */
  get isBlank(): boolean {
    return isBlank(this.#state.text) && this.#state.attachments.length === 0
  }

  /** Loads the draft, or creates one, and restores text kept in this browser. Safe to call again. */
  open(): Promise<void> {
    this.#opening ??= (this.#state.id === null ? this.#make() : this.#read(this.#state.id)).finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #make(): Promise<void> {
    const kept = this.#storage.find(this.#name)
    if (kept !== null && this.#state.revision === 0)
      this.#set({ text: textOf(kept), revision: 1, wasRestored: true })
    try {
      const earlier = this.#name
      const draft = await this.#calls.create({}, earlier)
      this.#name = draft.id
      // An earlier page created this draft and edited it, but was closed before its address contained the
      // draft's id.
      if (draft.version > 1) {
        const { text } = this.#state
        const isOlder = kept !== null && sameText(text, textOf(kept)) && isWithin(text, textOf(draft))
        if (isBlank(text) || isOlder) this.#goOn(draft)
        else this.#set({ id: draft.id, theirs: draft })
        this.#storage.forget(earlier)
        return this.#onId(draft.id)
      }
      this.#version = draft.version
      this.#saved = textOf(draft)
      const { text } = this.#state
      this.#set({ id: draft.id, text: text.from.address === '' ? { ...text, from: draft.from } : text })
      if (this.isDirty) this.#keep()
      this.#storage.forget(earlier)
      this.#onId(draft.id)
      this.#settle()
    } catch (error) {
      this.#fail(error)
    }
  }

  async #read(id: string): Promise<void> {
    try {
      this.#goOn(await this.#calls.get(id))
    } catch (error) {
      if (!isProblem(error, 'not-found')) return this.#fail(error)
      const kept = this.#storage.find(id)
      if (kept === null) return this.#set({ save: { kind: 'not-found' } })
      this.#set({
        text: textOf(kept),
        revision: this.#state.revision + 1,
        save: { kind: 'gone', sentence: error.message },
      })
    }
  }

  /** Continues with the server's draft and the changes that only this browser has. */
  #goOn(draft: MailDraft): void {
    const kept = this.#storage.find(draft.id)
    this.#adopt(draft)
    if (kept === null || sameText(textOf(kept), textOf(draft))) return this.#storage.forget(draft.id)
    const origin = originOf(kept, draft)
    if (origin === 'older') return this.#storage.forget(draft.id)
    this.#set({ text: textOf(kept), revision: this.#state.revision + 1, wasRestored: true })
    if (origin === 'own') this.#schedule()
    else this.#set({ theirs: draft })
  }

  /** Replaces the local state with the server's draft. */
  #adopt(draft: MailDraft): void {
    this.#version = draft.version
    this.#saved = textOf(draft)
    this.#timer.saved()
    this.#set({
      id: draft.id,
      text: textOf(draft),
      attachments: draft.attachments,
      save: { kind: 'saved', at: draft.savedAt },
      theirs: null,
      revision: this.#state.revision + 1,
      wasRestored: false,
    })
  }

  /** Loads the draft again when there are no unsaved changes here. */
  async refresh(): Promise<void> {
    const { id, theirs } = this.#state
    if (id === null || theirs !== null || this.isDirty || this.#saving !== null || this.#opening !== null)
      return
    const draft = await this.#calls.get(id).catch(() => null)
    if (draft === null || this.isDirty || this.#saving !== null) return
    if (draft.version !== this.#version) this.#adopt(draft)
    else this.#set({ attachments: draft.attachments })
  }

  change(patch: Partial<DraftText>): void {
    this.#set({ text: { ...this.#state.text, ...patch } })
    if (!this.isDirty) return this.#settle()
    this.#keep()
    this.#schedule()
  }

  #keep(): void {
    const { id, text } = this.#state
    const at = new Date().toISOString()
    this.#storage.keep(this.#name, {
      ...text,
      id: id ?? '',
      version: this.#version,
      conversationId: '',
      savedAt: at,
      attachments: [],
      inFlight: this.#inFlight,
    })
  }

  #settle(): void {
    if (this.isDirty) return this.#schedule()
    this.#timer.stop()
    this.#storage.forget(this.#name)
    if (this.#state.save.kind !== 'saved')
      this.#set({ save: { kind: 'saved', at: this.#version > 1 ? new Date().toISOString() : null } })
  }

  #schedule(waitMs?: number): void {
    if (this.#isClosed) return
    this.#timer.schedule(waitMs)
    const { kind } = this.#state.save
    if (kind === 'saved' || kind === 'opening') this.#set({ save: { kind: 'unsaved' } })
  }

  #fail(error: unknown): void {
    this.#set({ save: { kind: 'failed', sentence: error instanceof Error ? error.message : String(error) } })
    this.#timer.stop()
    if (!this.#isClosed) this.#timer.retryLater()
  }

  /** Saves unsaved changes to the server; one save at a time. */
  async save(): Promise<void> {
    this.#collect()
    if (this.#saving !== null) return this.#saving
    if (this.#state.id === null || this.#state.save.kind === 'opening') return this.open()
    if (this.#state.theirs !== null || this.#state.save.kind === 'gone') return
    if (!this.isDirty) return this.#settle()
    this.#saving = this.#patch(this.#state.id).finally(() => {
      this.#saving = null
    })
    return this.#saving
  }

  async #patch(id: string): Promise<void> {
    this.#timer.stop()
    const { text } = this.#state
    this.#set({ save: { kind: 'saving' } })
    this.#inFlight = [...this.#inFlight.slice(-3), text]
    this.#keep()
    try {
      const draft = await this.#calls.patch(id, {
        ...changedFields(text, this.#saved),
        version: this.#version,
      })
      this.#saved = text
      this.#version = draft.version
      this.#inFlight = []
      if (this.isDirty) this.#keep()
      this.#set({ attachments: draft.attachments, save: { kind: 'saved', at: draft.savedAt } })
      this.#settle()
    } catch (error) {
      this.#refused(error)
    }
  }

  #refused(error: unknown): void {
    const outcome = saveOutcome(error, this.#state.text, this.#inFlight)
    switch (outcome.kind) {
      case 'saved':
        return this.#adopt(outcome.draft)
      case 'own':
        this.#saved = outcome.text
        this.#version = outcome.version
        this.#set({ save: { kind: 'unsaved' } })
        return this.#schedule(0)
      case 'conflict':
        return this.#set({ theirs: outcome.draft, save: { kind: 'unsaved' } })
      case 'gone':
        return this.#set({ save: outcome })
      case 'failed':
        return this.#fail(error)
    }
  }

  #collect(): void {
    const held = this.collect()
    if (Object.keys(held).length > 0) this.change(held)
  }

  /** Resolves to true when everything is on the server. */
  async flush(): Promise<boolean> {
    this.#collect()
    for (let round = 0; round < 4; round++) {
      if (this.#opening !== null) await this.#opening
      if (this.#saving !== null) await this.#saving
      if (this.#state.id !== null && !this.isDirty)
        return this.#state.theirs === null && this.#state.save.kind !== 'gone'
      if (round > 0 && this.#state.save.kind !== 'saved' && this.#state.save.kind !== 'unsaved') return false
      await this.save()
      if (this.#state.theirs !== null || this.#state.save.kind === 'gone') return false
    }
    return this.#state.id !== null && !this.isDirty
  }

  /** Resolves a conflict: saves this text over the other one. */
  async overwriteRemote(): Promise<void> {
    const { theirs } = this.#state
    if (theirs === null) return
    this.#version = theirs.version
    this.#saved = textOf(theirs)
    this.#set({ theirs: null, attachments: theirs.attachments, save: { kind: 'unsaved' } })
    this.#keep()
    await this.save()
  }

  /** Resolves a conflict: replaces this text with the other one. */
  acceptRemote(): void {
    const { theirs, id } = this.#state
    if (theirs === null || id === null) return
    this.#storage.forget(id)
    this.#adopt(theirs)
  }

  /** Saves this text as a separate draft. The attachments stay with the other draft. */
  async saveAsCopy(): Promise<void> {
    this.#collect()
    const earlier = this.#name
    const { from, ...text } = this.#state.text
    const draft = await this.#calls.create({ ...text, ...(from.address !== '' && { from: from.address }) })
    this.#name = draft.id
    this.#storage.forget(earlier)
    this.#adopt(draft)
    this.#onId(draft.id)
  }

  /** The id of the draft, which is created when there is none. Throws when it cannot be created. */
  async #ensureId(): Promise<string> {
    if (this.#state.id === null) await this.open()
    if (this.#state.id === null) throw this.#failure()
    return this.#state.id
  }

  #failure(): Error {
    return new Error('sentence' in this.#state.save ? this.#state.save.sentence : '')
  }

  /** Attaches a file and returns the new attachment. */
  async attach(file: File, options: AttachOptions): Promise<Attachment | undefined> {
    this.#wasAttachedTo = true
    const draft = await this.#calls.attach(await this.#ensureId(), file, options)
    this.#set({ attachments: draft.attachments })
    return draft.attachments.at(-1)
  }

  async attachFile(filePid: string): Promise<void> {
    this.#wasAttachedTo = true
    const draft = await this.#calls.attachFile(await this.#ensureId(), filePid)
    this.#set({ attachments: draft.attachments })
  }

  async detach(attachmentId: string): Promise<void> {
    this.#wasAttachedTo = true
    const draft = await this.#calls.detach(await this.#ensureId(), attachmentId)
    this.#set({ attachments: draft.attachments })
  }

  /**
   * Saves and sends. Throws an Error with a message to show. A retry after a lost response does not send
   * twice.
   */
  async send(): Promise<MailSending> {
    if (!(await this.flush()) || this.#state.id === null) throw this.#failure()
    this.#sendKey ??= randomKey()
    try {
      const sending = await this.#calls.send(this.#state.id, this.#version, this.#sendKey)
      this.#isFinished = true
      return sending
    } catch (error) {
      // A refusal ends this sending. Without a response it may have succeeded, so a retry uses the same key.
      if (error instanceof ApiProblem && error.status !== 0) this.#sendKey = null
      if (isProblem(error, 'version-conflict')) this.#refused(error)
      throw error
    }
  }

  /** Moves the draft to the deleted items and returns its id there; null when there was nothing to keep. */
  async discard(): Promise<string | null> {
    const { id, save } = this.#state
    if (id === null || this.isBlank || save.kind === 'gone') return null
    await this.flush()
    await this.#calls.discard(id)
    this.#isFinished = true
    return id
  }

  /** Called when the page is left: saves unsaved changes, and deletes a draft without content. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer.stop()
    if (this.#isFinished) return
    if (this.#opening !== null) await this.#opening
    this.#collect()
    const { id } = this.#state
    const isUntouched =
      this.#version === 1 && !this.isDirty && (this.isBlank || (this.#isFresh && !this.#wasAttachedTo))
    if (id !== null && isUntouched && this.#state.save.kind !== 'gone') {
      this.#storage.forget(this.#name)
      await this.#calls.delete(id).catch(() => undefined)
      return
    }
    await this.flush()
  }
}
