import { forgetForeignDrafts } from './own-drafts.ts'

const draft = 'portal.unsaved.notes/permits/P1'

beforeEach(() => sessionStorage.clear())

test('a half-written text is there for its writer after a reload, and not for whoever signs in next', () => {
  forgetForeignDrafts('ADA')
  sessionStorage.setItem(draft, '{"new/INTERNAL":"half"}')
  forgetForeignDrafts('ADA')
  expect(sessionStorage.getItem(draft)).not.toBeNull()
  forgetForeignDrafts('BEN')
  expect(sessionStorage.getItem(draft)).toBeNull()
})

test('what else the tab keeps is left alone', () => {
  sessionStorage.setItem('portal.reload', 'x')
  forgetForeignDrafts('ADA')
  expect(sessionStorage.getItem('portal.reload')).toBe('x')
})
