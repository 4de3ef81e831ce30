import type { MailDraft } from '@portal/contract'
import { originOf } from './draft-conflict.ts'
import type { SaveOutcome } from './draft-conflict.ts'
import { canRefresh, idOf, isDirty, isLoaded } from './draft-machine.ts'
import type { Draft, DraftBase, DraftCommon, DraftEffect, DraftEvent, LoadedCommon } from './draft-machine.ts'
import type { DraftText, StoredDraft } from './draft-storage.ts'
import { changedFields, emptyText, isBlank, isWithin, sameText, textOf } from './draft-text.ts'

type Step = readonly [Draft, readonly DraftEffect[]]
type LoadedDraft = Extract<Draft, LoadedCommon>

/** Saves without a response that are remembered, besides the current one. */
const rememberedSaves = 3
const neverSaved: DraftBase = { version: 0, text: emptyText }
const cancelScheduled: DraftEffect = { kind: 'cancel-scheduled' }

const commonOf = ({
  name,
  text,
  attachments,
  revision,
  wasRestored,
  isPrefilled,
  stage,
}: Draft): DraftCommon => ({
  name,
  text,
  attachments,
  revision,
  wasRestored,
  isPrefilled,
  stage,
})

const loadedOf = (draft: LoadedDraft): LoadedCommon => ({
  ...commonOf(draft),
  base: draft.base,
  inFlight: draft.inFlight,
})

const stored = (draft: Draft): DraftEffect => ({
  kind: 'store',
  name: draft.name,
  text: draft.text,
  id: idOf(draft) ?? '',
  version: isLoaded(draft) ? draft.base.version : 0,
  inFlight: isLoaded(draft) ? draft.inFlight : [],
})
const clearStored = (name: string): DraftEffect => ({ kind: 'clear-stored', name })

const scheduled = ({ stage }: Draft, waitMs?: number): DraftEffect[] =>
  stage === 'editing' ? [{ kind: 'schedule-save', ...(waitMs !== undefined && { waitMs }) }] : []
const retried = ({ stage }: Draft): DraftEffect[] =>
  stage === 'editing' ? [cancelScheduled, { kind: 'schedule-retry' }] : [cancelScheduled]

/** Replaces the local state with the server's draft. */
function adopt(draft: Draft, remote: MailDraft): Step {
  const next: Draft = {
    ...commonOf(draft),
    kind: 'saved',
    name: remote.id,
    base: { version: remote.version, text: textOf(remote) },
    inFlight: [],
    text: textOf(remote),
    attachments: remote.attachments,
    at: remote.savedAt,
    revision: draft.revision + 1,
    wasRestored: false,
  }
  return [next, [{ kind: 'reset-longest-wait' }]]
}

/** Continues with the server's draft and the changes that only this browser has. */
function resume(draft: Draft, remote: MailDraft, local: StoredDraft | null): Step {
  const [adopted, effects] = adopt(draft, remote)
  if (local === null || !isLoaded(adopted) || sameText(textOf(local), textOf(remote)))
    return [adopted, [...effects, clearStored(remote.id)]]
  const origin = originOf(local, remote)
  if (origin === 'older') return [adopted, [...effects, clearStored(remote.id)]]
  const restored = {
    ...loadedOf(adopted),
    text: textOf(local),
    revision: adopted.revision + 1,
    wasRestored: true,
  }
  if (origin === 'other') return [{ ...restored, kind: 'conflict', theirs: remote }, effects]
  const next: Draft = { ...restored, kind: 'edited' }
  return [next, [...effects, ...scheduled(next)]]
}

/** When the text of a draft was saved that equals its base; a draft just created shows no time. */
const savedNow = ({ version }: DraftBase, at: string): string | null => (version > 1 ? at : null)

/** The draft whose text may equal its base: `saved` then, else `edited` and scheduled. */
function settled(draft: LoadedCommon, at: string | null): Step {
  const edited: Draft = { ...draft, kind: 'edited' }
  if (isDirty(edited)) return [edited, [stored(edited), ...scheduled(edited)]]
  return [{ ...draft, kind: 'saved', at }, [cancelScheduled, clearStored(draft.name)]]
}

function created(
  draft: Extract<Draft, { kind: 'creating' }>,
  event: Extract<DraftEvent, { kind: 'created' }>,
): Step {
  const { draft: remote } = event
  const leave: DraftEffect[] = [clearStored(draft.name), { kind: 'report-id', id: remote.id }]
  const named = { ...commonOf(draft), name: remote.id, inFlight: [] }
  if (remote.version > 1) {
    // An earlier page created this draft and edited it, but was closed before its address contained the
    // draft's id.
    const { text, restored } = draft
    const isOlder = restored !== null && sameText(text, restored) && isWithin(text, textOf(remote))
    if (isBlank(text) || isOlder) {
      const [next, effects] = resume(draft, remote, event.stored)
      return [next, [...effects, ...leave]]
    }
    const next: Draft = { ...named, kind: 'conflict', base: neverSaved, theirs: remote }
    return [next, [stored(next), ...leave]]
  }
  const text = draft.text.from.address === '' ? { ...draft.text, from: remote.from } : draft.text
  const base = { version: remote.version, text: textOf(remote) }
  const [next, effects] = settled({ ...named, text, base }, null)
  return [next, [...effects, ...leave]]
}

function changed(draft: Draft, patch: Partial<DraftText>, at: string): Step {
  const text = { ...draft.text, ...patch }
  switch (draft.kind) {
    case 'new':
    case 'creating': {
      const next = { ...draft, text }
      return isDirty(next) ? [next, [stored(next), ...scheduled(next)]] : [next, [clearStored(next.name)]]
    }
    case 'saved':
    case 'edited':
      return draft.kind === 'saved' && sameText(text, draft.base.text)
        ? [{ ...draft, text }, [cancelScheduled, clearStored(draft.name)]]
        : settled({ ...loadedOf(draft), text }, savedNow(draft.base, at))
    case 'failed': {
      const next = { ...draft, text }
      if (isDirty(next)) return [next, [stored(next), ...scheduled(next)]]
      return settled(loadedOf(next), savedNow(draft.base, at))
    }
    case 'saving': {
      // The text being saved may reach the server, so even a text equal to the base is to be kept.
      const next = { ...draft, text }
      return [next, [stored(next), ...scheduled(next)]]
    }
    case 'conflict':
    case 'gone': {
      const next = { ...draft, text }
      return [next, [isDirty(next) ? stored(next) : clearStored(next.name)]]
    }
    case 'unopened':
    case 'opening':
    case 'not-found':
      return [draft, []]
  }
}

function saveRequested(draft: Draft, at: string): Step {
  switch (draft.kind) {
    case 'new':
    case 'unopened':
      return [draft, [{ kind: 'open' }]]
    case 'saved':
      return [draft, [cancelScheduled, clearStored(draft.name)]]
    case 'edited':
    case 'failed': {
      const { text, base } = draft
      if (!isDirty(draft)) return settled(loadedOf(draft), savedNow(base, at))
      const inFlight = [...draft.inFlight.slice(-rememberedSaves), text]
      const next: Draft = { ...loadedOf(draft), kind: 'saving', sent: text, inFlight }
      const patch = { ...changedFields(text, base.text), version: base.version }
      return [next, [cancelScheduled, stored(next), { kind: 'patch', id: draft.name, patch }]]
    }
    case 'creating':
    case 'opening':
    case 'saving':
    case 'conflict':
    case 'gone':
    case 'not-found':
      return [draft, []]
  }
}

function refused(draft: LoadedDraft, outcome: SaveOutcome, sentence: string): Step {
  const loaded = loadedOf(draft)
  switch (outcome.kind) {
    case 'saved':
      return adopt(draft, outcome.draft)
    case 'own': {
      const next: Draft = {
        ...loaded,
        kind: 'edited',
        base: { version: outcome.version, text: outcome.text },
      }
      return [next, scheduled(next, 0)]
    }
    case 'conflict':
      return [{ ...loaded, kind: 'conflict', theirs: outcome.draft }, []]
    case 'gone':
      return [{ ...loaded, kind: 'gone', sentence: outcome.sentence }, []]
    case 'failed': {
      const next: Draft = { ...loaded, kind: 'failed', sentence }
      return [next, retried(next)]
    }
  }
}

function refreshed(draft: Draft, remote: MailDraft): Step {
  if (!canRefresh(draft)) return [draft, []]
  const version = isLoaded(draft) ? draft.base.version : 0
  return remote.version === version
    ? [{ ...draft, attachments: remote.attachments }, []]
    : adopt(draft, remote)
}

/**
 * The draft after an event, and what is to be done. An event that does not apply to the state, such as a late
 * response, changes nothing.
 */
export function nextDraft(draft: Draft, event: DraftEvent): Step {
  const unchanged: Step = [draft, []]
  switch (event.kind) {
    case 'open-requested': {
      if (draft.kind === 'unopened')
        return [{ ...draft, kind: 'opening' }, [{ kind: 'read', id: draft.name }]]
      if (draft.kind !== 'new') return unchanged
      const restored = event.stored === null ? null : textOf(event.stored)
      const first = restored !== null && draft.revision === 0
      const next: Draft = {
        ...draft,
        ...(first && { text: restored, revision: 1, wasRestored: true }),
        kind: 'creating',
        restored,
      }
      return [next, [{ kind: 'create', name: draft.name }]]
    }
    case 'created':
      return draft.kind === 'creating' ? created(draft, event) : unchanged
    case 'loaded':
      return draft.kind === 'opening' ? resume(draft, event.draft, event.stored) : unchanged
    case 'missing': {
      if (draft.kind !== 'opening') return unchanged
      if (event.stored === null) return [{ ...commonOf(draft), kind: 'not-found' }, []]
      const text = textOf(event.stored)
      const loaded = {
        ...commonOf(draft),
        base: neverSaved,
        inFlight: [],
        text,
        revision: draft.revision + 1,
      }
      return [{ ...loaded, kind: 'gone', sentence: event.sentence }, []]
    }
    case 'open-failed': {
      if (draft.kind !== 'creating' && draft.kind !== 'opening') return unchanged
      const kind = draft.kind === 'creating' ? 'new' : 'unopened'
      const next: Draft = { ...commonOf(draft), kind, failure: event.sentence }
      return [next, retried(next)]
    }
    case 'refreshed':
      return refreshed(draft, event.draft)
    case 'changed':
      return changed(draft, event.patch, event.at)
    case 'save-requested':
      return saveRequested(draft, event.at)
    case 'saved': {
      if (draft.kind !== 'saving' || draft.name !== event.draft.id) return unchanged
      const base = { version: event.draft.version, text: draft.sent }
      const { attachments, savedAt } = event.draft
      return settled({ ...loadedOf(draft), base, attachments, inFlight: [] }, savedAt)
    }
    case 'refused':
      return isLoaded(draft) && draft.name === event.id && draft.kind !== 'conflict' && draft.kind !== 'gone'
        ? refused(draft, event.outcome, event.sentence)
        : unchanged
    case 'remote-overwritten': {
      if (draft.kind !== 'conflict') return unchanged
      const { theirs } = draft
      const base = { version: theirs.version, text: textOf(theirs) }
      return settled({ ...loadedOf(draft), base, attachments: theirs.attachments }, theirs.savedAt)
    }
    case 'remote-accepted': {
      if (draft.kind !== 'conflict') return unchanged
      const [next, effects] = adopt(draft, draft.theirs)
      return [next, [clearStored(draft.name), ...effects]]
    }
    case 'copied': {
      const [next, effects] = adopt(draft, event.draft)
      return [next, [clearStored(draft.name), ...effects, { kind: 'report-id', id: event.draft.id }]]
    }
    case 'attaching':
      return [{ ...draft, isPrefilled: false }, []]
    case 'attachments-changed':
      return [{ ...draft, attachments: event.attachments }, []]
    case 'finished':
      return [{ ...draft, stage: 'finished' }, [cancelScheduled]]
    case 'closed':
      return [{ ...draft, stage: draft.stage === 'finished' ? 'finished' : 'closed' }, [cancelScheduled]]
  }
}
