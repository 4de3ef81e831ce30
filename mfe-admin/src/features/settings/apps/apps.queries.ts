import { CreatedPid } from '@portal/contract'
import { RegisteredApps } from '@portal/contract/apps'
import type { AppPatch, NewApp } from '@portal/contract/apps'
import { api, nothing } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

export const appsKey = ['apps']

/** The registered apps with who uses them. */
export const appsQuery = () =>
  queryOptions({
    queryKey: appsKey,
    queryFn: ({ signal }) => api.get('/api/apps', RegisteredApps, { signal }),
  })

export const registerApp = (app: NewApp) => api.post('/api/apps', app, CreatedPid)
export const changeApp = ({ pid, ...patch }: AppPatch & { pid: string }) =>
  api.patch(`/api/apps/${pid}`, patch, nothing)
export const deleteApp = (pid: string) => api.delete(`/api/apps/${pid}`, nothing)
