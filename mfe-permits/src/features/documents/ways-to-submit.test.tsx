import { screen, within } from '@testing-library/react'
import { item, openDocuments, pack } from '../../test-support/documents.ts'

const agency = {
  pid: '01J00000000000000000AGENCY',
  version: 1,
  name: 'City of Lockhart',
  shortCode: 'LOCKHART',
  channels: ['PORTAL', 'EMAIL', 'MAIL', 'IN_PERSON', 'PHONE'],
  portalLink: 'https://lockhart.example.gov',
  submissionLink: 'https://lockhart.example.gov/apply',
  email: 'permits@lockhart.example.gov',
  counterAddress: '308 W San Antonio St, Lockhart, TX 78644',
  phone: '512-555-0142',
}
const submit = { to: 'SUBMITTED', label: 'Submit', allowed: true, whyNot: [], asksReason: false }

/** Opens the tab Documents of a permit whose package has these facts besides its agency. */
function open(facts: object, as: 'team' | 'client' = 'team') {
  const authority = { pid: agency.pid, title: agency.name }
  return openDocuments(
    { ...pack('READY', item('SITE_PLAN', 'VERIFIED')), authority, ...facts },
    {
      as,
      steps: [submit],
      facts: { status: 'READY_TO_SUBMIT' },
      answer: ({ apiPath }) => (apiPath === `authorities/${agency.pid}` ? { body: agency } : undefined),
    },
  )
}

const slow = { timeout: 15_000 }
const region = { name: 'How to submit' }

test('staff see how to submit to the agency, the chosen way first, and in the dialog too', async () => {
  const { drawer, user } = await open({ channel: 'IN_PERSON' })
  const ways = within(await drawer.findByRole('region', region, slow))
  expect(ways.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Agency',
    'In person',
    'Portal',
    'Email',
    'By mail',
    'By phone',
  ])
  expect(ways.getByText(agency.counterAddress)).toBeVisible()
  expect(ways.getByRole('link', { name: agency.submissionLink })).toHaveAttribute(
    'href',
    agency.submissionLink,
  )
  expect(ways.getByRole('link', { name: agency.phone })).toHaveAttribute('href', 'tel:5125550142')
  expect(ways.getByRole('button', { name: agency.email })).toBeVisible()
  expect(ways.getByText('No address yet')).toBeVisible()
  await user.click(await drawer.findByRole('button', { name: 'Submit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit: RT-2026-000003' }, slow))
  const inDialog = within(await dialog.findByRole('region', region))
  expect(inDialog.getByRole('link', { name: agency.submissionLink })).toBeVisible()
  // Nothing leads away from what is typed in the dialog.
  expect(inDialog.queryByRole('button')).toBeNull()
  expect(inDialog.queryByRole('link', { name: agency.name })).toBeNull()
})

test('a submitted package and a client have no ways to submit', async () => {
  const submittedAt = '2026-02-03T10:00:00.000Z'
  const sent = await open({ status: 'SUBMITTED', submittedAt, confirmationNo: 'C-7' })
  expect(await sent.drawer.findByText('C-7', undefined, slow)).toBeVisible()
  expect(sent.drawer.queryByRole('region', region)).toBeNull()
  sent.unmount()
  const client = await open({}, 'client')
  expect(await client.drawer.findByText('Site plan', undefined, slow)).toBeVisible()
  expect(client.drawer.queryByRole('region', region)).toBeNull()
  expect(client.calls.some(({ apiPath }) => apiPath.startsWith('authorities'))).toBe(false)
})
