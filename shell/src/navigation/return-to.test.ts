import { afterSignIn, safeReturnTo } from '@portal/contract'
import { signInAddress } from './return-to.ts'

const origin = 'https://portal.example'

test.each([
  ['/tasks?page=2'],
  ['/permits/processing/01PERMIT?tab=notes#top'],
  ['/permits/search?q=4th%20street'],
  ['/permits/processing?filter=%7B%22status%22%3A%22NEW%22%7D'],
])('a sign-in continues to the requested page: %s', (wanted) => {
  expect(safeReturnTo(wanted, origin)).toBe(wanted)
})

test.each([
  [null],
  [''],
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['https://evil.example/tasks'],
  ['https:evil.example'],
  ['/%5cevil.example'],
  ['/%5Cevil.example'],
  ['/%2fevil.example'],
  ['/.//evil.example'],
  ['/tasks/..//evil.example'],
  ['javascript:alert(1)'],
  [' /tasks'],
  ['/a\n'],
  ['/\t/evil.example'],
  ['tasks'],
  ['/login?returnTo=/login'],
  ['/'],
])('an unsafe return path leads to the processing permits instead: %j', (wanted) => {
  expect(safeReturnTo(wanted, origin)).toBe(afterSignIn)
})

test('the requested page is kept through the sign-in page', () => {
  const asked = '/payments?page=3&filter={"kind":"FEE"}'
  const returnTo = new URL(signInAddress(asked), origin).searchParams.get('returnTo')
  expect(returnTo).toBe(asked)
})
