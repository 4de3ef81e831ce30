import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Icon } from '../../../icons/Icon.tsx'
import { mdiArrowDown, mdiArrowUp, mdiDragVertical } from '../../../icons/paths.ts'
import { t } from './texts.ts'

export interface OrderedRow {
  key: string
  /** By which the buttons name it. */
  label: string
  content: ReactNode
}

export interface OrderedRowsProps {
  /** Name of the list. */
  label: string
  rows: readonly OrderedRow[]
  onMove: (from: number, to: number) => void
}

/** The list with one member moved to another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}

/** Rows whose order matters: dragged at their handle, or moved by their buttons. */
export function OrderedRows({ label, rows, onMove }: OrderedRowsProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const moving = useRef<{ key: string; button: 'up' | 'down' } | null>(null)
  const order = rows.map(({ key }) => key).join()
  useEffect(() => {
    // The browser drops the focus of what changes its place; at an end the other button takes over.
    const { key = '', button } = moving.current ?? {}
    moving.current = null
    if (button === undefined) return
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLButtonElement>(
        `[data-row="${CSS.escape(key)}"] > [data-move]`,
      ) ?? []),
    ]
    const able = buttons.filter(({ disabled }) => !disabled)
    const same = able.find(({ dataset }) => dataset['move'] === button)
    ;(same ?? able[0])?.focus()
  }, [order])
  const move = (place: number, button: 'up' | 'down') => {
    moving.current = { key: rows[place]?.key ?? '', button }
    onMove(place, button === 'up' ? place - 1 : place + 1)
  }
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return (
    <Box component="ul" ref={list} aria-label={label} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {rows.map((row, index) => (
        <Box
          component="li"
          key={row.key}
          data-row={row.key}
          onDragOver={(event) => {
            if (dragged === null) return
            event.preventDefault()
            setOver(index)
          }}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged !== null && dragged !== index) onMove(dragged, index)
            end()
          }}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            minHeight: 36,
            opacity: dragged === index ? 0.5 : 1,
            boxShadow: (theme) =>
              over === index && dragged !== index
                ? `inset 0 2px 0 ${theme.vars.palette.primary.main}`
                : 'none',
          }}
        >
          <Box
            component="span"
            draggable
            aria-hidden
            title={t('drag')}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', row.label)
              setDragged(index)
            }}
            onDragEnd={end}
            sx={{ cursor: 'grab', color: 'text.secondary', display: 'flex' }}
          >
            <Icon path={mdiDragVertical} />
          </Box>
          <Box sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 1 }}>
            {row.content}
          </Box>
          <IconButton
            data-move="up"
            aria-label={t('moveUp', { label: row.label })}
            disabled={index === 0}
            onClick={() => move(index, 'up')}
          >
            <Icon path={mdiArrowUp} size={16} />
          </IconButton>
          <IconButton
            data-move="down"
            aria-label={t('moveDown', { label: row.label })}
            disabled={index === rows.length - 1}
            onClick={() => move(index, 'down')}
          >
            <Icon path={mdiArrowDown} size={16} />
          </IconButton>
        </Box>
      ))}
    </Box>
  )
}
