import { mayStoreText } from '@portal/shared-ui'
import { claimStorage, clearPersonalStorage, hasUnsentText, readPreferences } from './personal-storage.ts'

const note = 'portal.unsaved.notes/permits/P1'
const letter = 'portal.mail-draft.ADA.D1'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

test('a draft is restored for its author after a reload, and removed when another user signs in', () => {
  claimStorage('ADA')
  sessionStorage.setItem(note, '{"new/INTERNAL":"half"}')
  claimStorage('ADA')
  expect(sessionStorage.getItem(note)).not.toBeNull()
  claimStorage('BEN')
  expect(sessionStorage.getItem(note)).toBeNull()
})

test('S-24: unsent mail is removed as soon as another user signs in, before they open mail', () => {
  claimStorage('ADA')
  localStorage.setItem(letter, '{}')
  localStorage.setItem('portal.mail-pictures.ADA', '[]')
  localStorage.setItem('portal.mail-draft.BEN.D2', '{}')
  claimStorage('ADA')
  expect(localStorage.getItem(letter)).not.toBeNull()
  claimStorage('BEN')
  expect(localStorage.getItem(letter)).toBeNull()
  expect(localStorage.getItem('portal.mail-pictures.ADA')).toBeNull()
  expect(localStorage.getItem('portal.mail-draft.BEN.D2')).not.toBeNull()
})

test('the other storage of the tab is kept while the same user is signed in', () => {
  claimStorage('ADA')
  sessionStorage.setItem('portal.reload', 'x')
  claimStorage('ADA')
  expect(sessionStorage.getItem('portal.reload')).toBe('x')
})

test('S-24: signing out keeps only device preferences, and no page stores text until the next sign-in', () => {
  localStorage.setItem('portal.colour-mode', 'dark')
  localStorage.setItem('portal.sounds-off', 'yes')
  localStorage.setItem('portal.last-good.registry', '{}')
  localStorage.setItem('portal.last-good.configuration.admin', '{}')
  localStorage.setItem(letter, '{}')
  sessionStorage.setItem(note, '{}')
  expect(hasUnsentText()).toBe(true)
  clearPersonalStorage(readPreferences())
  expect(hasUnsentText()).toBe(false)
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'portal.colour-mode',
    'portal.last-good.registry',
    'portal.signed-out',
    'portal.sounds-off',
  ])
  expect(mayStoreText()).toBe(false)
  claimStorage('ADA')
  expect(mayStoreText()).toBe(true)
})
