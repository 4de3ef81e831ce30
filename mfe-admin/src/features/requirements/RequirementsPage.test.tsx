import { screen, waitFor, within } from '@testing-library/react'
import {
  PublishRequirements,
  RequirementsDraft,
  requirementChanges,
  requirementsFormat,
  seedRequirements,
} from '@portal/contract'
import type { CrudCall, RequirementsSettings } from '@portal/contract'
import { setLanguage } from '@portal/shared-ui/i18n'
import { crudHandler, renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { ada, at, draftOf } from '../../test-support/given-requirements.ts'

const agencies = [
  { pid: '01A', version: 1, name: 'Austin Fire Department', shortCode: 'AUSTIN_FIRE' },
  { pid: '01B', version: 1, name: 'Austin Transportation', shortCode: 'AUSTIN_TRANSPORTATION' },
  { pid: '01C', version: 1, name: 'Travis County', shortCode: 'TRAVIS_COUNTY' },
  { pid: '01D', version: 1, name: 'Texas Motor Vehicles', shortCode: 'TEXAS_DMV' },
]
const original: RequirementsSettings = {
  version: 1,
  published: 0,
  requirements: seedRequirements,
  draft: null,
  openPermits: 312,
  versions: [{ number: 0, at: null, by: null, note: null, revertedTo: null, changes: [], openPermits: 312 }],
}

/** Answers the calls of the page as the server does, beginning with the requirements of a new portal. */
function start(heading = 'Requirements') {
  const sent: CrudCall[] = []
  const side = { settings: original, agencies }
  const write = ({ apiPath, body }: CrudCall): void => {
    const { settings } = side
    const version = settings.version + 1
    if (apiPath === 'requirements/publish') {
      const { note = null } = PublishRequirements.parse(body)
      const requirements = settings.draft?.requirements ?? settings.requirements
      const changes = requirementChanges(settings.requirements, requirements)
      const entry = { number: 1, at, by: ada, note, revertedTo: null, changes, openPermits: 0 }
      side.settings = {
        ...settings,
        version,
        published: 1,
        requirements,
        draft: null,
        versions: [entry, ...settings.versions],
      }
      return
    }
    const { requirements } = RequirementsDraft.parse(body)
    const draft = requirements === null ? null : draftOf(requirements, settings.requirements)
    side.settings = { ...settings, version, draft }
  }
  server.use(
    crudHandler((call): CrudResponse | undefined => {
      if (call.apiPath === 'authorities' && call.method === 'GET')
        return { body: { authorities: side.agencies, metadata: { count: 4, page: 1, pageSize: 500 } } }
      if (call.method !== 'GET') sent.push(call)
      if (call.apiPath === 'authorities') return { body: { pid: '01E' }, status: 201 }
      if (!call.apiPath.startsWith('requirements')) return undefined
      if (call.method !== 'GET') write(call)
      return { body: side.settings }
    }),
  )
  const opened = renderRoutes(routes, '/settings/requirements', { as: 'admin', heading })
  return { ...opened, sent }
}

afterEach(() => setLanguage('en'))

test('a rule is changed, and publishing says what it means for open permits', async () => {
  const { user, sent } = start()
  await user.click(await screen.findByRole('button', { name: 'Edit rule for Travis County, Every type' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rule for Travis County, Every type' })
  const required = within(within(dialog).getByRole('group', { name: 'Required documents' }))
  expect(required.getByRole('checkbox', { name: 'Site plan' })).toBeChecked()
  await user.click(required.getByRole('checkbox', { name: 'Photo' }))
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('1 change, not saved.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Publish requirements?' }))
  expect(asked.getByRole('list', { name: 'Open permits' })).toHaveTextContent(
    '12 of 312, Travis County, Sign: also Photo',
  )
  expect(asked.getByRole('list', { name: 'Changes' })).toHaveTextContent(
    'Rule for Travis County, Every type changed',
  )
  await user.type(asked.getByRole('textbox', { name: 'Note' }), 'Photos from now on')
  await user.click(asked.getByRole('button', { name: 'Publish' }))
  const versions = within(await screen.findByRole('table', { name: 'Versions' }))
  await waitFor(() =>
    expect(versions.getByRole('row', { name: /1 \(in force\)/ })).toHaveTextContent('Photos from now on'),
  )
  expect(versions.getByRole('row', { name: /0 \(retired\)/ })).toHaveTextContent('312')
  expect(sent.map(({ apiPath }) => apiPath)).toEqual(['requirements', 'requirements/publish'])
})

test('a condition is added for clients and taken out of every rule when it is removed', async () => {
  const { user, sent } = start()
  await user.click(await screen.findByRole('button', { name: 'New condition' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New condition' }))
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(dialog.getByRole('textbox', { name: /Code/ })).toBeInvalid()
  await user.type(dialog.getByRole('textbox', { name: /Code/ }), 'survey on file')
  await user.type(dialog.getByRole('textbox', { name: /Text/ }), 'Survey on file.')
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  await user.click(await screen.findByRole('button', { name: 'Edit condition PERMIT_ON_SITE' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Save draft' }))
  await screen.findByRole('button', { name: 'Publish' })
  const { requirements } = RequirementsDraft.parse(sent[0]?.body)
  expect(requirements?.conditions.at(-1)).toEqual({
    code: 'SURVEY_ON_FILE',
    text: 'Survey on file.',
    kind: 'PRIOR_TO_ISSUE',
    severity: 'REQUIRED',
  })
  expect(requirements?.clientConditions).toContain('SURVEY_ON_FILE')
  expect(requirements?.rules.flatMap(({ conditions }) => conditions)).not.toContain('PERMIT_ON_SITE')
})

test('a second rule for the same agency and type cannot be applied', async () => {
  const { user } = start()
  await user.click(await screen.findByRole('button', { name: 'New rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New rule' }))
  expect(
    dialog.getByText('There is already a rule for this agency, permit type and condition.'),
  ).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
})

test('a file of another office brings its agencies, and a wrong file is named', async () => {
  const { user, sent } = start()
  const input = await screen.findByLabelText('Import file', { selector: 'input' })
  const upload = (text: string) =>
    user.upload(input, new File([text], 'requirements.json', { type: 'application/json' }))
  await upload('{"format":"another"}')
  expect(await screen.findByText(/^This file has no requirements: format/)).toBeVisible()
  const [rule] = seedRequirements.rules
  const requirements = {
    ...seedRequirements,
    rules: [...seedRequirements.rules, { ...rule, authority: 'CALGARY', permitType: 'SIGN' }],
  }
  await upload(JSON.stringify({ format: requirementsFormat, authorities: [], requirements }))
  expect(await screen.findByText('Add the agency CALGARY first.')).toBeVisible()
  const authorities = [{ name: 'City of Calgary', shortCode: 'CALGARY', region: 'Alberta' }]
  await upload(JSON.stringify({ format: requirementsFormat, authorities, requirements }))
  expect(await screen.findByText('1 change, not saved.')).toBeVisible()
  expect(sent.map(({ apiPath, body }) => [apiPath, body])).toEqual([['authorities', authorities[0]]])
})

test('the page is in Spanish', async () => {
  await screenInSpanish(() => import('../../spanish.ts'))
  start('Requisitos')
  expect(await screen.findByRole('button', { name: 'Nueva regla' })).toBeVisible()
  expect(
    screen.getByRole('button', { name: 'Editar la regla de Travis County, Todos los tipos' }),
  ).toBeVisible()
})
