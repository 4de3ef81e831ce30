import { MailDraft } from '@portal/contract'
import { initialDraft, isUntouched, missingForFlush, toDraftState } from './draft-machine.ts'
import type { Draft, DraftEffect, DraftEvent } from './draft-machine.ts'
import { nextDraft } from './draft-reducer.ts'
import type { StoredDraft } from './draft-storage.ts'

const at = '2026-11-01T14:05:00.000Z'
const remote = (version: number, html = ''): MailDraft =>
  MailDraft.parse({
    id: 'DRAFT1',
    version,
    conversationId: 'DRAFT1',
    from: { name: 'Ada', address: 'ada@portal.example' },
    to: [],
    cc: [],
    bcc: [],
    subject: '',
    html,
    savedAt: '2026-11-01T14:02:00.000Z',
    attachments: [],
  })
const local = (version: number, html: string): StoredDraft => ({ ...remote(version, html), inFlight: [] })

const open: DraftEvent = { kind: 'open-requested', stored: null }
const created: DraftEvent = { kind: 'created', draft: remote(1), stored: null }
const loaded: DraftEvent = { kind: 'loaded', draft: remote(3, 'Old'), stored: null }
const type = (html: string): DraftEvent => ({ kind: 'changed', patch: { html }, at })
const save: DraftEvent = { kind: 'save-requested', at }
const saved = (version: number, html: string): DraftEvent => ({ kind: 'saved', draft: remote(version, html) })
const refused = (outcome: Extract<DraftEvent, { kind: 'refused' }>['outcome']): DraftEvent => ({
  kind: 'refused',
  id: 'DRAFT1',
  outcome,
  sentence: 'No connection.',
})
const lost = refused({ kind: 'failed' })
const conflict = refused({ kind: 'conflict', draft: remote(4, 'Theirs') })
const gone = refused({ kind: 'gone', sentence: 'It was sent.' })

function after(first: Draft, ...events: DraftEvent[]): { draft: Draft; effects: readonly DraftEffect[] } {
  return events.reduce<{ draft: Draft; effects: readonly DraftEffect[] }>(
    ({ draft }, event) => {
      const [next, effects] = nextDraft(draft, event)
      return { draft: next, effects }
    },
    { draft: first, effects: [] },
  )
}
const newDraft = initialDraft({ name: 'new-1', isNew: true, isFresh: false })
const existing = initialDraft({ name: 'DRAFT1', isNew: false, isFresh: false })

test.each<[string, Draft, DraftEvent[], string, string[]]>([
  ['a new message is created', newDraft, [open], 'creating', ['create']],
  [
    'a created draft reports its id',
    newDraft,
    [open, created],
    'saved',
    ['cancel-scheduled', 'clear-stored', 'clear-stored', 'report-id'],
  ],
  [
    'text typed during the creation is saved next',
    newDraft,
    [open, type('Hi'), created],
    'edited',
    ['store', 'schedule-save', 'clear-stored', 'report-id'],
  ],
  [
    'a creation that fails is retried',
    newDraft,
    [open, { kind: 'open-failed', sentence: 'No.' }],
    'new',
    ['cancel-scheduled', 'schedule-retry'],
  ],
  ['a save of a new message creates it', newDraft, [save], 'new', ['open']],
  ['an existing draft is read', existing, [open], 'opening', ['read']],
  [
    'a read that fails is retried',
    existing,
    [open, { kind: 'open-failed', sentence: 'No.' }],
    'unopened',
    ['cancel-scheduled', 'schedule-retry'],
  ],
  [
    'a retry of a failed read reads again',
    existing,
    [open, { kind: 'open-failed', sentence: 'No.' }, save],
    'unopened',
    ['open'],
  ],
  [
    'a draft that is not there is not found',
    existing,
    [open, { kind: 'missing', sentence: 'Gone.', stored: null }],
    'not-found',
    [],
  ],
  [
    'text of a draft that is not there is kept',
    existing,
    [open, { kind: 'missing', sentence: 'Gone.', stored: local(2, 'Mine') }],
    'gone',
    [],
  ],
  [
    'a draft without local changes is shown as it is',
    existing,
    [open, loaded],
    'saved',
    ['reset-longest-wait', 'clear-stored'],
  ],
  [
    'local changes to the same version are saved next',
    existing,
    [open, { kind: 'loaded', draft: remote(3, 'Old'), stored: local(3, 'Mine') }],
    'edited',
    ['reset-longest-wait', 'schedule-save'],
  ],
  [
    'local changes to another version conflict',
    existing,
    [open, { kind: 'loaded', draft: remote(3, 'Old'), stored: local(2, 'Mine') }],
    'conflict',
    ['reset-longest-wait'],
  ],
  [
    'local text that the draft contains is dropped',
    existing,
    [open, { kind: 'loaded', draft: remote(3, 'Old'), stored: local(2, 'Ol') }],
    'saved',
    ['reset-longest-wait', 'clear-stored'],
  ],
  [
    'a change is stored and scheduled',
    existing,
    [open, loaded, type('New')],
    'edited',
    ['store', 'schedule-save'],
  ],
  [
    'a change that is taken back leaves nothing to save',
    existing,
    [open, loaded, type('New'), type('Old')],
    'saved',
    ['cancel-scheduled', 'clear-stored'],
  ],
  [
    'a save sends the changes once',
    existing,
    [open, loaded, type('New'), save],
    'saving',
    ['cancel-scheduled', 'store', 'patch'],
  ],
  ['a save during a save waits', existing, [open, loaded, type('New'), save, save], 'saving', []],
  [
    'a saved text is cleared from the browser',
    existing,
    [open, loaded, type('New'), save, saved(4, 'New')],
    'saved',
    ['cancel-scheduled', 'clear-stored'],
  ],
  [
    'text typed during a save is saved next',
    existing,
    [open, loaded, type('New'), save, type('Newer'), saved(4, 'New')],
    'edited',
    ['store', 'schedule-save'],
  ],
  [
    'text taken back during a save stays stored',
    existing,
    [open, loaded, type('New'), save, type('Old')],
    'saving',
    ['store', 'schedule-save'],
  ],
  [
    'a failed save is retried',
    existing,
    [open, loaded, type('New'), save, lost],
    'failed',
    ['cancel-scheduled', 'schedule-retry'],
  ],
  [
    'a failed save of a closed page is not retried',
    existing,
    [open, loaded, type('New'), { kind: 'closed' }, save, lost],
    'failed',
    ['cancel-scheduled'],
  ],
  [
    'a retry saves again',
    existing,
    [open, loaded, type('New'), save, lost, save],
    'saving',
    ['cancel-scheduled', 'store', 'patch'],
  ],
  [
    'a text that the server already has is saved',
    existing,
    [open, loaded, type('New'), save, refused({ kind: 'saved', draft: remote(4, 'New') })],
    'saved',
    ['reset-longest-wait'],
  ],
  [
    'an edit since a lost response is saved at once',
    existing,
    [
      open,
      loaded,
      type('New'),
      save,
      type('Newer'),
      refused({ kind: 'own', text: remote(4, 'New'), version: 4 }),
    ],
    'edited',
    ['schedule-save'],
  ],
  [
    'a draft somebody else saved conflicts',
    existing,
    [open, loaded, type('New'), save, conflict],
    'conflict',
    [],
  ],
  [
    'nothing is saved during a conflict',
    existing,
    [open, loaded, type('New'), save, conflict, save],
    'conflict',
    [],
  ],
  [
    'the own text may overwrite the other one',
    existing,
    [open, loaded, type('New'), save, conflict, { kind: 'remote-overwritten' }],
    'edited',
    ['store', 'schedule-save'],
  ],
  [
    'the other text may replace the own one',
    existing,
    [open, loaded, type('New'), save, conflict, { kind: 'remote-accepted' }],
    'saved',
    ['clear-stored', 'reset-longest-wait'],
  ],
  [
    'a copy continues as its own draft',
    existing,
    [open, loaded, type('New'), save, gone, { kind: 'copied', draft: { ...remote(1, 'New'), id: 'DRAFT2' } }],
    'saved',
    ['clear-stored', 'reset-longest-wait', 'report-id'],
  ],
  [
    'text of a draft that was sent elsewhere stays',
    existing,
    [open, loaded, type('New'), save, gone, type('Newer')],
    'gone',
    ['store'],
  ],
])('%s', (_title, first, events, kind, effects) => {
  const { draft, effects: asked } = after(first, ...events)
  expect([draft.kind, asked.map((effect) => effect.kind)]).toEqual([kind, effects])
})

test.each<[string, Draft, DraftEvent]>([
  ['a late save', after(existing, open, loaded).draft, saved(9, 'Late')],
  [
    'a late save of another draft',
    after(existing, open, loaded, type('New'), save).draft,
    { kind: 'saved', draft: { ...remote(4), id: 'DRAFT2' } },
  ],
  ['a late creation', after(newDraft, open, created).draft, created],
  [
    'a reload during a save',
    after(existing, open, loaded, type('New'), save).draft,
    { kind: 'refreshed', draft: remote(9, 'Theirs') },
  ],
  [
    'a reload with unsaved changes',
    after(existing, open, loaded, type('New')).draft,
    { kind: 'refreshed', draft: remote(9, 'Theirs') },
  ],
  ['a choice without a conflict', after(existing, open, loaded).draft, { kind: 'remote-overwritten' }],
  ['an edit before the draft is loaded', after(existing, open).draft, type('New')],
])('%s changes nothing', (_title, draft, event) => {
  expect(nextDraft(draft, event)).toEqual([draft, []])
})

test('a save sends only what changed, and the version it is based on', () => {
  expect(after(existing, open, loaded, type('New'), save).effects.at(-1)).toEqual({
    kind: 'patch',
    id: 'DRAFT1',
    patch: { html: 'New', version: 3 },
  })
})

test('an editor loads a text again only when something else replaced it', () => {
  const opened = after(existing, open, loaded).draft
  expect(opened.revision).toBe(1)
  expect(after(opened, type('New'), save, saved(4, 'New')).draft.revision).toBe(1)
  expect(after(opened, { kind: 'refreshed', draft: remote(4, 'Theirs') }).draft.revision).toBe(2)
  expect(after(opened, { kind: 'refreshed', draft: remote(3, 'Old') }).draft.revision).toBe(1)
})

test('the composer shows why a draft could not be opened or saved', () => {
  const failure: DraftEvent = { kind: 'open-failed', sentence: 'No connection.' }
  expect(toDraftState(after(newDraft, open, failure).draft)).toMatchObject({
    id: null,
    save: { kind: 'failed', sentence: 'No connection.' },
  })
  expect(toDraftState(after(existing, open, failure).draft)).toMatchObject({
    id: 'DRAFT1',
    save: { kind: 'failed', sentence: 'No connection.' },
  })
  expect(toDraftState(after(existing, open, loaded, type('New'), save, conflict).draft)).toMatchObject({
    theirs: { html: 'Theirs' },
    text: { html: 'New' },
  })
})

test('only a draft that nobody edited is deleted when its page is left', () => {
  const fresh = initialDraft({ name: 'DRAFT1', isNew: false, isFresh: true })
  const result: DraftEvent = { kind: 'loaded', draft: remote(1, '<p>Quoted</p>'), stored: null }
  expect(isUntouched(after(newDraft, open, created).draft)).toBe(true)
  expect(isUntouched(after(fresh, open, result).draft)).toBe(true)
  expect(isUntouched(after(existing, open, result).draft)).toBe(false)
  expect(isUntouched(after(fresh, open, result, { kind: 'attaching' }).draft)).toBe(false)
  expect(isUntouched(after(newDraft, open, created, type('<p>Hi</p>')).draft)).toBe(false)
})

test.each<[Draft['kind'], DraftEvent[], ReturnType<typeof missingForFlush>]>([
  ['saved', [open, loaded], 'nothing'],
  ['opening', [open], 'call'],
  ['saving', [open, loaded, type('New'), save], 'call'],
  ['edited', [open, loaded, type('New')], 'save'],
  ['failed', [open, loaded, type('New'), save, lost], 'save'],
  ['conflict', [open, loaded, type('New'), save, conflict], 'decision'],
  ['gone', [open, loaded, type('New'), save, gone], 'decision'],
])('what is missing before a draft is on the server: %s', (kind, events, missing) => {
  const { draft } = after(existing, ...events)
  expect([draft.kind, missingForFlush(draft)]).toEqual([kind, missing])
})
