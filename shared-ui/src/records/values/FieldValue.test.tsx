import { render, screen } from '@testing-library/react'
import { addDays, collections, field } from '@portal/contract'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { today as day } from '../../format/dates.ts'
import { FieldValue } from './FieldValue.tsx'

test.each([
  ['datetime', '+010000-01-01T11:59:59.000Z'],
  ['datetime', 'soon'],
  ['date', '2026-02-30'],
  ['date', '10000-01-01'],
] as const)(
  'F1: an invalid stored %s, %s, is shown as not valid and does not break the table',
  (type, value) => {
    for (const inTable of [true, false]) {
      const { unmount } = render(<FieldValue declared={field[type]()} value={value} inTable={inTable} />)
      expect(screen.getByText(`${value} (not a valid date)`)).toBeVisible()
      unmount()
    }
  },
)

test('a recurrence is shown in words, and an invalid rule is shown unchanged', () => {
  const { recurrence } = collections.tasks.fields
  render(<FieldValue declared={recurrence} value="FREQ=WEEKLY;BYDAY=MO" />)
  render(<FieldValue declared={recurrence} value="every monday" inTable />)
  expect(screen.getByText('Every week on Monday')).toBeVisible()
  expect(screen.getByText('every monday')).toBeVisible()
})

test('F1: the highest date is shown as a day', () => {
  render(<FieldValue declared={field.date()} value="9999-12-31" />)
  expect(screen.getByText('Dec 31, 9999')).toBeVisible()
})

test.each([
  ['2020-01-31', 'Expired'],
  [addDays(day(), 3), 'Expires in 3 days'],
  [day(), 'Expires today'],
])(
  'a day up to which insurance is valid says in words that it has passed or soon will: %s',
  (until, words) => {
    const element = <FieldValue declared={collections.orgs.fields.workersCompExpiry} value={until} />
    renderRoutes([{ path: '/', element }], '/', { as: 'team' })
    expect(screen.getByText(words)).toBeVisible()
  },
)

test('a distant expiration and other kinds of dates have no expiration mark', () => {
  render(<FieldValue declared={collections.orgs.fields.workersCompExpiry} value="2099-01-31" />)
  render(<FieldValue declared={field.date()} value="2020-01-31" />)
  expect(screen.queryByText(/Expire/)).toBeNull()
})
