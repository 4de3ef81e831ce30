import type { AnyRecord, CollectionName, Declaration, Filter } from '@portal/contract'
import {
  QueryResult,
  FieldValue,
  RecordLink,
  Section,
  numberOf,
  openableList,
  titleOf,
  useDeclarations,
  userAtom,
} from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { ofClientQuery } from './client.queries.ts'
import { t } from './texts.ts'

export interface ClientRecordsProps {
  title: string
  collection: CollectionName
  filter: Filter
  /** The date field shown beside title, number and status. */
  day: string
}

/** Records of a client by title, number, status and date, newest first, with a link to the full list. */
export function ClientRecords({ title, collection, filter, day }: ClientRecordsProps) {
  const user = useAtomValue(userAtom)
  const found = useQuery(ofClientQuery(collection, filter))
  const list = openableList({ collection, filter }, user)
  const declaration = useDeclarations()(collection)
  return (
    <Section title={title}>
      <QueryResult query={found} loading={t('listLoading')} failed={t('listFailed')}>
        {({ records, metadata }) =>
          declaration === undefined || records.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>{t('noneOf')}</Typography>
          ) : (
            <>
              <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
                {records.map((record) => (
                  <Line key={record.pid} declaration={declaration} record={record} day={day} />
                ))}
              </Box>
              {list !== null && metadata.count > records.length && (
                <Box sx={{ paddingTop: 2 }}>
                  <RecordLink collection={collection} pid="" path={list}>
                    {t('showAll', { count: metadata.count })}
                  </RecordLink>
                </Box>
              )}
            </>
          )
        }
      </QueryResult>
    </Section>
  )
}

function Line({ declaration, record, day }: { declaration: Declaration; record: AnyRecord; day: string }) {
  const { status, [day]: dayField } = declaration.fields
  const number = numberOf(declaration, record)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 4,
        minHeight: 36,
        paddingBlock: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <RecordLink collection={declaration.name} pid={record.pid}>
          {titleOf(declaration, record)}
        </RecordLink>
        <Box sx={{ color: 'text.secondary', fontSize: 'caption.fontSize' }}>{number}</Box>
      </Box>
      {status !== undefined && <FieldValue declared={status} value={record['status']} />}
      {dayField !== undefined && (
        <Box sx={{ minWidth: 96, textAlign: 'end' }}>
          <FieldValue declared={dayField} value={record[day]} />
        </Box>
      )}
    </Box>
  )
}
