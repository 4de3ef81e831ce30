import { screen, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import type { FileEntry, LibraryImportPlan } from '@portal/contract/library-file'
import { libraryFormat } from '@portal/contract/library-file'
import { setLanguage } from '@portal/shared-ui/i18n'
import { crudHandler, renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const calgary = {
  format: libraryFormat,
  name: 'Calgary building',
  agencies: [{ shortCode: 'CALGARY', name: 'City of Calgary' }],
}

const entry = (given: Partial<FileEntry>): FileEntry => ({
  part: 'permitTypes',
  key: 'CALGARY_SINGLE',
  label: 'Single construction permit',
  action: 'created',
  changes: [],
  ...given,
})
const planned: LibraryImportPlan = {
  seen: 'abc',
  hasDraft: true,
  refused: [],
  entries: [
    entry({ part: 'agencies', key: 'CALGARY', label: 'City of Calgary' }),
    entry({}),
    entry({
      key: 'SIGN',
      label: 'Sign or banner',
      action: 'changed',
      changes: [
        { field: 'label', from: 'Sign', to: 'Sign or banner' },
        { field: 'retired', from: true, to: false },
        { field: 'calendar', from: null, to: { hours: null } },
        { field: 'channels', from: null, to: ['PORTAL', 'IN_PERSON'] },
      ],
    }),
    entry({ part: 'rules', key: 'CALGARY CALGARY_SINGLE', label: 'CALGARY CALGARY_SINGLE' }),
    entry({ part: 'rules', key: '* *', label: '* *', action: 'unchanged' }),
    entry({
      part: 'rules',
      key: '* SIGN {"valuation":{"min":5000000}}',
      label: 'SIGN',
      action: 'changed',
      changes: [
        { field: 'amounts', from: [], to: [{ fee: 'PERMIT_FEE', by: null, steps: [{ above: 0, base: 1 }] }] },
        { field: 'departments', from: null, to: ['Fire', 'Zoning'] },
      ],
    }),
    entry({ part: 'sources', key: 'CALGARY https://data.calgary.ca', label: 'https://data.calgary.ca' }),
  ],
}

/** Answers the calls of the page as the server does. */
function start(plan: LibraryImportPlan = planned, heading = 'Library file') {
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call): CrudResponse | undefined => {
      if (call.apiPath === 'authorities')
        return { body: { authorities: [], metadata: { count: 0, page: 1, pageSize: 500 } } }
      if (call.apiPath === 'permit-library/packs')
        return {
          body: {
            packs: [{ key: 'calgary-building', name: 'Calgary building', description: 'Types of Calgary.' }],
          },
        }
      if (call.apiPath === 'permit-library/packs/calgary-building') return { body: calgary }
      if (call.method !== 'POST') return undefined
      sent.push(call)
      return call.apiPath === 'permit-library/import' && plan.seen === 'stale'
        ? { refusal: 'version-conflict', detail: 'The library was changed by someone else.' }
        : { body: plan }
    }),
  )
  const opened = renderRoutes(routes, '/settings/library', { as: 'admin', heading })
  return { ...opened, sent }
}

/** The page is a chunk of its own, which a busy machine loads slowly. */
const slow = { timeout: 15_000 }

afterEach(() => setLanguage('en'))

const preview = async (name = 'Preview of Calgary building') =>
  within(await screen.findByRole('region', { name }))

test('a pack is previewed, imported as it was shown, and says what to do next', async () => {
  const { user, sent } = start()
  await user.click(await screen.findByRole('button', { name: 'Preview Calgary building' }, slow))
  const shown = await preview()
  expect(
    shown.getByText('4 entries are created · 2 entries change · 1 entry is the same already'),
  ).toBeVisible()
  const effects = within(shown.getByRole('list', { name: 'Changes' }))
  expect(effects.getByText('City of Calgary · Single construction permit')).toBeVisible()
  expect(effects.getByText('Name: Sign → Sign or banner')).toBeVisible()
  expect(effects.getByText('Retired: yes → no')).toBeVisible()
  expect(effects.getByText('Working calendar changes')).toBeVisible()
  expect(effects.getByText('Ways to submit: empty → Portal, In person')).toBeVisible()
  expect(effects.queryByText(/Every permit type/)).toBeNull()
  expect(effects.getByText('Every agency · Sign or banner · Valuation from $50,000.00')).toBeVisible()
  expect(effects.getByText('Fee schedule changes')).toBeVisible()
  expect(effects.getByText('Departments that review: empty → Fire, Zoning')).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Import' }))
  expect(await shown.findByText('Imported Calgary building')).toBeVisible()
  expect(shown.queryByRole('button', { name: 'Import' })).toBeNull()
  expect(shown.getByRole('link', { name: 'Open requirements' })).toHaveAttribute(
    'href',
    '/settings/requirements',
  )
  expect(shown.getByRole('link', { name: 'Open agency feeds' })).toBeVisible()
  expect(sent.map(({ apiPath, body }) => [apiPath, body])).toEqual([
    ['permit-library/preview', { file: expect.objectContaining(calgary) }],
    ['permit-library/import', { file: expect.objectContaining(calgary), seen: 'abc' }],
  ])
  await user.click(shown.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region', { name: 'Preview of Calgary building' })).toBeNull()
})

test('a file with problems names their places and cannot be imported', async () => {
  const detail = 'Two types have the code CURB_CUT.'
  const { user } = start({ ...planned, refused: [{ path: 'permitTypes.1.code', detail }] })
  await user.upload(
    await screen.findByLabelText('Choose file', { selector: 'input' }, slow),
    new File(['{}'], 'houston.json'),
  )
  const shown = await preview('Preview of houston.json')
  expect(shown.getByText(/1 problem in this file/)).toBeVisible()
  expect(shown.getByText('permitTypes.1.code')).toBeVisible()
  expect(shown.getByText(detail)).toBeVisible()
  expect(shown.queryByRole('button', { name: 'Import' })).toBeNull()
})

test('what is no JSON or too large is said and not sent', async () => {
  const { user, sent } = start()
  const input = await screen.findByLabelText('Choose file', { selector: 'input' }, slow)
  await user.upload(input, new File(['name;code'], 'types.json'))
  expect(await screen.findByText(/This file is not JSON/)).toBeVisible()
  await user.upload(input, new File(['x'.repeat(1_000_001)], 'large.json'))
  expect(await screen.findByText(/larger than 1 MB/)).toBeVisible()
  expect(sent).toEqual([])
})

test('a library that changed meanwhile is not imported over', async () => {
  const { user } = start({ ...planned, seen: 'stale' })
  await user.click(await screen.findByRole('button', { name: 'Preview Calgary building' }, slow))
  const shown = await preview()
  await user.click(shown.getByRole('button', { name: 'Import' }))
  expect(await shown.findByText('The library was changed by someone else.')).toBeVisible()
})

test('a file that brings nothing new says so, in Spanish too', async () => {
  await screenInSpanish(() => import('../../spanish.ts'))
  const { user } = start(
    {
      ...planned,
      hasDraft: false,
      entries: planned.entries.map((each) => ({ ...each, action: 'unchanged', changes: [] })),
    },
    'Archivo de biblioteca',
  )
  await user.click(await screen.findByRole('button', { name: 'Vista previa de Calgary building' }, slow))
  const shown = await preview('Vista previa: Calgary building')
  expect(shown.getByText('Todo lo de este archivo ya está aquí.')).toBeVisible()
  expect(shown.queryByRole('button', { name: 'Importar' })).toBeNull()
})
