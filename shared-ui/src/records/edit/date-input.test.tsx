import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { useState } from 'react'
import { WorkingCalendar, addDays, addWorkingDays, formatDay } from '@portal/contract'
import { todayAtom } from '../../session/today.ts'
import { DateInput } from './DateInput.tsx'
import type { FormValue } from './form-values.ts'

function Field() {
  const [value, setValue] = useState<FormValue>('')
  return (
    <DateInput
      value={value}
      onChange={setValue}
      named={{ 'aria-label': 'Due date' }}
      hasProblem={false}
      autoFocus={false}
    />
  )
}

test('a date field takes +5wd as the fifth working day and shows the day before it is taken', async () => {
  const store = createStore()
  const user = userEvent.setup()
  render(
    <Provider store={store}>
      <Field />
    </Provider>,
  )
  const today = store.get(todayAtom)
  const fifth = addWorkingDays(WorkingCalendar.parse({}), today, 5)
  const field = screen.getByLabelText('Due date')
  await user.click(field)
  await user.keyboard('+5')
  expect(screen.getByRole('status')).toHaveTextContent('Type +5wd for 5 working days')
  await user.keyboard('wd')
  expect(screen.getByRole('status')).toHaveTextContent(formatDay(fifth))
  await user.keyboard('{Enter}')
  expect(field).toHaveValue(fifth)
  expect(field).toHaveAttribute('type', 'date')

  await user.keyboard('+2w{Escape}')
  expect(field).toHaveValue(fifth)
  await user.keyboard('+2w')
  await user.tab()
  expect(field).toHaveValue(addDays(today, 14))
})
