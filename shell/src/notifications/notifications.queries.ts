import { Preferences, UnsubscribeResult } from '@portal/contract/notifications'
import type { PreferencesPatch } from '@portal/contract/notifications'
import { api } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

const url = '/api/auth/preferences'

/** The user's choices of notifications. */
export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => api.get(url, Preferences, { signal }),
})

export const changePreferences = (patch: PreferencesPatch) => api.patch(url, patch, Preferences)

/** Ends mail of the kind that the signed link is for. Needs no session. */
export const unsubscribe = (token: string) =>
  api.post(`/api/auth/unsubscribe?token=${encodeURIComponent(token)}`, {}, UnsubscribeResult)
