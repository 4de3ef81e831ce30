import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'
import { englishFieldLabel, findCollection, screenLabel } from '@portal/contract'
import type { Actor, AnyRecord, Declaration, RelatedRecord } from '@portal/contract'
import { ErrorPanel } from '../../../feedback/ErrorPanel.tsx'
import { Icon } from '../../../icons/Icon.tsx'
import { mdiPlus } from '../../../icons/paths.ts'
import { t as tCreate } from '../../edit/create/texts.ts'
import { useCreate } from '../../edit/create/use-create.tsx'
import { FieldValue } from '../../values/FieldValue.tsx'
import { relatedQuery } from './related-queries.ts'
import { useDeclarations } from '../../declaration/use-declaration.ts'
import { RecordLink } from '../RecordLink.tsx'
import { formatRelation } from './format-relation.tsx'
import { t } from '../texts.ts'
import { useReportCount } from '../tabs/use-report-count.ts'

export interface RelatedTabProps {
  declaration: Declaration
  pid: string
  record: AnyRecord
  actor: Actor
  onCount: (count: number) => void
}

/**
 * A heading of related records: the field that names them here, else what they are, and by which relation
 * where that says more.
 */
const headingIn =
  (declaration: Declaration) =>
  ({ collection, relation }: RelatedRecord): string => {
    const noun = findCollection(collection)?.noun
    const isNamedHere = Object.entries(declaration.fields).some(
      ([name, declared]) =>
        declared.type === 'ref' &&
        declared.to === collection &&
        englishFieldLabel(name, declared) === relation,
    )
    if (noun === undefined || isNamedHere || relation.toLowerCase() === noun) return screenLabel(relation)
    const what = screenLabel(`${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`)
    const own = findCollection(declaration.name)?.noun
    return relation.toLowerCase() === own ? what : `${what}: ${screenLabel(relation).toLowerCase()}`
  }

/** Records that have to do with this one, by relation; a click opens one, and more are made from here. */
export function RelatedTab({ declaration, pid, record, actor, onCount }: RelatedTabProps) {
  const related = useQuery(relatedQuery(declaration, pid))
  useReportCount(related.data?.length, onCount)
  return (
    <>
      <AddRelated declaration={declaration} record={record} actor={actor} />
      <RelatedList declaration={declaration} related={related} />
    </>
  )
}

function RelatedList({
  declaration,
  related,
}: {
  declaration: Declaration
  related: UseQueryResult<RelatedRecord[]>
}) {
  if (related.isError)
    return (
      <ErrorPanel error={related.error} title={t('relatedFailed')} onRetry={() => void related.refetch()} />
    )
  if (related.data === undefined)
    return <Box sx={{ paddingBlock: 4, color: 'text.secondary' }}>{t('loading')}</Box>
  if (related.data.length === 0) return <Box sx={{ paddingBlock: 4 }}>{t('noRelated')}</Box>
  return [...Map.groupBy(related.data, headingIn(declaration))].map(([heading, records]) => (
    <RecordGroup key={heading} heading={heading} records={records} />
  ))
}

/** One button for each kind of thing that may be made from the record. */
function AddRelated({
  declaration,
  record,
  actor,
}: Pick<RelatedTabProps, 'declaration' | 'record' | 'actor'>) {
  const { kinds, create, dialog } = useCreate(declaration, record, actor)
  if (kinds.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 4 }}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="small"
          variant="outlined"
          startIcon={<Icon path={mdiPlus} size={16} />}
          onClick={() => create(kind)}
        >
          {tCreate(`add_${kind}`)}
        </Button>
      ))}
      {dialog}
    </Box>
  )
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
        {records.map((related) => {
          const { collection, pid, status, path } = related
          const declaration = declarationOf(collection)
          const declared = declaration?.fields['status']
          const { title, facts } = formatRelation(related, declaration)
          return (
            <Box
              component="li"
              key={`${collection} ${pid}`}
              sx={{
                display: 'flex',
                gap: 3,
                alignItems: 'center',
                minHeight: 36,
                paddingBlock: 1.5,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <RecordLink collection={collection} pid={pid} path={path}>
                  {title}
                </RecordLink>
                {facts.length > 0 && (
                  <Box sx={{ color: 'text.secondary', fontSize: 'caption.fontSize' }}>
                    {facts.map((fact, index) => (
                      <Fragment key={index}>
                        {index > 0 && ' · '}
                        {fact}
                      </Fragment>
                    ))}
                  </Box>
                )}
              </Box>
              {declared !== undefined && <FieldValue declared={declared} value={status} />}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
