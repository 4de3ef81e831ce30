import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import {
  PublishRequirements,
  WithdrawRequirements,
  requirementChanges,
  seedRequirements,
} from '@portal/contract'
import type { CrudCall, Requirements, RequirementsSettings, ScheduledRequirements } from '@portal/contract'
import { setLanguage } from '@portal/shared-ui/i18n'
import { crudHandler, renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { ada, affected, at, draftOf } from '../../test-support/given-requirements.ts'

const withCondition = (code: string): Requirements => ({
  ...seedRequirements,
  conditions: [...seedRequirements.conditions, { code, text: code, kind: 'DURING', severity: 'NOTICE' }],
})
const draft = draftOf(withCondition('DRAFTED'))
const scheduled = (values: Partial<ScheduledRequirements> = {}): ScheduledRequirements => ({
  id: 7,
  from: '2027-01-01',
  scheduledAt: at,
  by: ada,
  note: 'New year',
  requirements: withCondition('NEW_YEAR'),
  changes: requirementChanges(seedRequirements, withCondition('NEW_YEAR')),
  affected,
  problems: [],
  isRefused: false,
  ...values,
})
const base: RequirementsSettings = {
  version: 4,
  published: 2,
  requirements: seedRequirements,
  draft,
  openPermits: 312,
  scheduled: [],
  today: '2026-11-20',
  versions: [
    { number: 2, at, by: ada, note: null, revertedTo: null, changes: [], openPermits: 300 },
    { number: 1, at, by: ada, note: null, revertedTo: null, changes: [], openPermits: 12 },
  ],
}

/** The page with these settings; publications and withdrawals change them as the server does. */
function start(settings: Partial<RequirementsSettings> = {}, heading = 'Requirements') {
  const sent: CrudCall[] = []
  const asked: CrudCall[] = []
  const side = { settings: { ...base, ...settings } }
  const write = ({ apiPath, body }: CrudCall) => {
    const { settings: known } = side
    const all = known.scheduled ?? []
    const version = known.version + 1
    if (apiPath === 'requirements/withdraw') {
      const { id, draft: kept } = WithdrawRequirements.parse(body)
      const requirements = all.find((each) => each.id === id)?.requirements ?? seedRequirements
      const left = all.filter((each) => each.id !== id)
      const next = kept === 'keep' ? known.draft : { ...draft, requirements }
      side.settings = { ...known, version, scheduled: left, draft: next }
      return
    }
    const { from, note = null } = PublishRequirements.parse(body)
    side.settings =
      from === undefined || from === null
        ? { ...known, version, published: 3, draft: null }
        : { ...known, version, draft: null, scheduled: [...all, scheduled({ id: 9, from, note })] }
  }
  server.use(
    crudHandler((call): CrudResponse | undefined => {
      if (call.apiPath === 'authorities')
        return { body: { authorities: [], metadata: { count: 0, page: 1, pageSize: 500 } } }
      if (call.apiPath === 'requirements/permits') {
        asked.push(call)
        const groups = affected.map(({ authority, permitType, count }) => ({
          authority,
          permitType,
          count,
          differences: { documents: [], conditions: [], fees: { added: [], dropped: [] } },
        }))
        return {
          body: {
            number: null,
            open: 12,
            groups,
            permits: [],
            metadata: { count: 12, page: 1, pageSize: 20 },
          },
        }
      }
      if (!call.apiPath.startsWith('requirements')) return undefined
      if (call.method !== 'GET') {
        sent.push(call)
        const { version } = PublishRequirements.pick({ version: true }).loose().parse(call.body)
        if (version !== side.settings.version) return { refusal: 'version-conflict', current: side.settings }
        write(call)
      }
      return { body: side.settings }
    }),
  )
  return { ...renderRoutes(routes, '/settings/requirements', { as: 'admin', heading }), side, sent, asked }
}
const publishDialog = async () => within(await screen.findByRole('dialog', { name: 'Publish requirements?' }))
const versions = async () => within(await screen.findByRole('table', { name: 'Versions' }))

afterEach(() => setLanguage('en'))

test('a draft is scheduled for a later day, and is then listed with what it changes', async () => {
  const { user, sent, asked } = start()
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = await publishDialog()
  const field = dialog.getByLabelText('In force from')
  expect(field).toHaveValue('2026-11-20')
  expect(dialog.getByText(/^Permits that begin from now on get these requirements\./)).toBeVisible()
  fireEvent.change(field, { target: { value: '2027-03-01' } })
  expect(
    dialog.getByText(/^Permits that begin on Mar 1, 2027 or later get these requirements\./),
  ).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Spring')
  await user.click(dialog.getByRole('button', { name: 'Schedule' }))
  const row = within(await (await versions()).findByRole('row', { name: /^From Mar 1, 2027 \(scheduled\)/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent.map(({ apiPath, body }) => [apiPath, body])).toEqual([
    ['requirements/publish', { version: 4, note: 'Spring', from: '2027-03-01' }],
  ])
  expect(row.getByText('Spring')).toBeVisible()
  expect(row.getByText('Ada Marlow')).toBeVisible()
  expect(row.getByText('12 would change')).toBeVisible()
  expect(row.getByRole('list', { name: 'Open permits' })).toHaveTextContent(
    '12 of 312, Travis County, Sign: also Photo',
  )
  expect(row.getByRole('list', { name: 'Changes' })).toHaveTextContent('Condition NEW_YEAR added')
  await user.click(row.getByText('Show permits'))
  await waitFor(() => expect(asked.map(({ query }) => query)).toMatchObject([{ to: 'scheduled', id: 9 }]))
  expect(await screen.findByText('From Mar 1, 2027: requirements scheduled by Ada Marlow.')).toBeVisible()
  expect((await versions()).getByRole('row', { name: /^2 \(in force\)/ })).toBeVisible()
  expect((await versions()).getByRole('row', { name: /^1 \(retired\)/ })).toBeVisible()
})

test('today is at once, without a day in the call', async () => {
  const { user, sent } = start()
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  await user.click((await publishDialog()).getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ version: 4, note: '' }]))
})

test('a day that passed, is missing or is too far ahead is named beside the field and not sent', async () => {
  const { user, sent } = start()
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = await publishDialog()
  const field = dialog.getByLabelText('In force from')
  for (const [value, problem] of [
    ['2026-11-19', 'That day has passed. Choose today or a later day.'],
    ['', 'Enter a day.'],
    ['2029-01-01', 'Choose Nov 20, 2028 or an earlier day.'],
  ] as const) {
    fireEvent.change(field, { target: { value } })
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(problem)
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
  }
  expect(sent).toEqual([])
})

test('the dialogs say that what is scheduled comes into force all the same', async () => {
  const { user } = start({ scheduled: [scheduled()] })
  const still =
    /The requirements scheduled for Jan 1, 2027 still come into force on that day\. Withdraw them if they should not\./
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = await publishDialog()
  expect(dialog.getByText(still)).toBeVisible()
  expect(dialog.getByRole('heading', { name: 'Changes' })).toBeVisible()
  // From that day on the draft follows the scheduled one, and is compared with it.
  fireEvent.change(dialog.getByLabelText('In force from'), { target: { value: '2027-01-01' } })
  expect(dialog.queryByText(still)).toBeNull()
  expect(
    dialog.getByRole('heading', { name: 'Changes to the requirements scheduled for Jan 1, 2027' }),
  ).toBeVisible()
  expect(dialog.getByRole('list', { name: 'Changes' })).toHaveTextContent(
    'Condition NEW_YEAR removedCondition DRAFTED added',
  )
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Use version 1 again' }))
  expect(within(await screen.findByRole('dialog')).getByText(still)).toBeVisible()
})

test('a scheduled publication is withdrawn by keyboard and becomes the draft', async () => {
  const { user, sent } = start({ draft: null, scheduled: [scheduled()] })
  const button = await screen.findByRole('button', { name: 'Withdraw the requirements for Jan 1, 2027' })
  act(() => button.focus())
  await user.keyboard('{Enter}')
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Withdraw the requirements for Jan 1, 2027?' }),
  )
  expect(dialog.getByText('They do not come into force. They become the draft again.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByRole('button', { name: 'Publish' })).toBeVisible()
  expect((await versions()).queryByText(/\(scheduled\)/)).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent.map(({ apiPath, body }) => [apiPath, body])).toEqual([
    ['requirements/withdraw', { version: 4, id: 7 }],
  ])
})

test('with a draft, one chooses which of the two is kept', async () => {
  const { user, sent } = start({ scheduled: [scheduled()] })
  await user.click(await screen.findByRole('button', { name: 'Withdraw the requirements for Jan 1, 2027' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    dialog.getByText(
      'They do not come into force. There is a draft already. If you keep it, these requirements are dropped.',
    ),
  ).toBeVisible()
  await user.click(dialog.getByRole('combobox', { name: 'Present draft' }))
  await user.click(await screen.findByRole('option', { name: 'Replace it by these requirements' }))
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ version: 4, id: 7, draft: 'replace' }]))
})

test('one that could not come into force says why, and is made the draft', async () => {
  const reason = 'There is no agency with the short code GONE.'
  const { user, sent } = start({
    draft: null,
    scheduled: [
      scheduled({ isRefused: true, problems: [reason], from: '2026-11-19' }),
      scheduled({ id: 8, problems: [reason] }),
    ],
  })
  const refused = within(
    await (await versions()).findByRole('row', { name: /^From Nov 19, 2026 \(not in force\)/ }),
  )
  expect(refused.getByText('They did not come into force:')).toBeVisible()
  expect(refused.getByText(reason)).toBeVisible()
  const ahead = within((await versions()).getByRole('row', { name: /^From Jan 1, 2027 \(scheduled\)/ }))
  expect(ahead.getByText('They cannot come into force like this:')).toBeVisible()
  await user.click(refused.getByRole('button', { name: 'Make the requirements for Nov 19, 2026 the draft' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('They become the draft again.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Make draft' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ version: 4, id: 7 }]))
})

const conflict = 'The requirements were changed by someone else.'

test('a draft that someone else has changed is shown as it is now before it is published', async () => {
  const { user, side, sent } = start()
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = await publishDialog()
  side.settings = { ...side.settings, version: 5, draft: draftOf(withCondition('OTHER')) }
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(conflict)
  expect(dialog.getByRole('list', { name: 'Changes' })).toHaveTextContent('Condition OTHER added')
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(({ body }) => body)).toEqual([
    { version: 4, note: '' },
    { version: 5, note: '' },
  ])
})

test('a dialog about what someone else has published or withdrawn ends and says so', async () => {
  const { user, side } = start({ scheduled: [scheduled()] })
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const publishing = await publishDialog()
  side.settings = { ...side.settings, version: 5, published: 3, draft: null }
  await user.click(publishing.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText(conflict)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Withdraw the requirements for Jan 1, 2027' }))
  const withdrawing = within(await screen.findByRole('dialog'))
  side.settings = { ...side.settings, version: 6, scheduled: [] }
  await user.click(withdrawing.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findAllByText(conflict)).toHaveLength(2)
})

test('with a server of the last release the draft is published at once', async () => {
  const { user, sent } = start({ scheduled: undefined, today: undefined })
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = await publishDialog()
  expect(dialog.queryByLabelText('In force from')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ version: 4, note: '' }]))
})

test('scheduled requirements in Spanish', async () => {
  await screenInSpanish(() => import('../../spanish.ts'))
  const { user } = start({ scheduled: [scheduled()] }, 'Requisitos')
  expect(
    await screen.findByRole('button', { name: 'Anular los requisitos para el 1 ene 2027' }),
  ).toBeVisible()
  expect((await screen.findAllByRole('row', { name: /^Desde el 1 ene 2027 \(programada\)/ })).length).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Publicar' }))
  expect(within(await screen.findByRole('dialog')).getByLabelText('Vigentes desde')).toBeVisible()
})
