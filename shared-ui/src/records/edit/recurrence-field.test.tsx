import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { useState } from 'react'
import { addDays } from '@portal/contract'
import { todayAtom } from '../../session/today.ts'
import { RecurrenceField } from './RecurrenceField.tsx'

function Field({ initial, onRule }: { initial: string; onRule: (rule: string) => void }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <span id="label">Recurrence</span>
      <RecurrenceField
        value={value}
        onChange={(rule) => {
          setValue(rule)
          onRule(rule)
        }}
        named={{ 'aria-labelledby': 'label' }}
        hasProblem={false}
        autoFocus={false}
      />
    </>
  )
}

function open(initial = '') {
  const store = createStore()
  const rules: string[] = []
  render(
    <Provider store={store}>
      <Field initial={initial} onRule={(rule) => rules.push(rule)} />
    </Provider>,
  )
  return { user: userEvent.setup(), today: store.get(todayAtom), last: () => rules.at(-1) }
}
const ends = () => screen.getByRole('combobox', { name: 'Ends' })

test('a repetition ends after a number of times, on a date, or never', async () => {
  const { user, today, last } = open()
  expect(screen.queryByRole('combobox', { name: 'Ends' })).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Recurrence' }), 'Every week on Monday')
  expect(ends()).toHaveDisplayValue('Never')
  await user.selectOptions(ends(), 'After a number of times')
  const times = screen.getByRole('spinbutton', { name: 'Number of times' })
  await user.clear(times)
  await user.type(times, '4')
  expect(last()).toBe('FREQ=WEEKLY;BYDAY=MO;COUNT=4')
  await user.selectOptions(ends(), 'On a date')
  expect(screen.getByLabelText('Last day')).toHaveValue(addDays(today, 90))
  expect(last()).toBe(`FREQ=WEEKLY;BYDAY=MO;UNTIL=${addDays(today, 90).replaceAll('-', '')}`)
  await user.selectOptions(ends(), 'Never')
  expect(last()).toBe('FREQ=WEEKLY;BYDAY=MO')
})

test('another repetition keeps its end, and what is no number of times changes nothing', async () => {
  const { user, last } = open('FREQ=DAILY;COUNT=3')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Recurrence' }), 'Every month')
  expect(last()).toBe('FREQ=MONTHLY;COUNT=3')
  const times = screen.getByRole('spinbutton', { name: 'Number of times' })
  await user.clear(times)
  await user.tab()
  expect(times).toHaveValue(3)
  expect(last()).toBe('FREQ=MONTHLY;COUNT=3')
})

test('a rule that the portal does not offer is kept as it is until another is chosen', async () => {
  const { user, last } = open('FREQ=YEARLY;BYMONTH=4,10;UNTIL=20301231')
  expect(ends()).toHaveDisplayValue('On a date')
  expect(screen.getByLabelText('Last day')).toHaveValue('2030-12-31')
  await user.selectOptions(ends(), 'Never')
  expect(last()).toBe('FREQ=YEARLY;BYMONTH=4,10')
})
