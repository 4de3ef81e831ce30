import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import { server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import {
  openSettings,
  settingsButton,
  settingsSections,
  startSettings,
} from '../../../test-support/settings.ts'

const agency = {
  pid: '01J0000000000000000000000A',
  version: 1,
  name: 'Travis County',
  shortCode: 'TRAVIS_COUNTY',
}

beforeEach(() => server.use(...settingsSections))

function answer({ apiPath }: CrudCall): CrudResponse | undefined {
  if (apiPath === 'authorities')
    return { body: { authorities: [agency], metadata: { count: 1, page: 1, pageSize: 1000 } } }
  if (apiPath === 'calendar/holidays')
    return { body: { days: [{ day: '2026-12-31', name: 'Eve' }], leftOut: 0 } }
  return undefined
}

const openCalendar = () => openSettings('/settings?tab=working-calendar', 'admin', 'Working calendar')

test('administrators set hours, holidays and closed days; hours that end before they begin cannot be saved', async () => {
  const side = startSettings(answer)
  const { user } = openCalendar()
  const save = () => settingsButton('Save')
  fireEvent.change(screen.getByLabelText('Monday, to'), { target: { value: '07:00' } })
  expect(screen.getByLabelText('Monday, to')).toHaveAccessibleDescription('End after the start')
  expect(save()).toHaveAttribute('aria-disabled', 'true')
  fireEvent.change(screen.getByLabelText('Monday, to'), { target: { value: '16:30' } })
  await user.click(screen.getByLabelText('Saturday'))
  expect(screen.getByLabelText('Saturday, from')).toHaveValue('08:00')
  await user.click(screen.getByLabelText('Friday'))
  await user.click(screen.getByLabelText('Texas, state agencies'))
  fireEvent.change(screen.getByLabelText('New closed day'), { target: { value: '2026-12-28' } })
  await user.click(screen.getByText('Add', { selector: 'button' }))
  expect(screen.getByLabelText('Remove Dec 28, 2026')).toBeVisible()
  await user.click(save())
  await waitFor(() =>
    expect(side.config.workingCalendar).toEqual({
      hours: [
        null,
        { from: '08:00', to: '16:30' },
        { from: '08:00', to: '17:00' },
        { from: '08:00', to: '17:00' },
        { from: '08:00', to: '17:00' },
        null,
        { from: '08:00', to: '17:00' },
      ],
      holidays: ['us-federal', 'texas'],
      closedDays: ['2026-12-28'],
      agencies: {},
    }),
  )
}, 60_000)

test('an agency gets hours and holidays of its own, holidays are read from a file, and the calendar is removed again', async () => {
  const side = startSettings(answer)
  const { user } = openCalendar()
  const save = () => user.click(settingsButton('Save'))
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Agency' }))
  await user.click(await screen.findByRole('option', { name: 'Travis County' }))
  await user.click(screen.getByText('Add calendar'))
  const own = within(screen.getByLabelText('Travis County', { selector: 'section, div' }))
  await user.click(own.getByLabelText('Has working hours of its own'))
  await user.click(own.getByLabelText('Friday'))
  await user.click(own.getByLabelText('Texas, state agencies'))
  await user.upload(
    own.getByLabelText('Import holidays'),
    new File(['BEGIN:VCALENDAR'], 'holidays.ics', { type: 'text/calendar' }),
  )
  expect(await own.findByLabelText('Remove Dec 31, 2026')).toBeVisible()
  await save()
  await waitFor(() =>
    expect(side.config.workingCalendar.agencies).toEqual({
      TRAVIS_COUNTY: {
        hours: [null, ...Array.from({ length: 4 }, () => ({ from: '08:00', to: '17:00' })), null, null],
        holidays: ['texas'],
        closedDays: ['2026-12-31'],
      },
    }),
  )
  await user.click(screen.getByLabelText('Remove calendar of Travis County'))
  await save()
  await waitFor(() => expect(side.config.workingCalendar.agencies).toEqual({}))
}, 60_000)
