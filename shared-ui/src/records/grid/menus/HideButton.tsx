import { mdiViewColumnOutline } from '../../../icons/paths.ts'
import { useRecordPage } from '../../page/record-page-context.ts'
import { MenuButton } from '../../page/MenuButton.tsx'
import { t } from '../../texts.ts'
import { loadHideMenu } from './HideMenu.lazy.ts'

/** Opens the menu of columns. */
export function HideButton() {
  const { table } = useRecordPage()
  return (
    <MenuButton
      name="hide"
      label={t('hideColumns')}
      icon={mdiViewColumnOutline}
      count={table.shown.hide.length}
      load={loadHideMenu}
    />
  )
}
