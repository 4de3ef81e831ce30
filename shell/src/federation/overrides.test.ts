import { server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { remoteEntry } from '../test-support/remotes.ts'
import { clearOverrides, keptOverrides, overriddenBuild, overridesFor, takeOverride } from './overrides.ts'

const mine = { name: 'mail', origin: 'http://localhost:4581' }
const at = (address: string) => history.replaceState(null, '', address)
const address = () => location.pathname + location.search
afterEach(() => clearOverrides(() => undefined))

test('an administrator takes a remote from their own machine: kept, out of the address, and the page is loaded for its policy', () => {
  at('/tasks?page=2&override=mail@http://localhost:4581')
  const loaded: string[] = []
  expect(takeOverride('admin', (to) => loaded.push(to))).toBe(true)
  expect(loaded).toEqual(['/tasks?page=2'])
  expect(overridesFor('superadmin')).toEqual([mine])

  at('/tasks?override=files@http://127.0.0.1:4582')
  takeOverride('admin', () => undefined)
  expect(keptOverrides().map(({ name }) => name)).toEqual(['mail', 'files'])
  let reloads = 0
  clearOverrides(() => (reloads += 1))
  expect([keptOverrides(), reloads]).toEqual([[], 1])
})

test('for other roles, and for any machine but their own, nothing is overridden and the address is cleaned', () => {
  for (const [role, asked] of [
    ['team', 'mail@http://localhost:4581'],
    ['client', 'mail@http://localhost:4581'],
    ['admin', 'mail@https://evil.example'],
    ['admin', 'mail@http://localhost:4581@evil.example'],
    ['admin', 'nonsense'],
  ] as const) {
    at(`/tasks?override=${encodeURIComponent(asked)}`)
    expect(takeOverride(role, () => undefined)).toBe(false)
    expect([address(), keptOverrides()]).toEqual(['/tasks', []])
  }
  at('/tasks?override=mail@http://localhost:4581')
  takeOverride('admin', () => undefined)
  expect(overridesFor('team')).toEqual([])
})

test('the build is the one the machine says it serves; another remote behind that address is refused', async () => {
  const { manifest } = remoteEntry('mail', [])
  const record = { name: 'mail', version: '0.1.0-3fa94c21', entry: 'remoteEntry.js', manifest }
  server.use(http.get('http://localhost:4581/portal-build.json', () => HttpResponse.json(record)))
  await expect(overriddenBuild(mine)).resolves.toMatchObject({
    container: 'mfe_mail_3fa94c21',
    entry: 'http://localhost:4581/remoteEntry.js',
    integrity: null,
  })
  await expect(overriddenBuild({ ...mine, name: 'files' })).rejects.toThrow('serves the part "mail"')
})
