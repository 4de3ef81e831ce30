import {
  ActivateResult,
  BackEnds,
  DeployedRemotes,
  DeployTokens,
  LoadOverview,
  MadeDeployToken,
  RemoteHealth,
  MadePreview,
  RemoteOrigins,
  RemoteUsage,
} from '@portal/contract'
import type { DeployTokenScope, FlagRule, RemoteFlag } from '@portal/contract'
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
/** `anyway` accepts that the version failed when it was tried. The history records it. */
export const activate = ({ name, version, anyway }: { name: string; version: string; anyway: boolean }) =>
  api.post(`/api/federation/remotes/${name}/activate`, { version, ...(anyway && { anyway }) }, ActivateResult)
/** Makes a preview of a stored version. Its branch is the name of the version. */
export const makePreview = ({ name, version }: { name: string; version: string }) =>
  api.post(`/api/federation/remotes/${name}/previews`, { branch: version, version }, MadePreview)
export const endPreview = (pid: string) => api.delete(`/api/federation/previews/${pid}`, nothing)
/** Says for whom a flag is on. */
export const setFlag = ({ remote, name }: RemoteFlag, rule: FlagRule) =>
  api.post(`/api/federation/flags/${remote}/${name}`, rule, nothing)
/** What a remote has and who uses it. */
export const usageQuery = (name: string) =>
  queryOptions({
    queryKey: [...federationKey, 'usage', name],
    queryFn: ({ signal }) => api.get(`/api/federation/remotes/${name}/usage`, RemoteUsage, { signal }),
  })
/** How a remote does in the pages of its viewers, over the last 30 days. */
export const healthQuery = (name: string) =>
  queryOptions({
    queryKey: [...federationKey, 'health', name],
    queryFn: ({ signal }) => api.get(`/api/federation/remotes/${name}/health`, RemoteHealth, { signal }),
  })
/** Sets the share of loads without failure, in percent; null for the usual one. */
export const setTarget = ({ name, target }: { name: string; target: number | null }) =>
  api.patch(`/api/federation/remotes/${name}/target`, { target }, RemoteHealth)
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

/** The back ends of modules. */
export const backEndsQuery = () =>
  queryOptions({
    queryKey: [...federationKey, 'back-ends'],
    queryFn: ({ signal }) => api.get('/api/federation/back-ends', BackEnds, { signal }),
  })
export const setBackEnd = ({ remote, address }: { remote: string; address: string }) =>
  api.post(`/api/federation/remotes/${remote}/back-end`, { address }, nothing)
export const removeBackEnd = (remote: string) =>
  api.delete(`/api/federation/remotes/${remote}/back-end`, nothing)
