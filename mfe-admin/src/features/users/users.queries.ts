import {
  AccessRequestList,
  AuditList,
  LinkList,
  CreatedPid,
  PasskeyList,
  PersonalLink,
  SessionList,
  UserSteps,
} from '@portal/contract'
import type { RequestState, UserStatus } from '@portal/contract'
import { api, crud, nothing } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

/** Cache key prefix of this feature's server data; user records are below the key of all records. */
export const peopleKey = ['people'] as const

/** Polling interval in ms: the stream does not report new requests. */
const lookAgainMs = 30_000
/** The stream does not report changes by other administrators either: an opened tab loads again. */
const fresh = { staleTime: 0 } as const

/** A page of access requests in a state, newest first. */
export const requestsQuery = (state: RequestState, page: number) =>
  queryOptions({
    ...fresh,
    queryKey: [...peopleKey, 'requests', state, page],
    queryFn: ({ signal }) =>
      api.get('/api/auth/requests', AccessRequestList, { params: { state, page }, signal }),
    refetchInterval: lookAgainMs,
    placeholderData: keepPreviousData,
  })

/** A page of pending invitations and users with an active link. */
export const linksQuery = (page: number) =>
  queryOptions({
    ...fresh,
    queryKey: [...peopleKey, 'links', page],
    queryFn: ({ signal }) => api.get('/api/auth/links', LinkList, { params: { page }, signal }),
    placeholderData: keepPreviousData,
  })

/** The audit filters, as in the address. */
export type AuditNarrowing = Partial<Record<'kind' | 'person' | 'from' | 'to', string>>

export const auditQuery = (narrowing: AuditNarrowing, page: number) =>
  queryOptions({
    ...fresh,
    queryKey: [...peopleKey, 'audit', narrowing, page],
    queryFn: ({ signal }) =>
      api.get('/api/auth/audit', AuditList, { params: { ...narrowing, page }, signal }),
    placeholderData: keepPreviousData,
  })

export const stepsQuery = (pid: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...peopleKey, 'steps', pid],
    queryFn: ({ signal }) =>
      crud({ apiPath: `/users/${pid}/transitions`, method: 'GET' }, UserSteps, { signal }),
  })

export const sessionsOfQuery = (pid: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...peopleKey, 'sessions', pid],
    queryFn: ({ signal }) => api.get(`/api/auth/users/${pid}/sessions`, SessionList, { signal }),
  })

export const signInMethodsOfQuery = (pid: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...peopleKey, 'ways-in', pid],
    queryFn: ({ signal }) => api.get(`/api/auth/users/${pid}/passkeys`, PasskeyList, { signal }),
  })

/** The assigned role and, for a client, the organization and the role in it. */
export interface RoleAssignmentChange {
  role: string
  org?: string
  orgRole?: string
}

export const approveRequest = (pid: string, placing: RoleAssignmentChange) =>
  api.post(`/api/auth/requests/${pid}/approve`, placing, CreatedPid)
export const rejectRequest = (pid: string, reason: string) =>
  api.post(`/api/auth/requests/${pid}/reject`, reason === '' ? {} : { reason }, nothing)

export const invitePerson = (person: RoleAssignmentChange & { name: string; email: string }) =>
  crud({ apiPath: '/users', method: 'POST', body: { ...person } }, CreatedPid)
export const makeLink = (pid: string) => api.post(`/api/auth/users/${pid}/link`, {}, PersonalLink)
export const withdrawLink = (pid: string) => api.delete(`/api/auth/users/${pid}/link`, nothing)

export const changeStatus = (pid: string, to: UserStatus, reason: string, version: number) =>
  crud(
    {
      apiPath: `/users/${pid}/transitions`,
      method: 'POST',
      body: { to, version, ...(reason !== '' && { reason }) },
    },
    nothing,
  )
export const assignRole = (
  pid: string,
  place: { role: string; org: string | null; orgRole: string | null },
  version: number,
) => crud({ apiPath: `/users/${pid}`, method: 'PATCH', body: { ...place, version } }, nothing)

export const endSessionOf = (pid: string, id: string) =>
  api.delete(`/api/auth/users/${pid}/sessions/${id}`, nothing)
export const endSessionsOf = (pid: string) => api.delete(`/api/auth/users/${pid}/sessions`, nothing)
export const removePasskeyOf = (pid: string, passkey: string) =>
  api.delete(`/api/auth/users/${pid}/passkeys/${passkey}`, nothing)
