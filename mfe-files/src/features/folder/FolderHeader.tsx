import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { FolderStep } from '@portal/contract'
import { SearchBox } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { FolderMenu } from './FolderMenu.tsx'
import { FolderTools } from './FolderTools.tsx'
import { FolderBreadcrumbs } from './FolderBreadcrumbs.tsx'
import { ListChoice } from './ListChoice.tsx'
import { useFileBrowser } from './file-browser-context.ts'
import { stuckTop, useToolsHeight } from './scroller.ts'
import { SortMenu } from './SortMenu.tsx'

export interface FolderHeaderProps {
  label: string
  path: readonly FolderStep[]
  parentId: string
  isTreeOpen: boolean
  onTree: () => void
  /** Summary of the folder's content. */
  children: ReactNode
}

/** Path, summary and actions of the folder; sticky while the list scrolls. */
export function FolderHeader({ label, path, parentId, isTreeOpen, onTree, children }: FolderHeaderProps) {
  const { place, addressOf, replace } = useFileBrowser()
  const tools = useRef<HTMLDivElement>(null)
  useToolsHeight(tools)
  return (
    <Box
      ref={tools}
      sx={{
        position: 'sticky',
        top: stuckTop,
        zIndex: 3,
        backgroundColor: 'portal.surface',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 1,
        minHeight: 48,
        paddingInline: 3,
        paddingBlock: 2,
        alignItems: 'center',
      }}
    >
      <ListChoice />
      <FolderBreadcrumbs path={path} />
      <Typography component="output" sx={{ color: 'text.secondary' }}>
        {children}
      </Typography>
      <Box sx={{ display: 'flex', flex: '1 1 220px', alignItems: 'center', gap: 1 }}>
        <SearchBox
          label={t('find')}
          token={place.find ?? ''}
          onSearch={(find) => replace(addressOf(find === '' ? {} : { ...place, file: null, find }))}
        />
        <SortMenu />
        <FolderMenu label={label} />
      </Box>
      <FolderTools parentId={parentId} isTreeOpen={isTreeOpen} onTree={onTree} />
    </Box>
  )
}
