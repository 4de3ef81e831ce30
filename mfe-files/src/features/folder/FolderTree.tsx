import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { mdiChevronDown, mdiChevronRight, mdiFolder } from '@mdi/js'
import type { FolderStep } from '@portal/contract'
import { Icon, useShell } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { folderQuery, isFolder } from './folder.queries.ts'
import { useRoom } from './room.ts'

interface Shared {
  /** The folder that is chosen; null is the top. */
  chosen: string | null
  /** From the top to the open folder: these are unfolded from the start. */
  way: readonly FolderStep[]
  /** Folders that are left out with all that is in them. */
  without?: readonly string[]
}

export type FolderTreeProps = Shared & { label: string } & (
    { to: (folder: string | null) => string; onChoose?: never } | { to?: never; onChoose: (folder: string | null, name: string) => void }
  )

interface BranchProps extends Shared {
  folder: string | null
  name: string
  depth: number
  onChoose: (folder: string | null, name: string) => void
}

/** The tree items in sight, top down. */
const itemsOf = (tree: Element) => [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')]

/** The item of the folder in which another lies: it stands before the list of what is in it. */
function parentOf(item: Element): HTMLElement | null {
  const before = item.closest('[role=group]')?.previousElementSibling
  return before instanceof HTMLElement ? before : null
}

/** One folder and, unfolded, the folders in it, which are read when they are wanted. */
function Branch({ folder, name, depth, onChoose, ...shared }: BranchProps) {
  const { root } = useRoom()
  const { chosen, way, without = [] } = shared
  const [choice, setOpen] = useState<boolean | null>(null)
  const isOpen = choice ?? (folder === null || way.some(({ pid }) => pid === folder))
  const { data, isPlaceholderData } = useQuery({ ...folderQuery(folder ?? root), enabled: isOpen })
  const inner = isOpen && !isPlaceholderData ? (data?.records.filter((each) => isFolder(each) && !without.includes(each.pid)) ?? []) : []
  const isChosen = chosen === folder
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const tree = event.currentTarget.closest('[role=tree]')
    if (tree === null || event.target !== event.currentTarget) return
    const items = itemsOf(tree)
    const place = items.indexOf(event.currentTarget)
    const step: Record<string, () => void> = {
      ArrowDown: () => items[place + 1]?.focus(),
      ArrowUp: () => items[place - 1]?.focus(),
      Home: () => items[0]?.focus(),
      End: () => items.at(-1)?.focus(),
      ArrowRight: () => (isOpen ? items[place + 1]?.focus() : setOpen(true)),
      ArrowLeft: () => (isOpen ? setOpen(false) : parentOf(event.currentTarget)?.focus()),
      Enter: () => onChoose(folder, name),
      ' ': () => onChoose(folder, name),
    }
    const act = step[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return (
    <Box component="li" role="none" sx={{ listStyle: 'none' }}>
      <Box
        role="treeitem"
        tabIndex={isChosen || folder === null ? 0 : -1}
        aria-level={depth + 1}
        aria-expanded={isOpen}
        aria-selected={isChosen}
        onKeyDown={onKeyDown}
        onClick={() => onChoose(folder, name)}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 28,
          paddingLeft: 2 + depth * 4,
          paddingRight: 2,
          cursor: 'pointer',
          backgroundColor: isChosen ? 'portal.primarySoft.main' : 'transparent',
          color: isChosen ? 'portal.primarySoft.text' : 'text.primary',
          '&:hover': { backgroundColor: isChosen ? 'portal.primarySoft.main' : 'action.hover' },
          '&:focus-visible': { outline: 2, outlineStyle: 'solid', outlineOffset: -2, outlineColor: 'primary.main' },
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
        <Icon path={mdiFolder} size={18} />
        <Box component="bdi" title={name} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {name}
        </Box>
      </Box>
      {inner.length > 0 && (
        <Box component="ul" role="group" sx={{ margin: 0, padding: 0 }}>
          {inner.map((each) => (
            <Branch key={each.pid} folder={each.pid} name={each.name} depth={depth + 1} onChoose={onChoose} {...shared} />
          ))}
        </Box>
      )}
    </Box>
  )
}

/** The folders of a room as a tree. Choosing one opens it, or tells `onChoose`. Arrows walk, right unfolds, left folds, Enter chooses. */
export function FolderTree({ label, to, onChoose, ...shared }: FolderTreeProps) {
  const { title } = useRoom()
  const shell = useShell()
  const choose = onChoose ?? ((folder: string | null) => shell.navigate(to(folder)))
  return (
    <Box component="ul" role="tree" aria-label={label} title={t('folderTree')} sx={{ margin: 0, padding: 0 }}>
      <Branch folder={null} name={title} depth={0} onChoose={choose} {...shared} />
    </Box>
  )
}
