import { screen, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import { openRecordTab, permit } from '../../../test-support/record-tabs.tsx'

test('staff have tabs in the order of the declaration, a client none about staff (contract.md 9)', async () => {
  const { unmount } = openRecordTab('Details')
  const names = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
  expect(await names()).toEqual(['Details', 'Notes', 'History', 'Related records', 'Assign', 'Relation'])
  unmount()
  openRecordTab('Details', () => undefined, 'client')
  expect(await names()).toEqual(['Details', 'Notes', 'History', 'Related records', 'Relation'])
})

test('S-13: a draft says to a client who only views why it is not theirs to change', async () => {
  const draft = { ...permit, status: 'DRAFT' }
  const response = (call: CrudCall) =>
    call.apiPath === `permits/${permit.pid}` ? { body: draft } : undefined
  const { panel } = openRecordTab('Details', response, 'client', 'VIEWER')
  expect(await within(await panel()).findByText(/You have view-only access/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
})
