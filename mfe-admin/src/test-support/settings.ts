import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { HttpHandler } from 'msw'
import { Configuration, initialConfiguration } from '@portal/contract'
import type { CrudCall, StorageUse } from '@portal/contract'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { routes } from '../routes.tsx'

/** What `/api/health` answers when all is well. */
export const healthy = {
  status: 'ok',
  version: '0.1.0',
  database: 'ok',
  store: 'ok',
  mail: 'ok',
  scanner: 'ok',
}

const largest = [{ pid: 'ORG1', title: 'Harbor Works', bytes: 9_000 }]
const storage: StorageUse = {
  office: { bytes: 950 * 1024 ** 3, limit: 1000 * 1024 ** 3 },
  organizations: { bytes: 12_000, limit: 100_000, count: 12, largest },
  deleted: 2_000,
  mail: 5_000,
  disk: { freeBytes: 700 * 1024 ** 2, totalBytes: 1024 ** 3 },
}

/** A server for which these addresses are not in force; all others are. */
export function addressStates(faults: Readonly<Record<string, 'person' | 'domain'>>): HttpHandler {
  const addresses = Object.entries(faults).map(([address, fault]) => ({ address, fault }))
  return crudHandler(({ apiPath }) =>
    apiPath === 'config/addresses' ? { body: { addresses, domains: ['portal.example'] } } : undefined,
  )
}

/** Answers for the sections of Settings that a test is not about: all is well, and nothing waits. */
export const settingsSections: readonly HttpHandler[] = [
  http.get('*/api/health', () => HttpResponse.json(healthy)),
  http.get('*/api/approvals', () => HttpResponse.json({ approvals: [] })),
  addressStates({}),
  crudHandler(({ apiPath }) => {
    if (apiPath === 'config/storage') return { body: storage }
    return apiPath.endsWith('/removed_fields') ? { body: { fields: [] } } : undefined
  }),
]

/**
 * The portal's configuration on a server. While `failing`, its calls are refused; `answer` answers what else
 * a test asks for.
 */
export function startSettings(answer: (call: CrudCall) => CrudResponse | undefined = () => undefined) {
  const side = { config: initialConfiguration(), failing: false, patches: 0 }
  const result = ({ apiPath, method, body }: CrudCall): CrudResponse | undefined => {
    if (apiPath === 'config/addresses' || apiPath === 'config/storage') return undefined
    if (side.failing) return { refusal: 'internal-error', detail: 'The database does not answer.' }
    if (apiPath === 'config/reset')
      side.config = { ...initialConfiguration(), version: side.config.version + 1 }
    if (apiPath === 'config' && method === 'PATCH') {
      side.patches += 1
      const sent = Configuration.parse(body)
      if (sent.version !== side.config.version) return { refusal: 'version-conflict', current: side.config }
      side.config = { ...sent, version: sent.version + 1 }
    }
    return apiPath.startsWith('config') ? { body: side.config } : undefined
  }
  server.use(crudHandler((call) => answer(call) ?? result(call)))
  return side
}

/** Opens Settings at an address within the portal. */
export const openSettings = (at: string, as: 'admin' | 'superadmin' = 'superadmin', heading = 'Settings') =>
  renderRoutes(routes, at, { as, heading })

/** Finds a button by its text or label: queries by role take seconds in a table of a hundred switches. */
export const settingsButton = (name: string): HTMLElement =>
  screen.queryByLabelText(name) ?? screen.getByText(name, { selector: 'button' })

/** Where unsaved changes are listed; null while there are none. */
export const settingsFooter = (): HTMLElement | null => document.querySelector('footer')
