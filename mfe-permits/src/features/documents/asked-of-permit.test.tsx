import { within } from '@testing-library/react'
import type { Role } from '@portal/contract'
import { http, HttpResponse } from 'msw'
import { server } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/documents.ts'
import { openPermitTab } from '../../test-support/open-tab.tsx'

const pid = '01J0000000000000000000ABCD'
const permit = { pid, version: 4, title: 'Two garages', status: 'READY_TO_SUBMIT', cycleNo: 1 }
const pack = {
  pid: '01J0000000000000000000RTSX',
  version: 1,
  refNo: 'RT-2026-000003',
  permit: { pid, title: 'Two garages' },
  status: 'READY',
  checklist: [{ documentType: 'SITE_PLAN', required: true, state: 'VERIFIED', file: null, reason: null }],
  readinessPct: 100,
  missingCount: 0,
}
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
function open(as: Role) {
  server.use(
    http.get('*/api/files/documents/*', () =>
      HttpResponse.json({ success: true, message: 'OK', documents: [] }),
    ),
  )
  const asked: string[] = []
  return {
    asked,
    opened: openPermitTab({
      label: 'Documents',
      mountInto,
      permit,
      as,
      answer: ({ apiPath }) => {
        asked.push(apiPath)
        if (apiPath === 'rts') return { body: { rts: [pack], metadata: { count: 1, page: 1, pageSize: 1 } } }
        if (apiPath === `rts/${pack.pid}`) return { body: pack }
        if (apiPath.endsWith('/sign-off')) return { body: { bySecondPerson: false, acts: [] } }
        if (apiPath === `permits/${pid}/requirements`) return { body: requirements }
        return apiPath.endsWith('/transitions') ? { body: { transitions } } : undefined
      },
    }),
  }
}

test('staff read which departments review', async () => {
  const { drawer } = await open('team').opened
  expect(await drawer.findByText('Fire, Public works')).toBeVisible()
})

test('a client does not ask for the requirements', async () => {
  const { opened, asked } = open('client')
  const { drawer } = await opened
  expect(await drawer.findByRole('region', { name: 'Required' })).toBeVisible()
  expect(drawer.queryByText('Reviewed by')).toBeNull()
  expect(asked.filter((path) => path.endsWith('/requirements'))).toEqual([])
})

test('a ready package that lacks what its permit asks for since says so, and can be reopened', async () => {
  const { drawer } = await open('team').opened
  const needed = within(await drawer.findByRole('region', { name: 'Still needed' }))
  expect(needed.getByText(reason)).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Reopen' })).toBeVisible()
})
