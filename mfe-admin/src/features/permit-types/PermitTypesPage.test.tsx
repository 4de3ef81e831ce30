import { screen, waitFor, within } from '@testing-library/react'
import { ChangePermitLibrary, seedLibrary } from '@portal/contract'
import type { CrudCall, PermitLibraryView } from '@portal/contract'
import { setLanguage } from '@portal/shared-ui/i18n'
import { crudHandler, renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const agencies = [
  { pid: '01A', version: 1, name: 'Austin Fire Department', shortCode: 'AUSTIN_FIRE' },
  { pid: '01D', version: 1, name: 'Texas Motor Vehicles', shortCode: 'TEXAS_DMV' },
]

const conflict = 'Permit types, document types or fees were changed by someone else.'

/** Answers the calls of the page as the server does, beginning with the library of a new portal. */
function start(heading = 'Permit types') {
  const side: { view: PermitLibraryView; sent: CrudCall[] } = {
    view: { version: 0, ...seedLibrary },
    sent: [],
  }
  server.use(
    crudHandler((call): CrudResponse | undefined => {
      if (call.apiPath === 'authorities')
        return { body: { authorities: agencies, metadata: { count: 2, page: 1, pageSize: 500 } } }
      if (call.apiPath !== 'permit-library') return undefined
      if (call.method === 'GET') return { body: side.view }
      side.sent.push(call)
      const { version, fees = side.view.fees, ...library } = ChangePermitLibrary.parse(call.body)
      if (version !== side.view.version)
        return { refusal: 'version-conflict', current: side.view, detail: conflict }
      side.view = { ...library, fees, version: version + 1 }
      return { body: side.view }
    }),
  )
  const opened = renderRoutes(routes, '/settings/permit-types', { as: 'admin', heading })
  return { ...opened, side }
}

afterEach(() => setLanguage('en'))

test('a permit type is added with its code, category and agencies', async () => {
  const { user, side } = start()
  await user.click(await screen.findByRole('button', { name: 'New permit type' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New permit type' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Enter a name')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Superload – 4 axles')
  expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveValue('SUPERLOAD_4_AXLES')
  await user.type(dialog.getByRole('textbox', { name: 'Name in Spanish' }), 'Supercarga')
  await user.click(dialog.getByRole('combobox', { name: 'Category' }))
  await user.click(await screen.findByRole('option', { name: 'Oversize and overweight loads' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Texas Motor Vehicles' }))
  await user.type(dialog.getByRole('spinbutton', { name: 'Valid for (days)' }), '30')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  const row = await screen.findByRole('row', { name: /^Superload – 4 axles/ })
  expect(row).toHaveTextContent('SUPERLOAD_4_AXLESOversize and overweight loadsTexas Motor VehiclesIn use')
  expect(side.view.permitTypes.at(-1)).toEqual({
    code: 'SUPERLOAD_4_AXLES',
    label: 'Superload – 4 axles',
    labelEs: 'Supercarga',
    retired: false,
    category: 'TRANSPORT',
    authorities: ['TEXAS_DMV'],
    validDays: 30,
  })
})

test('a name that another type has is refused before it is sent', async () => {
  const { user, side } = start()
  await user.click(await screen.findByRole('button', { name: 'New document type' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New document type' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'site plan')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Another type has this name')).toBeVisible()
  expect(dialog.getByText('Another type has this code')).toBeVisible()
  expect(side.sent).toEqual([])
})

test('a document type is retired, also after somebody else changed the library', async () => {
  const { user, side } = start()
  await user.click(await screen.findByRole('button', { name: 'Edit Energy report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Energy report' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Retired: can’t be chosen any more' }))
  side.view = {
    ...side.view,
    version: 7,
    documentTypes: [...side.view.documentTypes, { code: 'SOIL', label: 'Soil report', retired: false }],
  }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(conflict)).toBeVisible()
  expect(await screen.findByText('Soil report')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('row', { name: /^Energy report/ })).toHaveTextContent('Retired')
  expect(side.view.documentTypes.find(({ code }) => code === 'ENERGY_REPORT')?.retired).toBe(true)
  expect(side.view.documentTypes.at(-1)?.code).toBe('SOIL')
})

test('a fee is added with both names, and retired later; a name that another fee has is refused', async () => {
  const { user, side } = start()
  await user.click(await screen.findByRole('button', { name: 'New fee' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New fee' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'permit fee')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Another fee has this name')).toBeVisible()
  expect(dialog.getByText('Another fee has this code')).toBeVisible()
  await user.clear(dialog.getByRole('textbox', { name: 'Name' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Inspection fee')
  await user.type(dialog.getByRole('textbox', { name: 'Name in Spanish' }), 'Cargo de inspección')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('row', { name: /^Inspection fee/ })).toHaveTextContent(
    'INSPECTION_FEEIn use',
  )
  expect(side.view.fees.at(-1)).toEqual({
    code: 'INSPECTION_FEE',
    label: 'Inspection fee',
    labelEs: 'Cargo de inspección',
    retired: false,
  })
  await user.click(screen.getByRole('button', { name: 'Edit Service fee' }))
  const other = within(await screen.findByRole('dialog', { name: 'Edit Service fee' }))
  await user.click(other.getByRole('checkbox', { name: 'Retired: can’t be chosen any more' }))
  await user.click(other.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('row', { name: /^Service fee/ })).toHaveTextContent('Retired'))
  expect(side.view.fees.find(({ code }) => code === 'SERVICE_FEE')?.retired).toBe(true)
})

test('a detail of a permit type is added with its unit, when it is shown and when it is required', async () => {
  const { user, side } = start()
  const escorted = {
    name: 'escorted',
    label: 'Escorted',
    type: 'boolean' as const,
    masked: true,
    permitTypes: ['STOS'],
    shownWhen: {},
    requiredWhen: null,
  }
  side.view = { ...side.view, attributes: [escorted] }
  await user.click(await screen.findByRole('button', { name: 'New detail' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New detail' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Enter a name that begins with a letter')).toBeVisible()
  expect(dialog.getByText('Select at least one permit type')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Escort speed')
  await user.click(dialog.getByRole('combobox', { name: 'Kind' }))
  await user.click(await screen.findByRole('option', { name: 'Number' }))
  await user.type(dialog.getByRole('textbox', { name: 'Unit' }), 'mph')
  await user.click(dialog.getByRole('checkbox', { name: 'Single trip oversize' }))
  await user.click(dialog.getByRole('combobox', { name: 'Shown' }))
  await user.click(await screen.findByRole('option', { name: 'When' }))
  await user.click(dialog.getByRole('combobox', { name: 'Field' }))
  await user.click(await screen.findByRole('option', { name: 'Escorted' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Select a value')).toBeVisible()
  await user.click(dialog.getByRole('checkbox', { name: 'Yes' }))
  await user.click(dialog.getByRole('combobox', { name: 'Required before submittal' }))
  await user.click(await screen.findByRole('option', { name: 'Always' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('row', { name: /^Escort speed \(mph\)/ })).toHaveTextContent(
    'Escort speed (mph)NumberSingle trip oversizeEscorted is YesAlways',
  )
  expect(side.view.attributes.at(-1)).toEqual({
    name: 'escortSpeed',
    label: 'Escort speed',
    type: 'number',
    unit: 'mph',
    masked: true,
    permitTypes: ['STOS'],
    shownWhen: { 'custom.escorted': [true] },
    requiredWhen: {},
  })
})

test('the page is in Spanish', async () => {
  await screenInSpanish(() => import('../../spanish.ts'))
  start('Tipos de permiso')
  expect(await screen.findByRole('button', { name: 'Nuevo tipo de permiso' })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Techado/ })).toHaveTextContent('Todas las agencias')
  expect(screen.getByRole('button', { name: 'Nuevo cargo' })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Cargo del permiso/ })).toHaveTextContent('En uso')
})

test('a detail gets its Spanish name and values', async () => {
  const { user, side } = start()
  const work = {
    name: 'work',
    label: 'Work class',
    type: 'enum' as const,
    options: ['New', 'Repair', 'Other'],
    masked: true,
    permitTypes: ['BUILDING'],
    shownWhen: {},
    requiredWhen: null,
  }
  const area = {
    ...work,
    name: 'area',
    label: 'Area',
    type: 'number' as const,
    options: undefined,
    unit: 'sq ft',
    shownWhen: { 'custom.work': ['New'] },
  }
  side.view = { ...side.view, attributes: [work, area] }
  await user.click(await screen.findByRole('button', { name: 'Edit Work class' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Work class' }))
  expect(dialog.getByText('In the order of the values: New, Repair, Other')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Name in Spanish' }), 'Clase de obra')
  await user.type(
    dialog.getByRole('textbox', { name: 'Values in Spanish, one per line' }),
    'Nueva{Enter}{Enter}Otra',
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(side.view.attributes[0]).toEqual({
    ...work,
    labelEs: 'Clase de obra',
    optionsEs: ['Nueva', '', 'Otra'],
  })
  await user.click(screen.getByRole('button', { name: 'Edit Area' }))
  const other = within(await screen.findByRole('dialog', { name: 'Edit Area' }))
  await user.type(other.getByRole('textbox', { name: 'Unit in Spanish' }), 'pies²')
  await user.click(other.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(side.view.attributes[1]).toMatchObject({ unit: 'sq ft', unitEs: 'pies²' })
})

test('a Spanish page names the details in Spanish', async () => {
  await screenInSpanish(() => import('../../spanish.ts'))
  const { side } = start('Tipos de permiso')
  const work = {
    name: 'work',
    label: 'Work class',
    labelEs: 'Clase de obra',
    type: 'enum' as const,
    options: ['New', 'Repair'],
    optionsEs: ['Nueva', ''],
    masked: true,
    permitTypes: ['BUILDING'],
    shownWhen: {},
    requiredWhen: null,
  }
  const area = { ...work, name: 'area', label: 'Area', labelEs: 'Superficie', type: 'number' as const }
  side.view = {
    ...side.view,
    attributes: [
      work,
      {
        ...area,
        options: undefined,
        optionsEs: undefined,
        unit: 'sq ft',
        unitEs: 'pies²',
        shownWhen: { 'custom.work': ['New', 'Repair'] },
      },
    ],
  }
  expect(await screen.findByRole('row', { name: /^Clase de obra/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Superficie \(pies²\)/ })).toHaveTextContent(
    'Clase de obra es Nueva, Repair',
  )
})
