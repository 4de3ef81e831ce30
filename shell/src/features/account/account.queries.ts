import { KnownBrowsers, PasskeyList, RecoveryCodes, SessionList } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** All sign-in methods of the user. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['account', 'ways-in'],
  queryFn: ({ signal }) => api.get('/api/auth/passkeys', PasskeyList, { signal }),
})

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.get('/api/auth/sessions', SessionList, { signal }),
})

/** Null restores the office's zone. */
export const setTimeZone = (timeZone: string | null) => api.patch('/api/auth/me', { timeZone }, nothing)
export const renamePasskey = (pid: string, name: string) =>
  api.patch(`/api/auth/passkeys/${pid}`, { name }, nothing)
export const removePasskey = (pid: string) => api.delete(`/api/auth/passkeys/${pid}`, nothing)
export const makeRecoveryCodes = () => api.post('/api/auth/recovery-codes', {}, RecoveryCodes)
export const unlinkMicrosoft = () => api.delete('/api/auth/microsoft', nothing)
/** The browsers the user has signed in with. */
export const browsersQuery = queryOptions({
  queryKey: ['account', 'browsers'],
  queryFn: ({ signal }) => api.get('/api/auth/browsers', KnownBrowsers, { signal }),
})
export const forgetBrowser = (id: string) => api.delete(`/api/auth/browsers/${id}`, nothing)
export const endSession = (id: string) => api.delete(`/api/auth/sessions/${id}`, nothing)
export const signOutEverybody = () => api.post('/api/auth/sign-out-everybody', { confirm: true }, nothing)
export const freezeSignIns = () => api.post('/api/auth/freeze', { confirm: true }, nothing)
export const unfreezeSignIns = () => api.delete('/api/auth/freeze', nothing)
export const endOtherSessions = () => api.delete('/api/auth/sessions', nothing)

/**
 * Only asks for recent authentication. Called before the browser leaves for Microsoft, because the step-up
 * cannot be shown there.
 */
export const ensureRecentAuth = () => api.get('/api/auth/proof', nothing)
