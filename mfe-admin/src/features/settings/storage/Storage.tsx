import { StorageUse } from '@portal/contract'
import { QueryResult, RecordLink, crud, formatSize } from '@portal/shared-ui'
import {
  Box,
  LinearProgress,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@portal/shared-ui/mui'
import { queryOptions, useQuery } from '@portal/shared-ui/query'
import { Facts } from '../Facts.tsx'
import { t } from './texts.ts'

/** Loaded whenever the tab opens, because uploads and removals change it. */
const storageQuery = () =>
  queryOptions({
    queryKey: ['storage-use'],
    queryFn: ({ signal }) => crud({ apiPath: 'config/storage', method: 'GET' }, StorageUse, { signal }),
    staleTime: 0,
  })

/** In the units in which limits are set. */
const sizeOf = (bytes: number) => formatSize(bytes, 1024)

/** A limit counts as nearly reached from this share on. */
const nearlyFull = 0.9
const partOf = (bytes: number, limit: number) => (limit === 0 ? 0 : Math.min(1, bytes / limit))

/** The used share of a limit, as text and as a bar. */
function Part({ label, bytes, limit }: { label: string; bytes: number; limit: number }) {
  const part = partOf(bytes, limit)
  const words = t('of', { used: sizeOf(bytes), limit: sizeOf(limit) })
  return (
    <>
      {words}
      <LinearProgress
        role="meter"
        variant="determinate"
        value={part * 100}
        aria-valuenow={Math.round(part * 100)}
        color={part >= nearlyFull ? 'warning' : 'primary'}
        aria-label={label}
        aria-valuetext={words}
        sx={{ marginTop: 1, maxWidth: 240 }}
      />
    </>
  )
}

function LargestOrganizations({
  largest,
  count,
  limit,
}: Pick<StorageUse['organizations'], 'largest' | 'count' | 'limit'>) {
  if (largest.length === 0)
    return <Typography sx={{ color: 'text.secondary', paddingTop: 4 }}>{t('none')}</Typography>
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table aria-label={t('largest')} sx={{ marginTop: 4 }}>
        <TableHead>
          <TableRow>
            <TableCell>
              {count > largest.length ? t('largestOf', { shown: largest.length, count }) : t('client')}
            </TableCell>
            <TableCell sx={{ width: { xs: 152, sm: 260 } }}>{t('used')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {largest.map(({ pid, title, bytes }) => (
            <TableRow key={pid}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'break-word' }}>
                <RecordLink collection="orgs" pid={pid}>
                  {title}
                </RecordLink>
              </TableCell>
              <TableCell>
                <Part label={title} bytes={bytes} limit={limit} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

function Use({ use: { office, organizations, deleted, mail, disk } }: { use: StorageUse }) {
  const free =
    disk === null
      ? t('elsewhere')
      : t('free', { free: sizeOf(disk.freeBytes), total: sizeOf(disk.totalBytes) })
  return (
    <>
      <Facts
        heading={t('storage')}
        facts={[
          {
            label: t('office'),
            value: <Part label={t('office')} bytes={office.bytes} limit={office.limit} />,
          },
          {
            label: t('clients'),
            value: t('clientsSum', { used: sizeOf(organizations.bytes), count: organizations.count }),
          },
          { label: t('deleted'), value: sizeOf(deleted) },
          { label: t('mail'), value: sizeOf(mail) },
          { label: t('disk'), value: free },
        ]}
      />
      <LargestOrganizations {...organizations} />
    </>
  )
}

/** The used storage by user, and the free space. */
export function Storage() {
  const use = useQuery(storageQuery())
  return (
    <Box sx={{ maxWidth: 720 }}>
      <QueryResult query={use} loading={t('loading')} failed={t('failed')}>
        {(data) => <Use use={data} />}
      </QueryResult>
    </Box>
  )
}
