import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { fieldLabel, findCollection } from '@portal/contract'
import type { Declaration, RelatedRecord } from '@portal/contract'
import { ErrorPanel } from '../../../feedback/ErrorPanel.tsx'
import { FieldValue } from '../../FieldValue.tsx'
import { relatedQuery } from './around-queries.ts'
import { useDeclarations } from '../../use-declaration.ts'
import { RecordLink } from '../RecordLink.tsx'
import { t } from './texts.ts'
import { useToldCount } from './told-count.ts'

export interface RelatedTabProps {
  declaration: Declaration
  pid: string
  onCount: (count: number) => void
}

/** A heading of related records: the field that names them here, else what they are, and by which relation where that says more. */
const headingIn =
  (declaration: Declaration) =>
  ({ collection, relation }: RelatedRecord): string => {
    const noun = findCollection(collection)?.noun
    const isNamedHere = Object.entries(declaration.fields).some(
      ([name, declared]) => declared.type === 'ref' && declared.to === collection && fieldLabel(name, declared) === relation,
    )
    if (noun === undefined || isNamedHere || relation.toLowerCase() === noun) return relation
    const what = t('several', { what: noun.charAt(0).toUpperCase() + noun.slice(1) })
    return relation.toLowerCase() === declaration.noun ? what : `${what}: ${relation.toLowerCase()}`
  }

/** Records that have to do with this one, by relation; a click opens one. */
export function RelatedTab({ declaration, pid, onCount }: RelatedTabProps) {
  const related = useQuery(relatedQuery(declaration, pid))
  useToldCount(related.data?.length, onCount)
  if (related.isError) return <ErrorPanel error={related.error} title={t('relatedFailed')} onRetry={() => void related.refetch()} />
  if (related.data === undefined) return <Box sx={{ paddingBlock: 4, color: 'text.secondary' }}>{t('loading')}</Box>
  if (related.data.length === 0) return <Box sx={{ paddingBlock: 4 }}>{t('noRelated')}</Box>
  return [...Map.groupBy(related.data, headingIn(declaration))].map(([heading, records]) => (
    <RecordGroup key={heading} heading={heading} records={records} />
  ))
}

/** Records under a heading, each by its title and status. */
export function RecordGroup({ heading, records }: { heading: string; records: readonly RelatedRecord[] }) {
  const declarationOf = useDeclarations()
  return (
    <Box component="section" aria-label={heading} sx={{ paddingBlock: 3 }}>
      <Typography component="h3" variant="h3" sx={{ paddingBottom: 2 }}>
        {heading}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {records.map(({ collection, pid, title, status, path }) => {
          const declared = declarationOf(collection)?.fields['status']
          return (
            <Box
              component="li"
              key={`${collection} ${pid}`}
              sx={{ display: 'flex', gap: 3, alignItems: 'center', minHeight: 36, paddingBlock: 1.5, borderBottom: 1, borderColor: 'divider' }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <RecordLink collection={collection} pid={pid} path={path}>
                  {title}
                </RecordLink>
              </Box>
              {declared !== undefined && <FieldValue declared={declared} value={status} />}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
