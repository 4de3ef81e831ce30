import IconButton from '@mui/material/IconButton'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { AnyRecord } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiDotsVertical } from '../../icons/paths.ts'
import { t } from '../edit/create/texts.ts'
import { useCreate } from '../edit/create/use-create.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import type { TablePage } from '../list/record-queries.ts'
import { titleOf } from '../declaration/record-title.ts'
import { pidUnder, useHovered } from './hovered-cell.ts'
import { RowMenuItems } from './RowMenuItems.lazy.ts'

const sizePx = 24

interface OpenMenu {
  pid: string
  top: number
  left: number
}

export interface RowMenuProps {
  page: TablePage
  place: RefObject<HTMLElement | null>
  /** The first column, at whose end the button stands. */
  first: string | undefined
  cellOf: (pid: string, field: string) => HTMLElement | null
  /** Offers the steps of a record; null where there are none. */
  onSteps: ((pid: string) => void) | null
}

/**
 * What may be done with a row: by the button at the end of its first cell, by the right button of the mouse,
 * and by the menu key. It stands beside the grid and follows the pointer for itself, as the pencil does.
 */
export function RowMenu({ page, place, first, cellOf, onSteps }: RowMenuProps) {
  const { collection, actor } = useRecordPage()
  const hovered = useHovered(place)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const recordOf = (pid: string | undefined): AnyRecord | undefined =>
    page.records.find((record) => record.pid === pid)
  const shown = recordOf(menu?.pid)
  const { kinds, create, dialog } = useCreate(collection, shown ?? recordOf(hovered?.pid), actor)

  useEffect(() => {
    const element = place.current
    const onContextMenu = (event: MouseEvent) => {
      const pid = pidUnder(event.target)
      // With Ctrl, and on a link or a marked text, the browser's own menu says more.
      if (
        pid === null ||
        event.ctrlKey ||
        (event.target instanceof Element && event.target.closest('a') !== null)
      )
        return
      event.preventDefault()
      setMenu({ pid, top: event.clientY, left: event.clientX })
    }
    element?.addEventListener('contextmenu', onContextMenu)
    return () => element?.removeEventListener('contextmenu', onContextMenu)
  }, [place])

  // Anywhere else in the row it would lie over what one reads there.
  const hoveredRecord = hovered?.field === first ? recordOf(hovered?.pid) : undefined
  const cell =
    hoveredRecord === undefined || first === undefined || (kinds.length === 0 && onSteps === null)
      ? null
      : cellOf(hoveredRecord.pid, first)
  const box = cell?.getBoundingClientRect()
  return (
    <>
      {box !== undefined && hoveredRecord !== undefined && (
        <IconButton
          aria-hidden
          tabIndex={-1}
          title={t('rowMenu', { title: titleOf(collection, hoveredRecord) })}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setMenu({ pid: hoveredRecord.pid, top: box.bottom, left: box.right - sizePx })}
          sx={{
            position: 'fixed',
            left: box.right - sizePx - 4,
            top: box.top + (box.height - sizePx) / 2,
            zIndex: 5,
            width: sizePx,
            height: sizePx,
            padding: 1,
            border: 1,
            borderColor: 'divider',
            backgroundColor: 'portal.raised',
            '&:hover': { backgroundColor: 'portal.hovered' },
            '@media (hover: none)': { display: 'none' },
          }}
        >
          <Icon path={mdiDotsVertical} size={16} />
        </IconButton>
      )}
      {menu !== null && shown !== undefined && (
        <RowMenuItems
          {...{ kinds, create, onSteps }}
          record={shown}
          position={menu}
          onClose={() => setMenu(null)}
        />
      )}
      {dialog}
    </>
  )
}
