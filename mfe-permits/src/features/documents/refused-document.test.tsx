import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { CrudCall } from '@portal/contract'
import { server } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/documents.ts'
import { permit } from '../../test-support/documents.ts'
import { openPermitTab } from '../../test-support/open-tab.tsx'

const { pid } = permit
const pack = '01J0000000000000000000RTSX'
const refusal = 'The package was sent in the meantime.'
const item = (documentType: string) => ({
  documentType,
  required: true,
  state: 'RECEIVED',
  file: 'FILE',
  reason: null,
})

async function open() {
  server.use(
    http.get('*/api/files/documents/*', () =>
      HttpResponse.json({ success: true, message: 'OK', documents: [] }),
    ),
  )
  const record = {
    pid: pack,
    version: 1,
    refNo: 'RT-2026-000003',
    status: 'COLLECTING',
    checklist: [item('SITE_PLAN'), item('FLOOR_PLAN')],
    readinessPct: 50,
    missingCount: 1,
  }
  const answer = ({ apiPath, method }: CrudCall) => {
    if (method === 'PATCH') return { refusal: 'transition-refused' as const, detail: refusal }
    if (apiPath === 'rts') return { body: { rts: [record], metadata: { count: 1, page: 1, pageSize: 1 } } }
    if (apiPath === `rts/${pack}`) return { body: record }
    if (apiPath.endsWith('/sign-off')) return { body: { bySecondPerson: false, acts: [] } }
    if (apiPath.startsWith('rts/')) return { body: { transitions: [] } }
    return apiPath === `permits/${pid}/requirements`
      ? { body: { number: 0, required: [], optional: [], conditions: [], fees: [] } }
      : undefined
  }
  const opened = await openPermitTab({ label: 'Documents', mountInto, permit, answer })
  const asking = async (name: string) => {
    await waitFor(() => expect(opened.drawer.getByRole('button', { name })).toBeEnabled())
    await opened.user.click(opened.drawer.getByRole('button', { name }))
    return within(await screen.findByRole('dialog', { name }))
  }
  return { ...opened, asking }
}

test('why a document could not be changed is not shown again by the dialog of it or of another one', async () => {
  const { drawer, user, asking } = await open()
  await user.click(await drawer.findByRole('button', { name: 'Site plan: Verify' }))
  expect(await screen.findByText(refusal)).toBeVisible()
  const dialog = await asking('Floor plan: Reject')
  expect(dialog.queryByText(refusal)).toBeNull()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Cannot be read')
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await dialog.findByText(refusal)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  for (const name of ['Floor plan: Reject', 'Site plan: Waive']) {
    const other = await asking(name)
    expect(other.queryByText(refusal)).toBeNull()
    await user.click(other.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
  }
})
