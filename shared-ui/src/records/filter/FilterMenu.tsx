import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { MenuCount } from '../grid/menus/MenuCount.tsx'
import { MenuFrame } from '../grid/menus/MenuFrame.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import { toFilter, toTree } from './filter-tree.ts'
import type { FilterGroup } from './filter-tree.ts'
import { focusValue } from './focus-value.ts'
import { GroupEditor } from './GroupEditor.tsx'
import { t } from './texts.ts'

const typingPauseMs = 250

/** Builds the filter. What is complete applies at once, what is not yet stays here until the menu closes. */
export default function FilterMenu() {
  const { table, menu } = useRecordPage()
  const asked = menu?.place
  const [tree, setTree] = useState<FilterGroup>(() => toTree(table.shown.filter, table.shown.match))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<FilterGroup | null>(null)
  const show = useRef(table.show)
  useEffect(() => {
    show.current = table.show
  })
  const apply = () => {
    const wanted = pending.current
    pending.current = null
    if (wanted !== null) show.current({ filter: toFilter(wanted), match: wanted.match }, { replace: true })
  }
  // What was typed last is kept, however quickly the menu is closed.
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      apply()
    },
    [],
  )
  useEffect(() => {
    // A chip was clicked: its condition is what one came for.
    if (asked !== undefined) focusValue(document.querySelector(`[data-condition="${asked}"]`))
  }, [asked])
  const change = (changed: FilterGroup) => {
    setTree(changed)
    pending.current = changed
    clearTimeout(timer.current)
    timer.current = setTimeout(apply, typingPauseMs)
  }
  return (
    <MenuFrame
      width={560}
      foot={
        <>
          <MenuCount />
          {tree.items.length > 0 && (
            <Button variant="outlined" onClick={() => change({ kind: 'group', match: 'all', items: [] })}>
              {t('clear')}
            </Button>
          )}
        </>
      }
    >
      {tree.items.length === 0 && <Typography color="textSecondary">{t('none')}</Typography>}
      <GroupEditor group={tree} depth={0} onChange={change} />
    </MenuFrame>
  )
}
