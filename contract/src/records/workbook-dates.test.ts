import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDateFormat, workbookDate } from './workbook-dates.ts'

test('a cell of a workbook is a date where its format speaks of days or hours, not where it only quotes such letters (issue 3)', () => {
  const formats: [number, string | undefined, boolean][] = [
    [14, undefined, true],
    [0, undefined, false],
    [100, 'yyyy-mm-dd', true],
    [101, 'h:mm AM/PM', true],
    [102, '#,##0.00 "days"', false],
    [103, '0.00', false],
  ]
  for (const [id, code, isDate] of formats) assert.equal(isDateFormat(id, code), isDate, code)
})

test('day numbers become ISO days, with the time where there is one; other texts stay', () => {
  assert.equal(workbookDate('46357'), '2026-12-01')
  assert.equal(workbookDate('46357.5'), '2026-12-01T12:00:00.000Z')
  assert.equal(workbookDate('soon'), 'soon')
  assert.equal(workbookDate(''), '')
})
