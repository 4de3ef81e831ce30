import { within } from '@testing-library/react'
import type { Role } from '@portal/contract'
import { item, openDocuments, pack } from '../../test-support/documents.ts'

const shown = pack('READY', item('SITE_PLAN', 'VERIFIED'))
const requirements = {
  number: 1,
  required: [],
  optional: [],
  conditions: [],
  fees: [],
  departments: ['Fire', 'Public works'],
}
const reason = 'The permit changed and now also needs: Photo. Reopen the package to add them.'
const blocker = { code: 'documents-asked-since', params: { documents: 'PHOTO' }, tab: 'Documents' }
const transitions = [
  {
    to: 'SUBMITTED',
    label: 'Submit',
    allowed: false,
    whyNot: [reason],
    blockers: [blocker],
    asksReason: false,
  },
  { to: 'COLLECTING', label: 'Reopen', allowed: true, whyNot: [], asksReason: false },
]

/** Opens the documents of a permit whose package is ready. */
const open = (as: Role) =>
  openDocuments(shown, {
    as,
    steps: transitions,
    facts: { status: 'READY_TO_SUBMIT' },
    answer: ({ apiPath }) => (apiPath.endsWith('/requirements') ? { body: requirements } : undefined),
  })

test('staff read which departments review', async () => {
  const { drawer } = await open('team')
  expect(await drawer.findByText('Fire, Public works')).toBeVisible()
})

test('a client does not ask for the requirements', async () => {
  const { drawer, calls } = await open('client')
  expect(await drawer.findByRole('region', { name: 'Required' })).toBeVisible()
  expect(drawer.queryByText('Reviewed by')).toBeNull()
  expect(calls.filter(({ apiPath }) => apiPath.endsWith('/requirements'))).toEqual([])
})

test('a ready package that lacks what its permit asks for since says so, and can be reopened', async () => {
  const { drawer } = await open('team')
  const needed = within(await drawer.findByRole('region', { name: 'Still needed' }))
  expect(needed.getByText(reason)).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Reopen' })).toBeVisible()
})
