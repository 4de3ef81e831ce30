import { screen, waitFor } from '@testing-library/react'
import { server } from '@portal/shared-ui/test-support'
import {
  openSettings,
  settingsButton,
  settingsFooter,
  settingsSections,
  startSettings,
} from '../../test-support/settings.ts'

beforeEach(() => server.use(...settingsSections))

test('superadmins set how long data is kept; empty is forever, and too short a time is reported at its field', async () => {
  const side = startSettings()
  const { user, unmount } = openSettings('/settings', 'superadmin')
  const jobs = screen.getByLabelText('Finished jobs')
  const audit = screen.getByLabelText('Audit')
  expect([jobs, audit].map((field) => field.getAttribute('value'))).toEqual(['90', ''])
  await user.type(audit, '30')
  expect(audit).toHaveAccessibleDescription(
    'Enter a whole number of days, at least 365, or leave empty to keep it forever',
  )
  expect(settingsButton('Save')).toHaveAttribute('aria-disabled', 'true')
  await user.clear(audit)
  await user.type(audit, '3,650')
  await user.clear(jobs)
  expect(settingsFooter()).toHaveTextContent('2 settings changed: Retention: Finished jobs; Retention: Audit')
  await user.click(settingsButton('Save'))
  await waitFor(() => expect(side.config.retention).toMatchObject({ jobDays: 0, auditDays: 3_650 }))
  unmount()
  openSettings('/settings', 'admin')
  expect(screen.getByLabelText('Finished jobs')).toBeDisabled()
})
