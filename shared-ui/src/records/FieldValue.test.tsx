import { render, screen } from '@testing-library/react'
import { field } from '@portal/contract'
import { FieldValue } from './FieldValue.tsx'

test.each([
  ['datetime', '+010000-01-01T11:59:59.000Z'],
  ['datetime', 'soon'],
  ['date', '2026-02-30'],
  ['date', '10000-01-01'],
] as const)('F1: a stored %s that is none, %s, is shown as not valid and breaks no table', (type, value) => {
  for (const inTable of [true, false]) {
    const { unmount } = render(<FieldValue declared={field[type]()} value={value} inTable={inTable} />)
    expect(screen.getByText(`${value} (not a valid date)`)).toBeVisible()
    unmount()
  }
})

test('F1: the last day of time is shown as a day', () => {
  render(<FieldValue declared={field.date()} value="9999-12-31" />)
  expect(screen.getByText('31 Dec 9999')).toBeVisible()
})
