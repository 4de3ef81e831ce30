import { mdiFolderOpenOutline, mdiFolderOutline } from '@mdi/js'
import type { FileList, SharedRoot } from '@portal/contract'
import { EmptyState, ErrorPanel, Notice, SkeletonTable, isProblem, roleAtom } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link, useSearchParams } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { folderPath } from '../../paths.ts'
import { t } from '../../texts.ts'
import { FolderTable } from './FolderTable.tsx'
import { FolderWay } from './FolderWay.tsx'
import { folderQuery, isFolder } from './folder.queries.ts'

const skeletonWidths = [360, 96, 128, 176, 144]

/** `3 folders, 12 files`, only what there is. */
function contents({ records }: FileList): string {
  const folders = records.filter(isFolder).length
  const files = records.length - folders
  return [folders > 0 ? t('folders', { count: folders }) : '', files > 0 || folders === 0 ? t('files', { count: files }) : '']
    .filter(Boolean)
    .join(', ')
}

function EmptyFolder({ root, path }: { root: SharedRoot; path: FileList['path'] }) {
  const parent = path.at(-2)
  if (path.length === 0) return <EmptyState icon={mdiFolderOpenOutline} title={t(`emptyTop_${root}`)} text={t('emptyHint')} />
  return (
    <EmptyState icon={mdiFolderOpenOutline} title={t('emptyFolder')} text={t('emptyHint')}>
      <Button component={Link} to={folderPath(root, parent?.pid ?? null)} variant="outlined">
        {t('toParent', { folder: parent?.name ?? t(root) })}
      </Button>
    </EmptyState>
  )
}

/** The open folder is gone, or nobody's whose files this person sees. */
function FolderGone({ root }: { root: SharedRoot }) {
  return (
    <Notice icon={mdiFolderOutline} title={t('goneTitle')} text={t('goneText')}>
      <Button component={Link} to={folderPath(root, null)} variant="outlined">
        {t('toTop', { root: t(root) })}
      </Button>
    </Notice>
  )
}

/** One folder of a shared root, named by `?folder=` in the address: its way, what is in it, and nothing hidden behind a spinner. */
export function FolderPage({ root }: { root: SharedRoot }) {
  const [search] = useSearchParams()
  const folder = search.get('folder')
  const isClient = useAtomValue(roleAtom) === 'client'
  const { data, error, refetch, isPlaceholderData } = useQuery(folderQuery(folder ?? root))

  if (error !== null && isProblem(error, 'not-found')) return <FolderGone root={root} />
  if (error !== null && data === undefined) return <ErrorPanel error={error} title={t('failed')} onRetry={() => void refetch()} />
  if (data !== undefined && data.root !== root) return <FolderGone root={root} />
  const label = data?.path.at(-1)?.name ?? t(root)
  return (
    <Box sx={{ backgroundColor: 'portal.surface', minHeight: '100%' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, minHeight: 48, paddingInline: 3, paddingBlock: 2, alignItems: 'center' }}>
        <FolderWay root={root} path={data?.path ?? []} />
        <Typography component="output" sx={{ color: 'text.secondary', marginLeft: 'auto' }}>
          {data === undefined || isPlaceholderData ? t('loading') : contents(data)}
        </Typography>
      </Box>
      {data === undefined ? (
        <SkeletonTable widths={skeletonWidths} />
      ) : data.records.length === 0 ? (
        <EmptyFolder root={root} path={data.path} />
      ) : (
        <FolderTable label={label} root={root} records={data.records} isClient={isClient} isStale={isPlaceholderData} />
      )}
    </Box>
  )
}
