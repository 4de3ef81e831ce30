import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { seedRequirements } from '@portal/contract'
import type { CrudCall, RequirementDifferences, RequirementsSettings } from '@portal/contract'
import type {
  AffectedPermit,
  AffectedPermitsPage,
  RequirementsTrial,
} from '@portal/contract/requirements-move'
import { setLanguage } from '@portal/shared-ui/i18n'
import { crudHandler, renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const county = { pid: '01C', title: 'Travis County' }
const differences: RequirementDifferences = {
  documents: [
    { documentType: 'PHOTO', from: null, to: 'REQUIRED' },
    { documentType: 'SITE_PLAN', from: 'REQUIRED', to: null },
  ],
  conditions: [{ code: 'A', change: 'added', text: 'Survey on file.' }],
  fees: { added: [], dropped: ['PENALTY'] },
}
const permit = (at: number, values: Partial<AffectedPermit> = {}): AffectedPermit => ({
  pid: `P${at}`,
  refNo: `PM-2026-00000${at}`,
  title: `Sign ${at}`,
  authority: county,
  permitType: 'SIGN',
  number: 0,
  differences,
  checklist: { added: ['PHOTO'], dropped: [], kept: ['SITE_PLAN'] },
  refusal: null,
  ...values,
})
const reason = 'The package is ready to submit and would change. Reopen it first.'
const permits = [permit(1), permit(2, { refusal: reason })]
const version = (number: number, openPermits: number) => ({
  number,
  at: null,
  by: null,
  note: null,
  revertedTo: null,
  changes: [],
  openPermits,
})
const base: RequirementsSettings = {
  version: 4,
  published: 3,
  requirements: seedRequirements,
  draft: null,
  openPermits: 12,
  versions: [version(3, 5), version(0, 7)],
}
const drafted: RequirementsSettings['draft'] = {
  requirements: seedRequirements,
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: null,
  changes: [],
  affected: [
    {
      authority: county,
      permitType: 'SIGN',
      count: 2,
      more: ['PHOTO'],
      less: ['SITE_PLAN'],
      isOtherwiseChanged: true,
      differences,
    },
  ],
}
const trial: RequirementsTrial = {
  permit: { pid: 'P1', refNo: 'PM-2026-000001', title: 'Sign 1' },
  authority: county,
  permitType: 'SIGN',
  number: 0,
  differences,
  checklist: [
    { documentType: 'PHOTO', required: true, state: 'MISSING', file: null, onPaper: false, reason: null },
  ],
  readinessPct: 0,
  missingCount: 1,
  unmet: ['Photo: missing.'],
  conditions: [],
  fees: ['PERMIT_FEE', 'PLAN_REVIEW', 'PENALTY'],
  amounts: [
    { fee: 'PERMIT_FEE', amount: 12_550, by: 'valuation' },
    { fee: 'PLAN_REVIEW', amount: null, by: 'valuation' },
  ],
  departments: ['Fire', 'Zoning'],
  expectedDays: 15,
}

/** The page on a portal in which seven permits have an earlier version; jobs end at once. */
function start(settings: Partial<RequirementsSettings> = {}, heading = 'Requirements') {
  const calls: CrudCall[] = []
  const undone: string[] = []
  const side = { open: 7 }
  const ended = (result: object) => ({ id: 'J', kind: 'x', state: 'done', done: 7, total: 7, result })
  server.use(
    crudHandler((call) => {
      const { apiPath, query = {} } = call
      if (apiPath === 'authorities')
        return { body: { authorities: [], metadata: { count: 0, page: 1, pageSize: 500 } } }
      if (apiPath === 'permits/lookup')
        return { body: { options: [{ pid: 'P1', title: 'Sign 1', hint: 'PM-2026-000001' }] } }
      if (apiPath === 'permits')
        return {
          body: {
            permits: [{ pid: 'P2', version: 1, refNo: 'PM-2026-000002', title: 'Sign 2' }],
            metadata: { count: 1, page: 1, pageSize: 1 },
          },
        }
      calls.push(call)
      if (apiPath === 'requirements/trial') return { body: trial }
      if (apiPath === 'requirements/move') return { status: 202, body: { job: { id: 'J1' } } }
      if (apiPath === 'requirements/permits') {
        const isNarrow = query['authority'] !== undefined
        const count = isNarrow ? 1 : 2
        const page: AffectedPermitsPage = {
          number: query['to'] === 'draft' ? null : 3,
          open: isNarrow ? 1 : side.open,
          groups: [{ authority: county, permitType: 'SIGN', count, differences }],
          permits: permits.slice(0, count),
          metadata: { count, page: 1, pageSize: 20 },
        }
        return { body: page }
      }
      const versions = [version(3, 12 - side.open), version(0, side.open)]
      return { body: { ...base, versions, ...settings } }
    }),
    http.get('*/api/jobs/J1', () => {
      side.open = 1
      return HttpResponse.json(ended({ updated: 6, failed: [{ pid: 'P2', reason }] }))
    }),
    http.get('*/api/jobs/J2', () => HttpResponse.json(ended({ restored: 6, failed: [] }))),
    http.post('*/api/jobs/:id/undo', ({ params }) => {
      undone.push(String(params['id']))
      return HttpResponse.json({ restored: 6, failed: [], job: { id: 'J2' } })
    }),
  )
  const opened = renderRoutes(routes, '/settings/requirements', { as: 'admin', heading })
  const sent = (path: string) => calls.filter(({ apiPath }) => apiPath === path)
  return { ...opened, sent, undone }
}

afterEach(() => setLanguage('en'))

test('open permits move in one step after a look at what changes, and move back', async () => {
  const { user, sent, undone } = start()
  expect(await screen.findByText('7 open permits have another version.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Move open permits' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move open permits to version 3' }))
  expect(await dialog.findByRole('list', { name: 'Changes in sum' })).toHaveTextContent(
    '2 of 7, Travis County, Sign: also Photo; no longer Site plan; conditions added: Survey on file.; no longer fees: Late fee or penalty',
  )
  const rows = within(dialog.getByRole('list', { name: 'Permits that change' }))
  expect(rows.getByText('PM-2026-000001 · Sign 1')).toBeVisible()
  expect(rows.getAllByText('Package: Photo added as missing; Site plan kept as optional')).toHaveLength(2)
  expect(rows.getByText(reason)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Move 7 permits' }))
  expect(await dialog.findByText('6 permits moved to version 3.')).toBeVisible()
  expect(await dialog.findByText(`PM-2026-000002 · Sign 2: ${reason}`)).toBeVisible()
  expect(sent('requirements/move').map(({ body }) => body)).toEqual([{ to: 3 }])
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(await dialog.findByText('6 permits have their former version again.')).toBeVisible()
  expect(undone).toEqual(['J1'])
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the permits of one agency alone can be moved', async () => {
  const { user, sent } = start()
  await user.click(await screen.findByRole('button', { name: 'Move open permits' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move open permits to version 3' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Agency' }))
  await user.click(await screen.findByRole('option', { name: 'Travis County' }))
  await user.click(await dialog.findByRole('button', { name: 'Move 1 permit' }))
  expect(await dialog.findByText('6 permits moved to version 3.')).toBeVisible()
  expect(sent('requirements/move').map(({ body }) => body)).toEqual([{ to: 3, authority: '01C' }])
})

test('before a draft is published, the open permits that it would change are listed', async () => {
  const { user, sent } = start({ draft: drafted })
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish requirements?' }))
  expect(dialog.getByRole('list', { name: 'Open permits' })).toHaveTextContent('2 of 12, Travis County, Sign')
  expect(sent('requirements/permits')).toHaveLength(0)
  await user.click(dialog.getByText('Show permits'))
  expect(await dialog.findByText('PM-2026-000002 · Sign 2')).toBeVisible()
  expect(sent('requirements/permits').map(({ query }) => query?.['to'])).toEqual(['draft'])
})

test('a draft is tried on a copy of a permit', async () => {
  const { user, sent } = start({ draft: drafted })
  await user.click(await screen.findByRole('button', { name: 'Try draft' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Try the draft on a copy of a permit' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Permit' }))
  await user.click(await screen.findByRole('option', { name: /Sign 1/ }))
  expect(await dialog.findByText('Photo: required, Missing')).toBeVisible()
  expect(dialog.getByRole('list', { name: 'Missing before it can be ready' })).toHaveTextContent(
    'Photo: missing.',
  )
  await user.click(dialog.getByRole('combobox', { name: 'Permit type of the copy' }))
  await user.click(await screen.findByRole('option', { name: 'Demolition' }))
  expect(await dialog.findByText('Photo: required, Missing')).toBeVisible()
  const fees = within(dialog.getByRole('list', { name: 'Fees offered' }))
  expect(fees.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Permit fee: $125.50',
    'Plan review: needs Valuation',
    'Late fee or penalty',
  ])
  expect(dialog.getByRole('list', { name: 'Departments that review' })).toHaveTextContent('FireZoning')
  expect(dialog.getByText('15 working days stated')).toBeVisible()
  expect(sent('requirements/trial').at(-1)?.query).toEqual({ permit: 'P1', permitType: 'DEMOLITION' })
})

test('moving is in Spanish', async () => {
  await screenInSpanish(() => import('../../spanish.ts'))
  const { user } = start({}, 'Requisitos')
  await user.click(await screen.findByRole('button', { name: 'Pasar permisos abiertos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pasar permisos abiertos a la versión 3' }))
  expect(await dialog.findByRole('button', { name: 'Pasar 7 permisos' })).toBeVisible()
})
