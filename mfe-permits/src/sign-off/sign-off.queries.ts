import { SignOffActs, screenLabel } from '@portal/contract'
import type { SignOffAction } from '@portal/contract'
import { configurationAtom, crud, nothing } from '@portal/shared-ui'
import { keepPreviousData, queryOptions, useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'

const signOffKey = ['sign-off'] as const

const signOffQuery = (pack: string, version: number, configuration: number) =>
  queryOptions({
    queryKey: [...signOffKey, pack, version, configuration] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/rts/${pack}/sign-off`, method: 'GET' }, SignOffActs, { signal }),
    select: ({ acts, ...rest }) => ({
      ...rest,
      acts: acts.map((offer) => ({ ...offer, label: screenLabel(offer.label) })),
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/**
 * The sign-off actions available to the viewer. The version is part of the key, so that they are reloaded
 * with each version. They also depend on the configuration.
 */
export function useSignOff(pack: string, version: number) {
  const configuration = useAtomValue(configurationAtom)
  return useQuery(signOffQuery(pack, version, configuration?.version ?? 0))
}

export const signOff = (pack: string, body: { act: SignOffAction; version: number; reason?: string }) =>
  crud({ apiPath: `/rts/${pack}/sign-off`, method: 'POST', body: { ...body } }, nothing)
