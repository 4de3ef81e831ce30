import { createPortalStore } from '../portal/portal-store.ts'
import { colourModeAtom, startColourMode } from './colour-mode.ts'

const scheme = () => document.documentElement.getAttribute('data-colour-scheme')

test('the chosen colour mode is drawn at once and kept in local storage (specification.md 9)', () => {
  const store = createPortalStore()
  const stop = startColourMode(store)
  expect(store.get(colourModeAtom)).toBe('system')
  expect(scheme()).toBe('light')
  store.set(colourModeAtom, 'dark')
  expect(scheme()).toBe('dark')
  expect(localStorage.getItem('portal.colour-mode')).toBe('dark')
  stop()
})
