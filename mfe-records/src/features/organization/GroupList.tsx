import {
  QueryResult,
  OptionChip,
  RecordLink,
  Section,
  currencyAtom,
  formatMoney,
  formatNumber,
  isReference,
  openableList,
  optionOf,
  useDeclarations,
  userAtom,
} from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { groupsQuery } from './groups.queries.ts'
import type { GroupsOf } from './groups.queries.ts'
import { t } from './texts.ts'

export interface GroupListProps {
  title: string
  /** Text shown when there are no records. */
  none: string
  of: GroupsOf
}

/** The records of an organization, counted by a coded field or a reference; each number opens its list. */
export function GroupList({ title, none, of }: GroupListProps) {
  const { collection, groupBy, filter, sum } = of
  const groups = useQuery(groupsQuery(of))
  const user = useAtomValue(userAtom)
  const currency = useAtomValue(currencyAtom)
  const declared = useDeclarations()(collection)?.fields[groupBy]
  return (
    <Section title={title}>
      <QueryResult query={groups} loading={t('loading')} failed={t('failed')}>
        {(found) =>
          found.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>{none}</Typography>
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {found.map(({ key, count, sums }) => {
                const value = key[groupBy]
                const code = isReference(value) ? value.pid : value
                const option = optionOf(declared, code)
                const title = isReference(value) ? value.title : code
                const label = option?.label ?? (typeof title === 'string' ? title : t('none'))
                const url = openableList(
                  { collection, filter: { ...filter, [groupBy]: code ?? { isEmpty: true } } },
                  user,
                )
                return (
                  <Box
                    component="li"
                    key={label}
                    aria-label={t('listOf', { what: label, count: formatNumber(count) })}
                    sx={{
                      display: 'flex',
                      alignItems: 'center',
                      gap: 4,
                      minHeight: 36,
                      borderBottom: 1,
                      borderColor: 'divider',
                    }}
                  >
                    <Box sx={{ flexGrow: 1 }}>
                      {option?.colour === undefined ? label : <OptionChip option={option} />}
                    </Box>
                    {sum !== undefined && (
                      <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
                        {formatMoney(sums[sum] ?? 0, currency)}
                      </Box>
                    )}
                    <Box
                      sx={{
                        minWidth: 40,
                        textAlign: 'end',
                        fontWeight: 550,
                        fontVariantNumeric: 'tabular-nums',
                      }}
                    >
                      {url === null ? (
                        formatNumber(count)
                      ) : (
                        <RecordLink collection={collection} pid="" path={url}>
                          {formatNumber(count)}
                        </RecordLink>
                      )}
                    </Box>
                  </Box>
                )
              })}
            </Box>
          )
        }
      </QueryResult>
    </Section>
  )
}
