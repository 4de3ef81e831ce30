import { ownScriptUrl } from './trusted-types.ts'

const origin = 'https://portal.example'

test.each([['/remotes/mail/1.0.0-ab/remoteEntry.js'], ['https://portal.example/assets/main.js']])(
  'a script of the portal is allowed: %s',
  (url) => {
    expect(ownScriptUrl(url, origin)).toBe(url)
  },
)

test.each([
  ['https://evil.example/a.js'],
  ['//evil.example/a.js'],
  ['data:text/javascript,alert(1)'],
  ['blob:https://evil.example/1'],
])('a script of another host is refused: %s', (url) => {
  expect(() => ownScriptUrl(url, origin)).toThrow(TypeError)
})
