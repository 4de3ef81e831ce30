import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { mdiChevronDown, mdiChevronRight, mdiFolder } from '@mdi/js'
import type { FolderStep } from '@portal/contract'
import { Icon, useShell } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { useMoveTarget } from './drag-move.ts'
import { folderOrder } from './folder-order.ts'
import { folderQuery, isFolder } from './folder.queries.ts'
import { useFileBrowser } from './file-browser-context.ts'

/** Number of folders rendered initially in one folder, and added with each click. */
const foldersAtOnce = 200

interface Shared {
  /** The selected folder; null is the top. */
  chosen: string | null
  /** The path to the open folder; its folders are expanded initially. */
  way: readonly FolderStep[]
  /** Folders that are omitted with their content. */
  without?: readonly string[]
}

export type FolderTreeProps = Shared & { label: string } & (
    | { to: (folder: string | null) => string; onChoose?: never }
    | { to?: never; onChoose: (folder: string | null, name: string) => void }
  )

interface BranchProps extends Shared {
  folder: string | null
  name: string
  /** The client of the folder, where folders of several clients are listed together. */
  client?: string | undefined
  depth: number
  onChoose: (folder: string | null, name: string) => void
}

/** The visible tree items, from top to bottom. */
const itemsOf = (tree: Element) => [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')]

/** The item of the parent folder; it precedes the list of its children. */
function parentOf(item: Element): HTMLElement | null {
  const before = item.closest('[role=group]')?.previousElementSibling
  return before instanceof HTMLElement ? before : null
}

/** Keyboard navigation of a tree: arrow keys, Home and End; `deeds` are the actions of the item itself. */
function walkTree(
  event: KeyboardEvent<HTMLElement>,
  deeds: Readonly<Record<string, 'next' | 'parent' | (() => void)>>,
): void {
  const { currentTarget, target, key } = event
  const tree = currentTarget.closest('[role=tree]')
  if (tree === null || target !== currentTarget) return
  const items = itemsOf(tree)
  const index = items.indexOf(currentTarget)
  const walk: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: items[index + 1],
    ArrowUp: items[index - 1],
    Home: items[0],
    End: items.at(-1),
    next: items[index + 1],
    parent: parentOf(currentTarget),
  }
  const deed = deeds[key] ?? key
  if (typeof deed === 'string' && !(deed in walk)) return
  event.preventDefault()
  if (typeof deed === 'string') walk[deed]?.focus()
  else deed()
}

/** The last line of a folder with more subfolders than are rendered; it renders more of them. */
function MoreFolders({ count, depth, onMore }: { count: number; depth: number; onMore: () => void }) {
  return (
    <Box component="li" role="none" sx={{ listStyle: 'none', paddingInlineStart: 2 + depth * 4 }}>
      <Button
        role="treeitem"
        size="small"
        tabIndex={-1}
        aria-level={depth + 1}
        onKeyDown={(event) => walkTree(event, { Enter: onMore, ' ': onMore })}
        onClick={onMore}
      >
        {t('moreFolders', { count })}
      </Button>
    </Box>
  )
}

/** A folder and, when expanded, its subfolders, which are loaded on demand. */
function Branch({ folder, name, client, depth, onChoose, ...shared }: BranchProps) {
  const { root, kind, isClient } = useFileBrowser()
  const { chosen, way, without = [] } = shared
  const [choice, setOpen] = useState<boolean | null>(null)
  const isOpen = choice ?? (folder === null || way.some(({ pid }) => pid === folder))
  const { data, isPlaceholderData } = useQuery({ ...folderQuery(folder ?? root), enabled: isOpen })
  const inner =
    isOpen && !isPlaceholderData
      ? (data?.records
          .filter((record) => isFolder(record) && !without.includes(record.pid))
          .toSorted(folderOrder('name')) ?? [])
      : []
  const isChosen = chosen === folder
  const label = client === undefined ? name : t('folderOf', { name, client })
  const choose = () => onChoose(folder, label)
  const [most, setMost] = useState(foldersAtOnce)
  const { isOver, ...target } = useMoveTarget(folder)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) =>
    walkTree(event, {
      ArrowRight: isOpen ? 'next' : () => setOpen(true),
      ArrowLeft: isOpen ? () => setOpen(false) : 'parent',
      Enter: choose,
      ' ': choose,
    })
  return (
    <Box component="li" role="none" sx={{ listStyle: 'none' }}>
      <Box
        role="treeitem"
        tabIndex={isChosen || folder === null ? 0 : -1}
        aria-label={label}
        aria-level={depth + 1}
        aria-expanded={isOpen}
        aria-selected={isChosen}
        onKeyDown={onKeyDown}
        onClick={choose}
        {...target}
        sx={{
          display: 'flex',
          outline: isOver ? '2px dashed' : 'none',
          outlineOffset: -2,
          alignItems: 'center',
          gap: 1,
          minHeight: 28,
          paddingInlineStart: 2 + depth * 4,
          paddingInlineEnd: 2,
          cursor: 'pointer',
          backgroundColor: isChosen ? 'portal.primarySoft.main' : 'transparent',
          color: isChosen ? 'portal.primarySoft.text' : 'text.primary',
          '&:hover': { backgroundColor: isChosen ? 'portal.primarySoft.main' : 'action.hover' },
          '&:focus-visible': {
            outline: 2,
            outlineStyle: 'solid',
            outlineOffset: -2,
            outlineColor: 'primary.main',
          },
        }}
      >
        <Box
          component="span"
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            setOpen(!isOpen)
          }}
          sx={{ display: 'flex' }}
        >
          <Icon path={isOpen ? mdiChevronDown : mdiChevronRight} size={18} />
        </Box>
        <Box component="span" sx={{ display: 'flex', color: 'primary.main' }}>
          <Icon path={mdiFolder} size={18} />
        </Box>
        <Box
          title={label}
          sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          <bdi>{name}</bdi>
          {client !== undefined && (
            <Box
              component="bdi"
              sx={{ marginInlineStart: 2, color: isChosen ? 'inherit' : 'text.secondary' }}
            >
              {client}
            </Box>
          )}
        </Box>
      </Box>
      {inner.length > 0 && (
        <Box component="ul" role="group" sx={{ margin: 0, padding: 0 }}>
          {inner.slice(0, most).map((each) => (
            <Branch
              key={each.pid}
              folder={each.pid}
              name={each.name}
              client={folder === null && kind === 'uploads' && !isClient ? each.org?.title : undefined}
              depth={depth + 1}
              onChoose={onChoose}
              {...shared}
            />
          ))}
          {inner.length > most && (
            <MoreFolders
              count={inner.length - most}
              depth={depth + 1}
              onMore={() => setMost(most + foldersAtOnce * 5)}
            />
          )}
        </Box>
      )}
    </Box>
  )
}

/**
 * The folders of a file browser as a tree. Selecting one opens it, or calls `onChoose`. Arrow keys move,
 * right expands, left collapses, Enter selects.
 */
export function FolderTree({ label, to, onChoose, ...shared }: FolderTreeProps) {
  const { title } = useFileBrowser()
  const shell = useShell()
  const choose = onChoose ?? ((folder: string | null) => shell.navigate(to(folder)))
  return (
    <Box component="ul" role="tree" aria-label={label} title={t('folderTree')} sx={{ margin: 0, padding: 0 }}>
      <Branch folder={null} name={title} depth={0} onChoose={choose} {...shared} />
    </Box>
  )
}
