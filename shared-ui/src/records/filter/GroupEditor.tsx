import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { mdiClose, mdiPlus } from '../../icons/paths.ts'
import { Select } from '../../inputs/Select.tsx'
import { FieldPicker } from '../grid/menus/FieldPicker.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import { siblingsOf, deepestGroup, toFilter } from './filter-tree.ts'
import type { FilterGroup, FilterItem } from './filter-tree.ts'
import { ConditionEditor, conditionOn } from './ConditionEditor.tsx'
import { focusValue } from './focus-value.ts'
import { t } from './texts.ts'

export interface GroupEditorProps {
  group: FilterGroup
  /** Conditions around the group that its records meet as well. */
  around?: readonly FilterItem[]
  /** How deep this group lies; the filter itself is 0. */
  depth: number
  onChange: (group: FilterGroup) => void
  /** Absent for the filter itself. */
  onRemove?: () => void
}

/** Conditions and groups joined by all or any. */
export function GroupEditor({ group, around = [], depth, onChange, onRemove }: GroupEditorProps) {
  const { collection, allColumns } = useRecordPage()
  const [added, setAdded] = useState(0)
  const { items, match } = group
  const list = useRef<HTMLDivElement>(null)
  const adding = useRef<HTMLDivElement>(null)
  const lastChange = useRef<'added' | 'removed' | null>(null)
  useEffect(() => {
    // One goes on where the change was made, by keyboard too.
    if (lastChange.current === 'added') focusValue(list.current?.lastElementChild)
    if (lastChange.current === 'removed') adding.current?.querySelector('input')?.focus()
    lastChange.current = null
  }, [items.length])
  const put = (place: number, item: FilterItem) => onChange({ ...group, items: items.with(place, item) })
  const remove = (place: number) => {
    lastChange.current = 'removed'
    onChange({ ...group, items: items.toSpliced(place, 1) })
    // Editors behind the removed one stand for other conditions now.
    setAdded((count) => count + 1)
  }
  const add = (item: FilterItem) => {
    lastChange.current = 'added'
    onChange({ ...group, items: [...items, item] })
    setAdded((count) => count + 1)
  }
  return (
    <Box
      role="group"
      aria-label={depth === 0 ? undefined : t('group')}
      sx={{
        display: 'grid',
        gap: 2,
        ...(depth > 0 && { border: 1, borderColor: 'divider', borderRadius: 1, padding: 2 }),
      }}
    >
      {(items.length > 1 || depth > 0) && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Select
            native
            size="small"
            value={match}
            onChange={({ target }) => onChange({ ...group, match: target.value === 'any' ? 'any' : 'all' })}
            inputProps={{ 'aria-label': t('match') }}
            sx={{ marginInlineEnd: 'auto' }}
          >
            <option value="all">{t('matchAll')}</option>
            <option value="any">{t('matchAny')}</option>
          </Select>
          {onRemove !== undefined && (
            <IconButton aria-label={t('removeGroup')} onClick={onRemove}>
              <Icon path={mdiClose} size={16} />
            </IconButton>
          )}
        </Box>
      )}
      <Box ref={list} sx={{ display: 'grid', gap: 2, '&:empty': { display: 'none' } }}>
        {items.map((item, index) => {
          const key = `${added - items.length} ${index}`
          const beside = siblingsOf(group, index, around)
          const editor =
            item.kind === 'group' ? (
              <GroupEditor
                group={item}
                around={beside}
                depth={depth + 1}
                onChange={(changed) => put(index, changed)}
                onRemove={() => remove(index)}
              />
            ) : (
              <ConditionEditor
                condition={item}
                beside={toFilter({ kind: 'group', match: 'all', items: beside })}
                onChange={(changed) => put(index, changed)}
                onRemove={() => remove(index)}
              />
            )
          return (
            <div key={key} data-condition={depth === 0 ? index : undefined}>
              {editor}
            </div>
          )
        })}
      </Box>
      <Box ref={adding} sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <FieldPicker
          label={t('add')}
          columns={allColumns}
          onChoose={(field) => add(conditionOn(collection, field))}
        />
        {depth < deepestGroup && (
          <Button
            startIcon={<Icon path={mdiPlus} size={16} />}
            onClick={() => add({ kind: 'group', match: match === 'all' ? 'any' : 'all', items: [] })}
          >
            {t('addGroup')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
