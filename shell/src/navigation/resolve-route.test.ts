import type { RouteDeclaration, Viewer } from '@portal/contract'
import { resolveRoute } from './resolve-route.ts'
import type { RouteResolution, Validity } from './resolve-route.ts'

const menu = (label: string, pagingKey?: string) => ({
  label,
  icon: 'M0 0',
  order: 1,
  ...(pagingKey === undefined ? {} : { pagingKey }),
})
const page = (path: string, more: Partial<RouteDeclaration> = {}): RouteDeclaration => ({
  path,
  guard: 'auth',
  layout: 'default',
  ...more,
})

const routes = [
  { remote: null, route: page('/login', { guard: 'none', layout: 'blank' }) },
  { remote: 'permits', route: page('/permits/processing', { menu: menu('Processing permits', 'permits') }) },
  { remote: 'permits', route: page('/permits/processing/{pid}') },
  { remote: 'permits', route: page('/permits/search', { menu: menu('Search permits') }) },
  { remote: 'mail', route: page('/mail', { layout: 'mail', menu: menu('Mails') }) },
  { remote: 'mail', route: page('/mail/archive', { layout: 'mail' }) },
  { remote: 'mail', route: page('/mail/{id}', { layout: 'mail' }) },
  { remote: 'admin', route: page('/users', { guard: 'admin-or-super-admin', menu: menu('Users', 'users') }) },
  { remote: 'files', route: page('/old_folder', { redirect: '/folders/team' }) },
  { remote: 'files', route: page('/manual', { redirect: 'https://manual.example/portal' }) },
  { remote: 'files', route: page('/parcels/{pid}', { validate: 'parcel' }) },
  { remote: 'files', route: page('/moon', { guard: 'astronaut' }) },
]

const removed = [
  { name: 'ports', label: 'Ports', paths: ['/ports', '/ports/{pid}'], removedAt: '2026-11-20T10:00:00.000Z' },
]

const people = {
  stranger: null,
  'somebody without a role': { role: null },
  'somebody with an unknown role': { role: 'Wizard' },
  'a client': { role: 'Client', pages: { '/users': false, '/mail': false } },
  'a team member': { role: 'team', pages: { '/permits/search': false } },
  'an administrator': { role: 'ADMIN' },
  'a superadmin whose mail is switched off': { role: 'superadmin', modules: { mail: false } },
} satisfies Record<string, Viewer | null>

interface Visit {
  who?: keyof typeof people
  pending?: boolean
  validity?: Validity
}

function visit(
  address: string,
  { who = 'an administrator', pending = false, validity = null }: Visit = {},
): RouteResolution {
  const { pathname, search } = new URL(address, 'https://portal.example')
  return resolveRoute(
    { pathname, search },
    { viewer: people[who], pending, routes, removed, validity: () => validity },
  )
}

/** The routing decision as text. */
function ends(decision: RouteResolution): string {
  switch (decision.kind) {
    case 'redirect':
      return `${decision.kind} ${decision.to}`
    case 'remote':
      return `${decision.remote} ${decision.route.path}`
    case 'shell':
      return `shell ${decision.route.path}`
    case 'not-found':
      return `not found ${decision.path ?? ''}`.trim()
    case 'removed':
      return `removed ${decision.removed.name}`
    case 'error':
      return decision.error.message
    case 'pending':
      return 'waits'
  }
}

test.each<[keyof typeof people, string, string]>([
  ['stranger', '/permits/processing?view=a', 'redirect /login?returnTo=%2Fpermits%2Fprocessing%3Fview%3Da'],
  ['stranger', '/login', 'shell /login'],
  ['somebody without a role', '/permits/processing', 'redirect /unauthorized'],
  ['somebody with an unknown role', '/permits/processing', 'redirect /unauthorized'],
  ['a client', '/permits/processing', 'permits /permits/processing'],
  ['a client', '/users', 'redirect /unauthorized'],
  ['a client', '/mail/archive', 'redirect /unauthorized'],
  ['a team member', '/users', 'redirect /unauthorized'],
  ['a team member', '/permits/search', 'redirect /unauthorized'],
  ['an administrator', '/users', 'admin /users'],
  ['an administrator', '/permits/search', 'permits /permits/search'],
  ['a superadmin whose mail is switched off', '/mail', 'redirect /unauthorized'],
  ['a client', '/ports', 'removed ports'],
  ['a team member', '/ports/1', 'removed ports'],
  ['a team member', '/ports/1/2', 'not found'],
  ['stranger', '/ports', 'not found'],
  ['a superadmin whose mail is switched off', '/users', 'admin /users'],
])('%s who opens %s ends at: %s', (who, address, end) => {
  expect(ends(visit(address, { who }))).toBe(end)
})

test.each([
  ['/permits/processing', '?page=1'],
  ['/permits/processing?view=late&q=oak%20st', '?view=late&q=oak%20st&page=1'],
  ['/permits/processing?page=7', '?page=7'],
  ['/users', '?page=1'],
  ['/permits/search', ''],
  ['/permits/processing/01PERMIT', ''],
  ['/mail', ''],
  ['/mail/archive?q=fee', '?q=fee'],
])('%s gets the query %j (contract.md 9)', (address, search) => {
  expect(visit(address)).toMatchObject({ kind: 'remote', search })
})

test('a folder name takes precedence over a message identifier', () => {
  expect(ends(visit('/mail/archive'))).toBe('mail /mail/archive')
  expect(ends(visit('/mail/01MESSAGE'))).toBe('mail /mail/{id}')
})

test('an address without an owner is not found', () => {
  expect(ends(visit('/nowhere'))).toBe('not found')
  expect(ends(visit('/permits/processing/01PERMIT/more'))).toBe('not found')
})

test('S-31: a route may redirect inside the portal, never to another host', () => {
  expect(ends(visit('/old_folder'))).toBe('redirect /folders/team')
  expect(ends(visit('/manual'))).toMatch(/another host, https:\/\/manual\.example\/portal/)
})

test('a route with a check is shown until the server rejects it, and then the page names the path', () => {
  expect(ends(visit('/parcels/01PARCEL'))).toBe('files /parcels/{pid}')
  expect(ends(visit('/parcels/01PARCEL', { validity: 'valid' }))).toBe('files /parcels/{pid}')
  expect(ends(visit('/parcels/01PARCEL', { validity: 'invalid' }))).toBe('not found /parcels/01PARCEL')
})

test('an unknown guard raises an error on its own route only', () => {
  expect(ends(visit('/moon'))).toBe('Unknown route guard: astronaut')
  expect(ends(visit('/users'))).toBe('admin /users')
})

test('until the current user is known, only public pages are shown', () => {
  expect(ends(visit('/users', { who: 'stranger', pending: true }))).toBe('waits')
  expect(ends(visit('/nowhere', { who: 'stranger', pending: true }))).toBe('waits')
  expect(ends(visit('/login', { who: 'stranger', pending: true }))).toBe('shell /login')
})
