import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Configuration, initialConfiguration } from '@portal/contract'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../../routes.tsx'

test('administrators set hours, holidays and closed days; hours that end before they begin cannot be saved', async () => {
  const side = { config: initialConfiguration() }
  server.use(
    http.get('*/api/health', () => HttpResponse.json({}, { status: 503 })),
    http.get('*/api/approvals', () => HttpResponse.json({ approvals: [] })),
    crudHandler(({ apiPath, method, body }) => {
      if (apiPath !== 'config') return { refusal: 'unavailable', detail: 'Not available.' }
      if (method === 'PATCH') side.config = { ...Configuration.parse(body), version: side.config.version + 1 }
      return { body: side.config }
    }),
  )
  const { user } = renderRoutes(routes, '/settings?tab=working-calendar', {
    as: 'admin',
    heading: 'Working calendar',
  })
  const save = () => screen.getByText('Save', { selector: 'button' })
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

const agency = {
  pid: '01J0000000000000000000000A',
  version: 1,
  name: 'Travis County',
  shortCode: 'TRAVIS_COUNTY',
}

test('an agency gets hours and holidays of its own, holidays are read from a file, and the calendar is removed again', async () => {
  const side = { config: initialConfiguration() }
  server.use(
    http.get('*/api/health', () => HttpResponse.json({}, { status: 503 })),
    http.get('*/api/approvals', () => HttpResponse.json({ approvals: [] })),
    crudHandler(({ apiPath, method, body }) => {
      if (apiPath === 'authorities')
        return { body: { authorities: [agency], metadata: { count: 1, page: 1, pageSize: 1000 } } }
      if (apiPath === 'calendar/holidays')
        return { body: { days: [{ day: '2026-12-31', name: 'Eve' }], leftOut: 0 } }
      if (apiPath !== 'config') return { refusal: 'unavailable', detail: 'Not available.' }
      if (method === 'PATCH') side.config = { ...Configuration.parse(body), version: side.config.version + 1 }
      return { body: side.config }
    }),
  )
  const { user } = renderRoutes(routes, '/settings?tab=working-calendar', {
    as: 'admin',
    heading: 'Working calendar',
  })
  const save = () => user.click(screen.getByText('Save', { selector: 'button' }))
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
