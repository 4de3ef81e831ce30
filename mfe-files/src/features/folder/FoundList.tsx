import { FoundFiles, maxFoundFiles, sharedRoots } from '@portal/contract'
import type { FoundFile } from '@portal/contract'
import {
  EmptyState,
  ErrorPanel,
  Icon,
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
import { Box, Button, MuiLink, Table, TableBody, TableHead, TableRow } from '@portal/shared-ui/mui'
import { keepPreviousData, useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { mdiMagnify } from '@mdi/js'
import { folderPath } from '../../paths.ts'
import { t } from '../../texts.ts'
import { Cell } from './Cell.tsx'
import { fileIcon } from './file-icons.ts'
import { isFolder } from './folder.queries.ts'
import { isPlainClick } from './FolderLink.tsx'
import { useFileBrowser } from './file-browser-context.ts'

export interface FoundListProps {
  label: string
  /** The open folder. */
  parentId: string
  token: string
  isEverywhere: boolean
}

const skeletonWidths = [360, 280, 96, 128]

/** The address of a found file in its folder; null when its record has no page the viewer may open. */
function useAddressOf(): (file: FoundFile) => string | null {
  const { root: here, addressOf } = useFileBrowser()
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  return ({ pid, root, path, record, ...file }) => {
    const parent = path.at(-1)?.pid ?? null
    const isInFolder = isFolder({ pid, root, ...file })
    const place = { folder: isInFolder ? pid : parent, file: isInFolder ? null : pid }
    const shared = sharedRoots.find((sharedRoot) => sharedRoot === root)
    if (root === here) return addressOf(place)
    if (shared !== undefined) return folderPath(shared, place.folder, place.file)
    const url =
      record === null || actor === null ? null : openableUrl(record.collection, record.pid, actor, user)
    if (url === null) return null
    const address = new URL(url, window.location.origin)
    address.searchParams.set('tab', 'Files')
    if (place.folder !== null) address.searchParams.set('folder', place.folder)
    if (place.file !== null) address.searchParams.set('file', place.file)
    return address.pathname + address.search
  }
}

function whereOf({ root, path, record, org }: FoundFile): string {
  const shared = sharedRoots.find((sharedRoot) => sharedRoot === root)
  const top = shared === undefined ? (record?.title ?? t('record')) : t(shared)
  return [top, ...(org === null ? [] : [org.title]), ...path.map(({ name }) => name)].join(' / ')
}

function FoundRow({ file }: { file: FoundFile }) {
  const shell = useShell()
  const address = useAddressOf()(file)
  const where = whereOf(file)
  return (
    <TableRow hover>
      <Cell component="th" scope="row">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, minWidth: 0 }}>
          <Box
            component="span"
            sx={{ display: 'flex', color: isFolder(file) ? 'primary.main' : 'text.secondary' }}
          >
            <Icon path={fileIcon(file.mimeType)} />
          </Box>
          <Box sx={{ minWidth: 0, paddingBlock: 1 }}>
            {address === null ? (
              <bdi>{file.name}</bdi>
            ) : (
              <MuiLink
                href={address}
                title={file.name}
                sx={{ color: 'text.primary', fontWeight: 550 }}
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  shell.navigate(address)
                }}
              >
                <bdi>{file.name}</bdi>
              </MuiLink>
            )}
            <Box
              title={where}
              sx={{
                color: 'text.secondary',
                fontSize: 'caption.fontSize',
                fontWeight: 400,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
              }}
            >
              <bdi>{where}</bdi>
            </Box>
          </Box>
        </Box>
      </Cell>
      <Cell data-part="detail" align="right">
        {isFolder(file) ? t('folder') : formatSize(file.size)}
      </Cell>
      <Cell data-part="detail" title={dateTimeTooltip(file.updatedAt)}>
        {formatMomentDay(file.updatedAt)}
      </Cell>
    </TableRow>
  )
}

/** The hits of a search in the open folder and its subfolders, or in all folders the viewer may open. */
export default function FoundList({ label, parentId, token, isEverywhere }: FoundListProps) {
  const { place, addressOf, replace } = useFileBrowser()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [filesKey, 'search', token, isEverywhere ? null : parentId],
    queryFn: ({ signal }) =>
      api.get('/api/files/search', FoundFiles, {
        signal,
        params: { searchToken: token, ...(!isEverywhere && { parentId }) },
      }),
    placeholderData: keepPreviousData,
  })
  const scopes = [
    { isAll: false, words: t('findHere', { folder: label }) },
    { isAll: true, words: t('findEverywhere') },
  ]
  const count =
    data === undefined
      ? ''
      : data.isMore
        ? t('foundMore', { count: maxFoundFiles })
        : t('found', { count: data.found.length })
  return (
    <Box sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      <Box
        role="group"
        aria-label={t('findScope')}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, padding: 3 }}
      >
        {scopes.map(({ isAll, words }) => (
          <Button
            key={words}
            size="small"
            variant={isAll === isEverywhere ? 'contained' : 'outlined'}
            aria-pressed={isAll === isEverywhere}
            onClick={() => replace(addressOf({ ...place, isEverywhere: isAll }))}
          >
            {words}
          </Button>
        ))}
        <Box component="span" aria-live="polite" sx={{ color: 'text.secondary' }}>
          {count}
        </Box>
      </Box>
      {error !== null && data === undefined && (
        <ErrorPanel error={error} title={t('findFailed')} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <SkeletonTable widths={skeletonWidths} />}
      {data !== undefined && data.found.length === 0 && (
        <EmptyState
          icon={mdiMagnify}
          title={t('foundNothing', { token })}
          text={t(isEverywhere ? 'foundNothingHint' : 'foundNothingHere')}
        />
      )}
      {data !== undefined && data.found.length > 0 && (
        <Table aria-label={t('foundTable')} sx={{ tableLayout: 'fixed' }}>
          <TableHead>
            <TableRow>
              <Cell component="th" scope="col">
                {t('name')}
              </Cell>
              <Cell data-part="detail" component="th" scope="col" align="right" sx={{ width: 96 }}>
                {t('size')}
              </Cell>
              <Cell data-part="detail" component="th" scope="col" sx={{ width: 128 }}>
                {t('changed')}
              </Cell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data.found.map((file) => (
              <FoundRow key={file.pid} file={file} />
            ))}
          </TableBody>
        </Table>
      )}
    </Box>
  )
}
