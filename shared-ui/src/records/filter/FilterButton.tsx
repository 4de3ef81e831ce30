import { mdiFilterOutline } from '../../icons/paths.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import { MenuButton } from '../page/MenuButton.tsx'
import { t } from '../texts.ts'
import { countConditions, toTree } from './filter-tree.ts'
import { loadFilterMenu } from './FilterMenu.lazy.ts'

/** Opens the menu that builds the filter. */
export function FilterButton() {
  const { table } = useRecordPage()
  const count = countConditions(toTree(table.shown.filter, table.shown.match))
  return (
    <MenuButton
      name="filter"
      label={t('filter')}
      icon={mdiFilterOutline}
      count={count}
      load={loadFilterMenu}
    />
  )
}
