import { takeLinkToken } from './link-token.ts'

test.each([
  ['/sign-up#link=once', { kind: 'link', token: 'once' }],
  ['/sign-up#setup=first', { kind: 'setup', token: 'first' }],
  ['/sign-up#confirm=mine', { kind: 'confirm', token: 'mine' }],
  ['/sign-up?link=earlier', { kind: 'link', token: 'earlier' }],
  ['/sign-up?setup=earlier', { kind: 'setup', token: 'earlier' }],
])('S-26: the token of %s is removed from the address', (address, expected) => {
  history.replaceState(null, '', address)
  expect(takeLinkToken()).toEqual(expected)
  expect(location.href).toBe(`${location.origin}/sign-up`)
  expect(takeLinkToken()).toBeNull()
})

test('an address without a token is not changed', () => {
  history.replaceState(null, '', '/sign-up?x=1#top')
  expect(takeLinkToken()).toBeNull()
  expect(location.href).toBe(`${location.origin}/sign-up?x=1#top`)
})
