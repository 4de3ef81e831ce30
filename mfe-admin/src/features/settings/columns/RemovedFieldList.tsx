import type { CollectionName } from '@portal/contract'
import { QueryResult, Row, Rows, Section, formatDateTime } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId } from 'react'
import { removedFieldsQuery, useRestoration } from './added-fields.queries.ts'
import { t } from './texts.ts'

/** The removed fields of a collection, each with a restore action; renders nothing when there are none. */
export function RemovedFieldList({
  collection,
  isUnsaved,
}: {
  collection: CollectionName
  isUnsaved: boolean
}) {
  const removed = useQuery(removedFieldsQuery(collection))
  const restoration = useRestoration(collection)
  const id = useId()
  if (removed.data?.fields.length === 0) return null
  return (
    <Section title={t('removedFields')}>
      <QueryResult query={removed} loading={t('loading')} failed={t('failed')}>
        {({ fields }) => (
          <Rows label={t('removedFields')}>
            {fields.map(({ name, label, removedAt, removedBy }) => {
              const day = formatDateTime(removedAt)
              return (
                <Row
                  key={name}
                  titleId={`${id}-${name}`}
                  title={label}
                  facts={[
                    name,
                    removedBy === null ? t('removedOn', { day }) : t('removedBy', { day, person: removedBy }),
                  ]}
                >
                  <Button
                    variant="outlined"
                    size="small"
                    aria-label={t('restoreOf', { column: label })}
                    title={isUnsaved ? t('unsaved') : undefined}
                    disabled={isUnsaved || restoration.isPending}
                    onClick={() => restoration.mutate(name)}
                  >
                    {t('restore')}
                  </Button>
                </Row>
              )
            })}
          </Rows>
        )}
      </QueryResult>
    </Section>
  )
}
