import {
  ActivateResult,
  DeployedRemotes,
  DeployTokens,
  LoadOverview,
  MadeDeployToken,
  RemoteOrigins,
  RemoteUsage,
} from '@portal/contract'
import type { DeployTokenScope } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

export const federationKey = ['federation']

/** The deployed builds, with versions and history. */
export const deployedQuery = () =>
  queryOptions({
    queryKey: [...federationKey, 'remotes'],
    queryFn: ({ signal }) => api.get('/api/federation/remotes', DeployedRemotes, { signal }),
  })

/** Load statistics of remotes in users' browsers over the last 30 days. */
export const loadsQuery = () =>
  queryOptions({
    queryKey: [...federationKey, 'loads'],
    queryFn: ({ signal }) => api.get('/api/federation/loads', LoadOverview, { signal }),
  })

export const tokensQuery = () =>
  queryOptions({
    queryKey: [...federationKey, 'tokens'],
    queryFn: ({ signal }) => api.get('/api/federation/tokens', DeployTokens, { signal }),
  })

/** Where modules may be served from besides the portal. */
export const originsQuery = () =>
  queryOptions({
    queryKey: [...federationKey, 'origins'],
    queryFn: ({ signal }) => api.get('/api/federation/origins', RemoteOrigins, { signal }),
  })
export const addOrigin = (origin: string) => api.post('/api/federation/origins', { origin }, nothing)
export const removeOrigin = (origin: string) =>
  api.delete(`/api/federation/origins?${new URLSearchParams({ origin }).toString()}`, nothing)

export const rollBack = (name: string) =>
  api.post(`/api/federation/remotes/${name}/rollback`, {}, ActivateResult)
export const activate = ({ name, version }: { name: string; version: string }) =>
  api.post(`/api/federation/remotes/${name}/activate`, { version }, ActivateResult)
/** What a remote has and who uses it. */
export const usageQuery = (name: string) =>
  queryOptions({
    queryKey: [...federationKey, 'usage', name],
    queryFn: ({ signal }) => api.get(`/api/federation/remotes/${name}/usage`, RemoteUsage, { signal }),
  })
/** Removes a remote, after its name was typed. */
export const removeModule = (name: string) =>
  api.post(`/api/federation/remotes/${name}/remove`, { confirm: name }, nothing)
export const restoreModule = (name: string) =>
  api.post(`/api/federation/remotes/${name}/restore`, {}, nothing)
export const makeToken = (body: {
  remote: string
  label: string
  scope: DeployTokenScope
  expiresInDays: number
}) => api.post('/api/federation/tokens', body, MadeDeployToken)
export const revokeToken = (pid: string) => api.delete(`/api/federation/tokens/${pid}`, nothing)
