import { render, screen } from '@testing-library/react'
import { initialConfiguration } from '@portal/contract'
import { configurationAtom, createPortalStore } from '@portal/shared-ui'
import { StoreProvider } from '@portal/shared-ui/state'
import { Clocks } from './Clocks.tsx'

test('the running wait of a permit is also shown in working hours of the office', () => {
  const store = createPortalStore()
  store.set(configurationAtom, { ...initialConfiguration(), timeZone: 'America/Chicago' })
  // From Wednesday noon over Thanksgiving and a weekend to Monday noon: 5 + 9 + 4 hours.
  const record = {
    pid: '01PERMIT',
    version: 1,
    court: 'AUTHORITY',
    ourSeconds: 0,
    clientSeconds: 0,
    authoritySeconds: 0,
    clockStartedAt: '2026-11-25T18:00:00.000Z',
  }
  render(
    <StoreProvider store={store}>
      <Clocks record={record} now={Date.parse('2026-11-30T18:00:00.000Z')} />
    </StoreProvider>,
  )
  expect(screen.getByText(/18 working hours of this wait/)).toBeVisible()
  expect(screen.getByText(/5 days/)).toBeVisible()
})
