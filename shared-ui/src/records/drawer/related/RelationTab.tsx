import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { findCollection } from '@portal/contract'
import type { AnyRecord, Declaration } from '@portal/contract'
import { ErrorPanel } from '../../../feedback/ErrorPanel.tsx'
import { isReference } from '../../declaration/is-reference.ts'
import type { RecordForm } from '../../edit/use-record-form.ts'
import { relatedQuery } from './related-queries.ts'
import { Following } from '../assign/Following.tsx'
import { FieldGrid } from '../tabs/DetailsTab.tsx'
import { relationFields } from '../people-and-relations.ts'
import { RecordGroup } from './RelatedTab.tsx'
import { t } from '../texts.ts'

/** How a record stands to others of its kind: what it comes from, and what has come from it. */
export function RelationTab({
  declaration,
  record,
  form,
}: {
  declaration: Declaration
  record: AnyRecord
  form: RecordForm
}) {
  const fields = relationFields(declaration, form.actor)
  const related = useQuery(relatedQuery(declaration, record.pid))
  const referred = fields.flatMap(({ name }) => {
    const value = record[name]
    return isReference(value) ? [value.pid] : []
  })
  const incoming = (related.data ?? []).filter(
    ({ collection, pid }) =>
      findCollection(collection)?.table === declaration.table && !referred.includes(pid),
  )
  return (
    <Box sx={{ paddingBlock: 4 }}>
      {declaration.hasSuccessors === true && (
        <Following declaration={declaration} pid={record.pid} version={record.version} />
      )}
      <FieldGrid fields={fields} record={record} form={form} />
      {related.isError && (
        <ErrorPanel error={related.error} title={t('relatedFailed')} onRetry={() => void related.refetch()} />
      )}
      {[...Map.groupBy(incoming, ({ relation }) => relation)].map(([relation, records]) => (
        <RecordGroup key={relation} heading={t('pointsHere', { relation })} records={records} />
      ))}
    </Box>
  )
}
