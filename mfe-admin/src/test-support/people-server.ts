import { http, HttpResponse } from 'msw'
import type { HttpHandler } from 'msw'
import { Approval, Refusal, Rejection, toProblem } from '@portal/contract'
import type {
  AccessRequest,
  AuditEntry,
  CrudCall,
  LinkHolder,
  Passkey,
  ProblemType,
  RequestState,
  Session,
} from '@portal/contract'
import { crudHandler } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'

export const ada = {
  pid: '01USER00000000000000000001',
  version: 3,
  name: 'Ada Marlow',
  email: 'ada@portal.example',
  role: 'team',
  status: 'ACTIVE',
}

/** An access request; values the test does not give are generated. */
export function request(pid: string, values: Partial<AccessRequest> = {}): AccessRequest {
  return {
    pid,
    name: `Asker ${pid}`,
    email: `${pid.toLowerCase()}@mail.example`,
    organization: null,
    state: 'PENDING',
    createdAt: '2026-11-20T09:00:00.000Z',
    decidedAt: null,
    decidedBy: null,
    reason: null,
    hasProof: true,
    address: 'verified',
    clash: null,
    ...values,
  }
}

/** An invited user, whose link is valid for a week unless the test says otherwise. */
export function invited(name: string, values: Partial<LinkHolder> = {}): LinkHolder {
  const link = {
    createdAt: '2026-11-20T09:00:00.000Z',
    createdBy: { pid: 'P', title: 'A admin' },
    expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  }
  return {
    person: { pid: `pid-${name}`, title: name },
    email: `${name}@mail.example`,
    role: 'team',
    kind: 'invitation',
    link,
    ...values,
  }
}

export function line(kind: string, values: Partial<AuditEntry> = {}): AuditEntry {
  const person = { pid: ada.pid, title: ada.name }
  return {
    at: '2026-11-20T09:00:00.000Z',
    kind,
    by: person,
    person,
    asker: null,
    address: '203.0.113.9',
    userAgent: 'Firefox/140.0 (X11; Linux)',
    detail: {},
    ...values,
  }
}

export function session(id: string, values: Partial<Session> = {}): Session {
  const at = '2026-11-20T09:00:00.000Z'
  return {
    id,
    current: false,
    method: 'passkey',
    createdAt: at,
    lastSeenAt: at,
    expiresAt: at,
    userAgent: 'Firefox/140.0 (X11; Linux)',
    address: null,
    ...values,
  }
}

export function passkey(pid: string, values: Partial<Passkey> = {}): Passkey {
  return {
    pid,
    name: `Passkey ${pid}`,
    createdAt: '2026-11-20T09:00:00.000Z',
    lastUsedAt: null,
    backedUp: false,
    ...values,
  }
}

export const refused = (type: ProblemType, detail: string, extras: Refusal['extras'] = {}): Response => {
  const problem = toProblem(new Refusal(type, detail, extras), 'req-1')
  return HttpResponse.json(problem, {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json' },
  })
}

export interface PeopleSide {
  requests: AccessRequest[]
  links: LinkHolder[]
  audit: AuditEntry[]
  sessions: Session[]
  passkeys: Passkey[]
  /**
   * Answers that replace the default ones, by the beginning of `METHOD path`, such as `GET /api/auth/links`.
   */
  instead: Record<string, () => Response | Promise<Response>>
  /**
   * All calls below `/api/auth`, such as `POST /api/auth/requests/R1/approve {"role":"team"}`, and all
   * changes through crud.
   */
  calls: string[]
  onCrud: (call: CrudCall) => CrudResponse | undefined
}

const paged = <Row>(field: string, rows: readonly Row[], url: URL) => {
  const [page, pageSize] = [Number(url.searchParams.get('page') ?? 1), 50]
  return HttpResponse.json({
    [field]: rows.slice((page - 1) * pageSize, page * pageSize),
    metadata: { count: rows.length, page, pageSize },
  })
}

const opened = (kind: 'invitation' | 'enrolment') =>
  HttpResponse.json(
    { link: 'http://localhost/sign-up#link=once', kind, expiresAt: '2026-11-28T09:00:00.000Z' },
    { status: 201 },
  )

/** A portal's users mocked at the network level. Change the returned object to change the answers. */
export function peopleServer(first: Partial<PeopleSide> = {}): { side: PeopleSide; handlers: HttpHandler[] } {
  const side: PeopleSide = {
    requests: [],
    links: [],
    audit: [],
    sessions: [],
    passkeys: [],
    instead: {},
    calls: [],
    onCrud: () => undefined,
    ...first,
  }
  const gone = () => new HttpResponse(null, { status: 204 })
  const decide = (pid: unknown, state: RequestState, reason: string | null = null) => {
    side.requests = side.requests.map((request) =>
      request.pid === pid ? { ...request, state, reason } : request,
    )
  }
  const responses: readonly [
    method: string,
    path: RegExp,
    answer: (ids: string[], url: URL, body: unknown) => Response,
  ][] = [
    [
      'GET',
      /\/requests$/,
      (_ids, url) =>
        paged(
          'requests',
          side.requests.filter(({ state }) => state === url.searchParams.get('state')),
          url,
        ),
    ],
    [
      'POST',
      /\/requests\/(\w+)\/approve$/,
      ([pid], _url, body) => {
        Approval.parse(body)
        decide(pid, 'APPROVED')
        return HttpResponse.json({ pid: 'NEW' }, { status: 201 })
      },
    ],
    [
      'POST',
      /\/requests\/(\w+)\/reject$/,
      ([pid], _url, body) => {
        decide(pid, 'REJECTED', Rejection.parse(body).reason ?? null)
        return gone()
      },
    ],
    ['GET', /\/links$/, (_ids, url) => paged('links', side.links, url)],
    ['POST', /\/users\/([\w-]+)\/link$/, ([pid]) => opened(pid === ada.pid ? 'enrolment' : 'invitation')],
    [
      'DELETE',
      /\/users\/([\w-]+)\/link$/,
      ([pid]) => {
        side.links = side.links.map((each) => (each.person.pid === pid ? { ...each, link: null } : each))
        return gone()
      },
    ],
    [
      'GET',
      /\/audit$/,
      (_ids, url) => {
        const [kind, person] = [url.searchParams.get('kind'), url.searchParams.get('person')]
        const fits = (entry: AuditEntry) =>
          (kind === null || entry.kind === kind) && (person === null || entry.person?.pid === person)
        return paged('entries', side.audit.filter(fits), url)
      },
    ],
    ['GET', /\/users\/\w+\/sessions$/, () => HttpResponse.json({ sessions: side.sessions })],
    [
      'DELETE',
      /\/users\/\w+\/sessions\/(\w+)$/,
      ([id]) => {
        side.sessions = side.sessions.filter((session) => session.id !== id)
        return gone()
      },
    ],
    [
      'DELETE',
      /\/users\/\w+\/sessions$/,
      () => {
        side.sessions = []
        return HttpResponse.json({ ended: 1 })
      },
    ],
    [
      'GET',
      /\/users\/\w+\/passkeys$/,
      () => HttpResponse.json({ passkeys: side.passkeys, microsoft: [], recoveryCodes: 0 }),
    ],
    [
      'DELETE',
      /\/users\/\w+\/passkeys\/(\w+)$/,
      ([pid]) => {
        side.passkeys = side.passkeys.filter((passkey) => passkey.pid !== pid)
        return gone()
      },
    ],
  ]
  const signIn = http.all('*/api/auth/*', async ({ request: asked }) => {
    const url = new URL(asked.url)
    const text = await asked.text()
    const call = `${asked.method} ${url.pathname}`
    side.calls.push(text === '' ? call : `${call} ${text}`)
    const instead = Object.entries(side.instead).find(([key]) => call.startsWith(key))
    if (instead !== undefined) return instead[1]()
    for (const [method, path, answer] of responses) {
      const ids = method === asked.method ? path.exec(url.pathname) : null
      if (ids !== null) return answer(ids.slice(1), url, text === '' ? null : JSON.parse(text))
    }
    return undefined
  })
  const records = crudHandler((call) => {
    if (call.method !== 'GET') side.calls.push(`${call.method} ${call.apiPath} ${JSON.stringify(call.body)}`)
    const answered = side.onCrud(call)
    if (answered !== undefined) return answered
    if (call.apiPath === 'users')
      return { body: { users: [ada], metadata: { count: 1, page: 1, pageSize: 50 } } }
    if (call.apiPath === `users/${ada.pid}`) return { body: ada }
    if (call.apiPath === 'orgs/lookup')
      return { body: { options: [{ pid: '01ORG', title: 'Acme Builders', hint: 'Contractor' }] } }
    if (call.apiPath === 'users/lookup')
      return { body: { options: [{ pid: ada.pid, title: ada.name, hint: ada.email }] } }
    const work = Object.entries({ permits: 'permits', rts: 'rts', tasks: 'tasks', ctasks: 'tasks' }).find(
      ([name]) => name === call.apiPath,
    )
    return work === undefined
      ? undefined
      : { body: { [work[1]]: [], metadata: { count: 0, page: 1, pageSize: 1 } } }
  })
  return { side, handlers: [signIn, records] }
}
