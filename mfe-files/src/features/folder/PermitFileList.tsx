import { mdiDownload, mdiFileOutline, mdiMagnify } from '@mdi/js'
import { PermitFiles, fileContentUrl, maxZippedAtOnce, recordRoot, zipUrl } from '@portal/contract'
import type { FileUse, PermitFile } from '@portal/contract'
import {
  EmptyState,
  ErrorPanel,
  Icon,
  SearchBox,
  SkeletonTable,
  actorAtom,
  api,
  dateTimeTooltip,
  filesKey,
  formatMomentDay,
  formatSize,
  openableUrl,
  useShell,
  userAtom,
} from '@portal/shared-ui'
import { Box, Button, IconButton, MuiLink, Typography } from '@portal/shared-ui/mui'
import { keepPreviousData, queryOptions, useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { FileGone } from './FileGone.tsx'
import { fileIcon } from './file-icons.ts'
import { folderOrder } from './folder-order.ts'
import { ListChoice } from './ListChoice.tsx'
import { FolderLink, isPlainClick } from './FolderLink.tsx'
import { Preview } from './preview/Preview.tsx'
import { useFileBrowser } from './file-browser-context.ts'
import { SortMenu } from './SortMenu.tsx'

/** The key is below the permit's own folder, so that changes there invalidate it too. */
const permitFilesQuery = (permit: string, token: string) =>
  queryOptions({
    queryKey: [filesKey, recordRoot('permits', permit), 'all', token] as const,
    queryFn: ({ signal }) =>
      api.get(`/api/files/permits/${encodeURIComponent(permit)}`, PermitFiles, {
        signal,
        params: token === '' ? {} : { searchToken: token },
      }),
    placeholderData: keepPreviousData,
  })

function wordsOf(use: FileUse): string {
  switch (use.kind) {
    case 'DOCUMENT':
      return t(use.isCurrent ? 'useDocument' : 'useDocumentEarlier', {
        title: use.title,
        version: use.version,
      })
    case 'CONDITION':
      return t('useCondition', { title: use.title })
    case 'CORRECTION':
      return t('useCorrection', { title: use.title })
    case 'MAIL':
      return t('useMail')
  }
}

/** The record of a file, as a link when the viewer may open it; the permit's own folders by name. */
function Place({ file: { record, path, root } }: { file: PermitFile }) {
  const { root: here } = useFileBrowser()
  const shell = useShell()
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const folders = path.map(({ name }) => name)
  if (root === here || record === null) {
    const parent = path.at(-1)
    return parent === undefined ? null : (
      <FolderLink to={{ folder: parent.pid, isAll: false }}>{folders.join(' / ')}</FolderLink>
    )
  }
  const url = actor === null ? null : openableUrl(record.collection, record.pid, actor, user)
  const words = [record.title, ...folders].join(' / ')
  if (url === null) return <bdi>{words}</bdi>
  const address = `${url}${url.includes('?') ? '&' : '?'}tab=Files`
  return (
    <MuiLink
      href={address}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        shell.navigate(address)
      }}
    >
      <bdi>{words}</bdi>
    </MuiLink>
  )
}

function FileLine({ file }: { file: PermitFile }) {
  const { name, pid, uses, createdAt, createdBy, updatedAt, size, submittedWith, visibility, scanned } = file
  const { isClient } = useFileBrowser()
  const added = createdAt ?? updatedAt
  const facts = [
    formatSize(size),
    createdBy ? t('addedBy', { day: formatMomentDay(added), who: createdBy.title }) : formatMomentDay(added),
    submittedWith ? t('submittedWith', { number: submittedWith.title }) : t('notSubmitted'),
    isClient ? '' : t(visibility),
    scanned === 'clean' || scanned === undefined ? '' : t(`scan_${scanned}`),
  ]
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 2.5,
        padding: 3,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box component="span" sx={{ display: 'flex', color: 'text.secondary' }}>
        <Icon path={fileIcon(file.mimeType)} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <FolderLink to={{ file: pid }} title={name} sx={{ color: 'text.primary', fontWeight: 550 }}>
          <bdi>{name}</bdi>
        </FolderLink>
        {uses.map((use) => (
          <Box key={wordsOf(use)}>{wordsOf(use)}</Box>
        ))}
        <Box sx={{ fontSize: 'caption.fontSize' }}>
          <Place file={file} />
        </Box>
        <Box
          title={dateTimeTooltip(added)}
          sx={{
            color: scanned === 'infected' ? 'error.main' : 'text.secondary',
            fontSize: 'caption.fontSize',
          }}
        >
          {facts.filter(Boolean).join(' · ')}
        </Box>
      </Box>
      {scanned !== 'infected' && (
        <IconButton
          component="a"
          href={fileContentUrl(pid)}
          download={name}
          aria-label={t('download', { name })}
          title={t('downloadShort')}
        >
          <Icon path={mdiDownload} />
        </IconButton>
      )}
    </Box>
  )
}

/**
 * Downloads all listed files as one zip. When a zip cannot hold that many, the button is disabled and says
 * why.
 */
function DownloadAll({ files }: { files: readonly PermitFile[] }) {
  const pids = files.filter(({ scanned }) => scanned !== 'infected').map(({ pid }) => pid)
  if (pids.length === 0) return null
  const limit = t('zipLimit', { count: maxZippedAtOnce })
  return pids.length > maxZippedAtOnce ? (
    <Button variant="outlined" aria-disabled aria-description={limit} title={limit}>
      {t('downloadAll')}
    </Button>
  ) : (
    <Button variant="outlined" component="a" href={zipUrl(pids)} download>
      {t('downloadAll')}
    </Button>
  )
}

/** All files of a permit in one list, across its records and folders. */
export default function PermitFileList({ permit }: { permit: string }) {
  const { place, addressOf, replace } = useFileBrowser()
  const token = place.find ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery(permitFilesQuery(permit, token))
  const files = (data?.files ?? []).toSorted(folderOrder(place.sort))
  const shown = files.find(({ pid }) => pid === place.file)
  const count = data === undefined ? '' : t(data.isMore ? 'filesMore' : 'files', { count: files.length })
  return (
    <Box sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, padding: 3 }}>
        <ListChoice />
        <Typography component="output" sx={{ color: 'text.secondary' }}>
          {count}
        </Typography>
        <Box sx={{ display: 'flex', flex: '1 1 220px', alignItems: 'center', gap: 1 }}>
          <SearchBox
            label={t('findAll')}
            token={token}
            onSearch={(find) => replace(addressOf({ find: find === '' ? null : find }))}
          />
          <SortMenu />
        </Box>
        <DownloadAll files={files} />
      </Box>
      {error !== null && data === undefined && (
        <ErrorPanel error={error} title={t('attachmentsFailed')} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <SkeletonTable widths={[360, 96]} />}
      {data !== undefined && files.length === 0 && token !== '' && (
        <EmptyState icon={mdiMagnify} title={t('foundNothing', { token })} text={t('findAllHint')} />
      )}
      {data !== undefined && files.length === 0 && token === '' && (
        <EmptyState icon={mdiFileOutline} title={t('emptyTop_record')} text={t('allFilesHint')} />
      )}
      {files.length > 0 && (
        <Box component="ul" aria-label={t('allFilesOf')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {files.map((file) => (
            <FileLine key={file.pid} file={file} />
          ))}
        </Box>
      )}
      {shown !== undefined && <Preview file={shown} files={files} />}
      {place.file !== null && shown === undefined && data !== undefined && !isPlaceholderData && <FileGone />}
    </Box>
  )
}
