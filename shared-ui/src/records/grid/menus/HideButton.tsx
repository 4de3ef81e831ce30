import { mdiViewColumnOutline } from '../../../icons/paths.ts'
import { useRecordPage } from '../../page/record-page-context.ts'
import { MenuButton } from '../../page/MenuButton.tsx'
import { t } from '../../texts.ts'
import { loadHideMenu } from './HideMenu.lazy.ts'

/** Opens the menu of columns. */
export function HideButton() {
  const { table, allTableColumns } = useRecordPage()
  // A module that was switched off leaves names of its columns behind.
  const hidden = allTableColumns.filter(({ name }) => table.shown.hide.includes(name))
  return (
    <MenuButton
      name="hide"
      label={t('hideColumns')}
      icon={mdiViewColumnOutline}
      count={hidden.length}
      load={loadHideMenu}
    />
  )
}
