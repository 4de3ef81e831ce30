import { act, screen, waitFor } from '@testing-library/react'
import { configurationAtom } from '@portal/shared-ui'
import { server } from '@portal/shared-ui/test-support'
import {
  openSettings,
  settingsButton,
  settingsFooter,
  settingsSections,
  startSettings,
} from '../../../test-support/settings.ts'

beforeEach(() => server.use(...settingsSections))

test('heading, order and default of columns are edited for the collection in the address', async () => {
  startSettings()
  const { user, router } = openSettings('/settings?tab=columns&collection=alerts')
  expect(screen.getByRole('table', { name: 'Columns of Alerts' })).toBeInTheDocument()
  await user.click(screen.getByRole('combobox', { name: 'Collection' }))
  await user.click(screen.getByRole('option', { name: 'Notifications' }))
  expect(router.state.location.search).toBe('?tab=columns&collection=notifications')
  const heading = screen.getByLabelText('Heading of refNo')
  await user.clear(heading)
  await user.type(heading, 'Ours{Enter}')
  await user.click(screen.getByLabelText('Ours shown by default'))
  await user.click(screen.getByLabelText('Move Ours down'))
  expect(settingsFooter()).toHaveTextContent('3 settings changed: Notifications, column refNo: heading')
  expect(settingsFooter()).toHaveTextContent('Notifications: order of columns')
  expect(screen.getAllByLabelText(/^Heading of/)[1]).toHaveValue('Ours')
})

test('S-14: the columns say what clients see, and an added field is shown to or hidden from them there', async () => {
  const added = {
    name: 'custom.fraudScore',
    label: 'Fraud score',
    type: 'text',
    is_visible: true,
    table_view: true,
    masked: true,
  }
  const side = startSettings()
  side.config = {
    ...side.config,
    columns: { ...side.config.columns, permits: [...(side.config.columns.permits ?? []), added] },
  }
  const { user, store } = openSettings('/settings?tab=columns')
  act(() => store.set(configurationAtom, side.config))
  expect(screen.getByText(/Clients see a custom field only if you turn it on here/)).toBeVisible()
  const cellsOf = (label: string) =>
    [...(screen.getByLabelText(label).closest('tr')?.querySelectorAll('td') ?? [])].map(
      (cell) => cell.textContent,
    )
  expect(cellsOf('Title in tables')[5]).toBe('Yes')
  expect(screen.getByLabelText('Fraud score visible to clients')).not.toBeChecked()
  await user.click(screen.getByLabelText('Fraud score visible to clients'))
  expect(screen.getByLabelText('Fraud score visible to clients')).toBeChecked()
  await user.click(settingsButton('Save'))
  await waitFor(() =>
    expect(side.config.columns.permits?.find(({ name }) => name === added.name)?.masked).toBe(false),
  )
})

test('S-14: for collections closed to clients, the columns do not mention them', () => {
  openSettings('/settings?tab=columns&collection=users')
  expect(screen.queryByText('Visible to clients')).toBeNull()
})
