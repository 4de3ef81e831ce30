import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { RequirementsDraft, requirementChanges, seedLibrary } from '@portal/contract'
import type { CrudCall, RequirementRule, RequirementsSettings } from '@portal/contract'
import { setLanguage } from '@portal/shared-ui/i18n'
import { crudHandler, renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const at = '2026-11-20T09:00:00.000Z'
const empty = { required: [], optional: [], conditions: [], fees: [] }
const large: RequirementRule = {
  ...empty,
  authority: null,
  permitType: null,
  fees: ['PLAN_REVIEW'],
  when: { valuation: { min: 5_000_000 }, priority: ['HIGH'] },
  amounts: [
    {
      fee: 'PLAN_REVIEW',
      by: 'valuation',
      steps: [
        { above: 0, base: 10_000 },
        { above: 100_000, base: 10_000, per: 560, each: 100_000 },
      ],
      most: 500_000,
    },
  ],
  departments: ['Fire'],
  expectedDays: 15,
}
/** A portal with these rules alone, so that the page is small. */
const settingsWith = (...rules: RequirementRule[]): RequirementsSettings => ({
  version: 1,
  published: 0,
  requirements: { rules, conditions: [], clientConditions: [] },
  draft: null,
  openPermits: 0,
  versions: [{ number: 0, at: null, by: null, note: null, revertedTo: null, changes: [], openPermits: 0 }],
})

/** Answers the calls of the page as the server does. */
function start(settings: RequirementsSettings, heading = 'Requirements') {
  const sent: CrudCall[] = []
  const side = { settings }
  server.use(
    crudHandler((call): CrudResponse | undefined => {
      if (call.apiPath === 'authorities')
        return { body: { authorities: [], metadata: { count: 0, page: 1, pageSize: 500 } } }
      if (call.apiPath === 'permit-library') return { body: { version: 0, ...seedLibrary } }
      if (call.apiPath !== 'requirements') return undefined
      if (call.method !== 'GET') {
        sent.push(call)
        const { requirements } = RequirementsDraft.parse(call.body)
        const changes = requirements === null ? [] : requirementChanges(settings.requirements, requirements)
        const draft = requirements && { requirements, updatedAt: at, updatedBy: null, changes, affected: [] }
        side.settings = { ...settings, version: 2, draft }
      }
      return { body: side.settings }
    }),
  )
  const opened = renderRoutes(routes, '/settings/requirements', { as: 'admin', heading })
  return { ...opened, sent }
}

/** The form is a chunk of its own, which a busy machine loads slowly. */
const slow = { timeout: 15_000 }
type Part = Pick<typeof screen, 'getByRole' | 'getByLabelText'>

async function enter(user: UserEvent, part: Part, label: string, text: string) {
  await user.clear(part.getByLabelText(label))
  await user.paste(text)
}

async function choose(user: UserEvent, part: Part, label: string, option: string) {
  await user.click(part.getByLabelText(label))
  await user.click(await screen.findByRole('option', { name: option }))
}

const ruleSent = ([call]: readonly CrudCall[]) =>
  RequirementsDraft.parse(call?.body).requirements?.rules.at(-1)

afterEach(() => setLanguage('en'))

test('a rule gets a condition, departments and days, and the table says so', async () => {
  const { user, sent } = start(settingsWith())
  await user.click(await screen.findByRole('button', { name: 'New rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New rule' }, slow))
  await user.click(dialog.getByRole('button', { name: 'Add field' }))
  await choose(user, dialog, 'Field', 'Valuation')
  const condition = within(dialog.getByRole('group', { name: 'Valuation' }))
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(condition.getByText('Enter a lowest value, a highest value, or both')).toBeVisible()
  expect(dialog.getByText('Correct the marked fields first.')).toBeVisible()
  await enter(user, condition, 'From', '50,000')
  await enter(user, dialog, 'Departments that review', 'Fire\nPublic works\n')
  await enter(user, dialog, 'Days the agency states', '15')
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  const name = 'Every agency, Every type, Valuation from $50,000.00'
  expect(await screen.findByRole('button', { name: `Edit rule for ${name}` })).toBeVisible()
  const row = screen.getByRole('row', { name: /Valuation from \$50,000\.00/ })
  expect(row).toHaveTextContent('FirePublic works15 working days stated')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByRole('button', { name: 'Publish' })
  expect(ruleSent(sent)).toEqual({
    ...empty,
    authority: null,
    permitType: null,
    when: { valuation: { min: 5_000_000 } },
    departments: ['Fire', 'Public works'],
    expectedDays: 15,
  })
})

test('a fee by steps can be checked against the table of an agency', async () => {
  const { user, sent } = start(settingsWith())
  await user.click(await screen.findByRole('button', { name: 'New rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New rule' }, slow))
  await user.click(dialog.getByLabelText('Permit fee'))
  await choose(user, dialog, 'Amount of Permit fee', 'By Valuation')
  await enter(user, dialog, 'Base amount', '993.75')
  await user.click(dialog.getByRole('button', { name: 'Add step' }))
  const second = within(dialog.getByRole('group', { name: 'Step 2' }))
  await enter(user, second, 'Above', '100,000')
  await enter(user, second, 'Base amount', '993.75')
  await enter(user, second, 'Plus', '5.60')
  await enter(user, second, 'For each started', '1,000')
  await enter(user, dialog, 'Check with Valuation', '150,000.01')
  // 51 started thousands above 100,000.
  expect(dialog.getByText('Fee: $1,279.35')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('Permit fee: by Valuation, 2 steps')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByRole('button', { name: 'Publish' })
  expect(ruleSent(sent)).toEqual({
    ...empty,
    authority: null,
    permitType: null,
    fees: ['PERMIT_FEE'],
    amounts: [
      {
        fee: 'PERMIT_FEE',
        by: 'valuation',
        steps: [
          { above: 0, base: 99_375 },
          { above: 10_000_000, base: 99_375, per: 560, each: 100_000 },
        ],
      },
    ],
  })
})

test('what is wrong is said at its field before the rule is applied', async () => {
  const { user } = start(settingsWith(large))
  const name = 'Every agency, Every type, Valuation from $50,000.00 and Priority is High'
  await user.click(await screen.findByRole('button', { name: `Edit rule for ${name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: `Rule for ${name}` }, slow))
  await enter(user, dialog, 'Up to', '40,000')
  await user.click(dialog.getByLabelText('High'))
  const second = within(dialog.getByRole('group', { name: 'Step 2' }))
  await enter(user, second, 'Plus', 'much')
  await enter(user, dialog, 'Days the agency states', '0')
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(dialog.getByText('Enter a value that is not below the lowest one')).toBeVisible()
  expect(dialog.getByText('Select a value')).toBeVisible()
  expect(second.getByText('This is not an amount such as 1,250.50.')).toBeVisible()
  expect(dialog.getByText('Complete the steps to see the fee.')).toBeVisible()
  expect(dialog.getByText('Enter a whole number of days from 1 to 1,000')).toBeVisible()
})

test('what the checks of the contract say of a rule is said at its field', async () => {
  const { user } = start(settingsWith(large))
  await user.click(await screen.findByRole('button', { name: /^Edit rule for/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Rule for/ }, slow))
  const second = within(dialog.getByRole('group', { name: 'Step 2' }))
  await enter(user, dialog, 'Departments that review', 'Fire\nFIRE')
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(dialog.getByText('Each department can be there once')).toBeVisible()
  await enter(user, dialog, 'Departments that review', 'Fire')
  await user.clear(second.getByLabelText('Plus'))
  expect(second.getByText('Plus needs an amount and what it is for')).toBeVisible()
  await enter(user, second, 'Plus', '5.60')
  await enter(user, second, 'Above', '0')
  expect(dialog.getByText('Above must rise from step to step')).toBeVisible()
  await enter(user, second, 'Above', '1,000')
  await enter(user, dialog, 'At least', '6,000')
  expect(dialog.getByText('At least is above the most')).toBeVisible()
  await user.clear(dialog.getByLabelText('At least'))
  await enter(user, dialog, 'Days the agency states', '20')
  expect(dialog.queryByText('Correct the marked fields first.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(
    await screen.findByRole('row', {
      name: /Valuation from \$50,000\.00 and Priority is High/,
    }),
  ).toHaveTextContent('20 working days stated')
})

test('a second rule for the same agency, type and condition cannot be applied; a field is taken out again', async () => {
  const other = { ...large, when: { valuation: { min: 5_000_000 } } }
  const { user } = start(settingsWith(large, other))
  const name = 'Every agency, Every type, Valuation from $50,000.00 and Priority is High'
  await user.click(await screen.findByRole('button', { name: `Edit rule for ${name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: `Rule for ${name}` }, slow))
  await user.click(dialog.getByRole('button', { name: 'Remove Priority' }))
  expect(
    dialog.getByText('There is already a rule for this agency, permit type and condition.'),
  ).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await enter(user, dialog, 'From', '60,000')
  await user.click(dialog.getByLabelText('Plan review'))
  expect(dialog.queryByRole('combobox', { name: 'Amount of Plan review' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByRole('row', { name: /Valuation from \$60,000\.00/ })).not.toHaveTextContent(
    'Plan review',
  )
  expect(screen.getByRole('row', { name: /Valuation from \$50,000\.00/ })).toHaveTextContent('Plan review')
})

test('versions and the draft say which parts of a rule changed, and permits what changes for them', async () => {
  const { requirements, ...settings } = settingsWith(large)
  const changed = { ...large, amounts: [], departments: ['Fire', 'Zoning'], expectedDays: 30 }
  const { user } = start({
    ...settings,
    requirements,
    openPermits: 4,
    draft: {
      requirements: { ...requirements, rules: requirements.rules.with(-1, changed) },
      updatedAt: at,
      updatedBy: null,
      changes: [{ part: 'rule', from: large, to: changed }],
      affected: [
        {
          authority: null,
          permitType: 'SIGN',
          count: 2,
          more: [],
          less: [],
          isOtherwiseChanged: true,
          differences: {
            documents: [],
            conditions: [],
            fees: { added: [], dropped: [], changed: ['PLAN_REVIEW'] },
            departments: { added: ['Zoning'], dropped: [] },
            expectedDays: { from: 15, to: 30 },
          },
        },
      ],
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish requirements?' }, slow))
  expect(dialog.getByRole('list', { name: 'Open permits' })).toHaveTextContent(
    '2 of 4, no agency, Sign: other amounts of fees: Plan review; also reviewed by: Zoning; the agency states 30 working days, was 15',
  )
  expect(dialog.getByRole('list', { name: 'Changes' })).toHaveTextContent(
    'Rule for Every agency, Every type, Valuation from $50,000.00 and Priority is High changed: amounts of fees, departments, days stated',
  )
})

test('the form of a rule is in Spanish', async () => {
  await screenInSpanish(() => import('../../spanish.ts'))
  const { user } = start(settingsWith(large), 'Requisitos')
  await user.click(
    await screen.findByRole('button', { name: /^Editar la regla de Todas las agencias.*desde \$50,000\.00/ }),
  )
  const dialog = within(await screen.findByRole('dialog', undefined, slow))
  expect(dialog.getByRole('group', { name: 'Solo permisos con' })).toBeVisible()
  const second = within(dialog.getByRole('group', { name: 'Tramo 2' }))
  await user.clear(second.getByLabelText('Más'))
  await user.click(dialog.getByRole('button', { name: 'Aplicar' }))
  expect(second.getByText('Más necesita un importe y por cuánto se cobra')).toBeVisible()
})
