import { AppAccess } from '@portal/contract/apps'
import type { AppCall } from '@portal/contract/app-protocol'
import { anything, api, nothing } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

export const accessKey = (pid: string) => ['app-access', pid] as const

/** What an app asks of this person, and whether they agreed. */
export const accessQuery = (pid: string) =>
  queryOptions({
    queryKey: accessKey(pid),
    queryFn: ({ signal }) => api.get(`/api/apps/${pid}/access`, AppAccess, { signal }),
    // What a person agrees to must be what the app asks for now.
    staleTime: 0,
    gcTime: 0,
  })

export const allowApp = ({ pid, origin, scopes }: AppAccess) =>
  api.post(`/api/apps/${pid}/access`, { origin, scopes }, nothing)
export const withdrawApp = (pid: string) => api.delete(`/api/apps/${pid}/access`, nothing)

/** A call of an app, which the server answers within the app's scopes and the person's rights. */
export const callFromApp = (pid: string, call: AppCall, signal: AbortSignal): Promise<unknown> =>
  api.post(`/api/apps/${pid}/calls`, call, anything, { signal })
