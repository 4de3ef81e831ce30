import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { z } from 'zod'

const AddressInfo = z.object({ port: z.int() })

export const clientId = 'permit-portal'
export const clientSecret = 'a-secret-of-the-test-suite-alone'

/** A person at the provider. The login name is what somebody types there; the rest are claims. */
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
  /** Any free one when absent. */
  port?: number
  /** Who signs in under a login name that is none of `people`; nobody when absent. */
  makeUp?: (login: string) => MicrosoftPerson
  /**
   * Does an ID token say when its person proved themselves, as a tenant with the optional claim `auth_time`
   * does? True when absent.
   */
  sendsAuthTime?: boolean
}

/**
 * A real OpenID provider on this machine that says of people what Microsoft does: tenant, object id, name and
 * address in the ID token.
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
    // Who grants mail grants it for as long as they like, as at Microsoft.
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
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return {
    issuer,
    people,
    close: () =>
      new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve()))),
  }
}

/**
 * The browser of somebody at the provider: follows its pages and answers its forms until it is sent back.
 * Answers where to.
 */
export async function visitMicrosoft(
  start: string,
  answers: { login: string } | 'deny',
  backTo: string,
): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  let form: URLSearchParams | null = null
  for (let hop = 0; hop < 20; hop += 1) {
    if (url.href.startsWith(backTo)) return url
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const answer: Response = await fetch(url, {
      redirect: 'manual',
      headers,
      ...(form === null ? {} : { method: 'POST', body: form }),
    })
    form = null
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    const page = await answer.text()
    if (location !== null) {
      url = new URL(location, url)
      continue
    }
    const target =
      answers === 'deny' ? /href="([^"]*\/abort)"/.exec(page)?.[1] : /action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
    if (target === undefined || prompt === undefined)
      throw new Error(`The provider said ${answer.status}: ${page.slice(0, 300)}`)
    url = new URL(target, url)
    if (answers !== 'deny') form = new URLSearchParams({ prompt, login: answers.login, password: 'any' })
  }
  throw new Error('The provider leads on and on.')
}
