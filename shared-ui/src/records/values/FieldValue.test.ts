import { collections } from '@portal/contract'
import { differing } from '../drawer/history/array-difference.ts'
import { plainText } from './FieldValue.tsx'

test('durations of a permit are shown as days and hours, not as seconds (issue 7)', () => {
  const { ourSeconds, cycleNo } = collections.permits.fields
  expect(plainText(ourSeconds, 90_000.125)).toBe('1 day 1 hour')
  expect(plainText(cycleNo, 90_000)).toBe('90,000')
})

test('changes of a package’s documents are shown in words, changed documents only (domain.md 4)', () => {
  const item = (documentType: string, state: string, reason: string | null = null) => ({
    file: null,
    state,
    reason,
    required: true,
    documentType,
  })
  const before = [item('SITE_PLAN', 'VERIFIED'), item('FLOOR_PLAN', 'RECEIVED')]
  const after = [item('SITE_PLAN', 'VERIFIED'), item('FLOOR_PLAN', 'REJECTED', 'Not signed')]
  const { checklist } = collections.rts.fields
  expect(plainText(checklist, differing(before, after))).toBe('Floor plan, Received')
  expect(plainText(checklist, differing(after, before))).toBe('Floor plan, Rejected, Not signed')
  expect(plainText(checklist, after)).toBe('Site plan, Verified\nFloor plan, Rejected, Not signed')
  expect(differing(null, after)).toBeNull()
})
