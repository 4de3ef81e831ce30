import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestApp } from './start-test-app.ts'

/** A test browser: keeps its cookies and sends an Origin header. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>
  send(request: InjectOptions): Promise<LightMyRequestResponse>
  get(url: string): Promise<LightMyRequestResponse>
  post(url: string, body?: unknown): Promise<LightMyRequestResponse>
  patch(url: string, body?: unknown): Promise<LightMyRequestResponse>
  delete(url: string): Promise<LightMyRequestResponse>
  /** An inner call of `POST /api/crud`. */
  crud(apiPath: string, method: string, rest?: Record<string, unknown>): Promise<LightMyRequestResponse>
  /** Sets a cookie, as an attacker with access to the browser could. */
  plant(name: string, value: string): void
}

export function openBrowser(portal: TestApp, address = '127.0.0.1'): Browser {
  const cookies = new Map<string, string>()

  async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      host: 'localhost:3000',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
      ...request.headers,
      ...(cookie && { cookie }),
    }
    const response = await portal.app.inject({ remoteAddress: address, ...request, headers })
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isGone = value === '' || maxAge === 0 || (expires !== undefined && expires.getTime() === 0)
      if (isGone) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  const withBody = (method: 'POST' | 'PATCH') => (url: string, body?: unknown) =>
    send({
      method,
      url,
      ...(body === undefined
        ? {}
        : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  const post = withBody('POST')

  return {
    cookies,
    send,
    get: (url) => send({ method: 'GET', url }),
    post,
    patch: withBody('PATCH'),
    delete: (url) => send({ method: 'DELETE', url }),
    crud: (apiPath, method, rest = {}) => post('/api/crud', { apiPath, method, ...rest }),
    plant: (name, value) => void cookies.set(name, value),
  }
}
