import { collections } from '@portal/contract'
import type { CollectionName, Declaration, Filter } from '@portal/contract'
import { crud, listShape, openableList, recordKeys, useShell, userAtom } from '@portal/shared-ui'
import { Box, MuiLink, Typography } from '@portal/shared-ui/mui'
import { queryOptions, useQueries } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import type { ReactNode } from 'react'
import { collectionLabel } from '../../../words/names.ts'
import { t } from '../texts.ts'

/**
 * Collections with open work assigned to a user, and the statuses that end it. A processing permit is open in
 * every status.
 */
const kindsOfWork: readonly { name: CollectionName; ended: readonly string[] }[] = [
  { name: 'permits', ended: [] },
  { name: 'rts', ended: ['SUBMITTED', 'RETURNED', 'CANCELLED'] },
  { name: 'tasks', ended: ['DONE', 'CANCELLED'] },
  { name: 'ctasks', ended: ['DONE', 'CANCELLED'] },
]

const filterOf = (pid: string, ended: readonly string[]): Filter => ({
  assignedTo: pid,
  ...(ended.length > 0 && { status: { nin: [...ended] } }),
})

const workQuery = (name: CollectionName, filter: Filter) =>
  queryOptions({
    queryKey: [...recordKeys.collection(name), 'assigned', filter] as const,
    queryFn: ({ signal }) => {
      const declaration: Declaration = collections[name]
      return crud(
        { apiPath: `/${name}`, method: 'GET', query: { filter: { ...filter }, pageSize: 1 } },
        listShape(declaration),
        { signal },
      )
    },
    staleTime: 0,
  })

/**
 * Work that stays assigned to a user whose account is closed, with a link per collection and what can be done
 * about it; renders nothing when there is none.
 */
export function OpenWork({ pid, action }: { pid: string; action?: ReactNode }) {
  const shell = useShell()
  const user = useAtomValue(userAtom)
  const kinds = kindsOfWork.map(({ name, ended }) => ({ name, filter: filterOf(pid, ended) }))
  const results = useQueries({ queries: kinds.map(({ name, filter }) => workQuery(name, filter)) })
  const work = kinds.flatMap((kind, index) => {
    const count = results[index]?.data?.metadata.count ?? 0
    return count === 0
      ? []
      : [{ ...kind, count, list: openableList({ collection: kind.name, filter: kind.filter }, user) }]
  })
  const failure = results.find(({ error }) => error !== null)?.error
  if (work.length === 0)
    return failure === undefined || failure === null ? null : (
      <Typography sx={{ color: 'error.main' }}>{t('workUnknown')}</Typography>
    )
  return (
    <Box role="note">
      <Typography>{t('workStays')}</Typography>
      <Box component="ul" aria-label={t('work')} sx={{ marginBlock: 1, paddingInlineStart: 5 }}>
        {work.map(({ name, count, list }) => (
          <li key={name}>
            {list === null ? (
              t('workOf', { collection: collectionLabel(name), count })
            ) : (
              <MuiLink
                href={list}
                onClick={(event) => {
                  event.preventDefault()
                  shell.navigate(list)
                }}
              >
                {t('workOf', { collection: collectionLabel(name), count })}
              </MuiLink>
            )}
          </li>
        ))}
      </Box>
      {action}
    </Box>
  )
}
