import { collections } from '@portal/contract'
import { plainText } from './FieldValue.tsx'

test('clocks of a permit are read as days and hours, not as seconds (issue 7)', () => {
  const { ourSeconds, cycleNo } = collections.permits.fields
  expect(plainText(ourSeconds, 90_000.125)).toBe('1 day 1 hour')
  expect(plainText(cycleNo, 90_000)).toBe('90,000')
})
