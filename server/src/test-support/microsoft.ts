import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { z } from 'zod'

const AddressInfo = z.object({ port: z.int() })

export const clientId = 'permit-portal'
export const clientSecret = 'a-secret-of-the-test-suite-alone'

/** A person at the provider. `login` is what they enter there; the other fields are claims. */
export interface MicrosoftPerson {
  login: string
  tid: string
  oid: string
  name: string
  email: string
}

export interface TestMicrosoft {
  issuer: string
  people: MicrosoftPerson[]
  close(): Promise<void>
}

export interface MicrosoftOptions {
  /** A free port by default. */
  port?: number
  /** Creates a person for a login that is not in `people`. By default such a login is unknown. */
  makeUp?: (login: string) => MicrosoftPerson
  /**
   * Whether ID tokens contain the time of the authentication, as in a tenant with the optional claim
   * `auth_time`. True by default.
   */
  sendsAuthTime?: boolean
}

/**
 * A real local OpenID provider with the claims of Microsoft: tenant, object id, name and address in the ID
 * token.
 */
export async function startMicrosoft(
  redirectUri: string,
  { port: wanted = 0, makeUp, sendsAuthTime = true }: MicrosoftOptions = {},
): Promise<TestMicrosoft> {
  const people: MicrosoftPerson[] = []
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  const { port } = AddressInfo.parse(server.address())
  const issuer = `http://localhost:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        token_endpoint_auth_method: 'client_secret_post',
        require_auth_time: sendsAuthTime,
      },
    ],
    claims: { openid: ['sub', 'tid', 'oid'], profile: ['name', 'preferred_username'], email: ['email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test suite alone'] },
    features: { devInteractions: { enabled: true }, clientCredentials: { enabled: true } },
    // A grant of mail access is permanent, as at Microsoft.
    scopes: [
      'openid',
      'profile',
      'email',
      'offline_access',
      'Mail.ReadWrite',
      'Mail.Send',
      'https://graph.example/.default',
    ],
    issueRefreshToken: async (_context: unknown, _client: unknown, code: { scopes: ReadonlySet<string> }) =>
      code.scopes.has('Mail.ReadWrite'),
    findAccount: (_context: unknown, id: string) => {
      const person = people.find(({ login }) => login === id) ?? makeUp?.(id)
      if (person === undefined) return undefined
      const { login, tid, oid, name, email } = person
      return {
        accountId: login,
        claims: async () => ({ sub: login, tid, oid, name, email, preferred_username: email }),
      }
    },
  })
  const result = provider.callback()
  server.on('request', (request, response) => void result(request, response))
  return {
    issuer,
    people,
    close: () =>
      new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve()))),
  }
}

/**
 * Acts as a person's browser at the provider: follows its pages and fills in its forms until it redirects
 * back. Returns that URL.
 */
export async function visitMicrosoft(
  start: string,
  results: { login: string } | 'deny',
  backTo: string,
): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  let form: URLSearchParams | null = null
  for (let hop = 0; hop < 20; hop += 1) {
    if (url.href.startsWith(backTo)) return url
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers,
      ...(form === null ? {} : { method: 'POST', body: form }),
    })
    form = null
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location !== null) {
      url = new URL(location, url)
      continue
    }
    const target =
      results === 'deny' ? /href="([^"]*\/abort)"/.exec(page)?.[1] : /action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
    if (target === undefined || prompt === undefined)
      throw new Error(`The provider said ${response.status}: ${page.slice(0, 300)}`)
    url = new URL(target, url)
    if (results !== 'deny') form = new URLSearchParams({ prompt, login: results.login, password: 'any' })
  }
  throw new Error('The provider leads on and on.')
}
