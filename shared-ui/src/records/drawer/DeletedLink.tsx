import Link from '@mui/material/Link'
import type { MouseEvent } from 'react'
import { isAdministrator } from '@portal/contract'
import { useShell } from '../../portal/shell-api.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import { t } from '../texts.ts'

/** For administrators: a link to the deleted records of the page. */
export function DeletedLink() {
  const { actor, table } = useRecordPage()
  const shell = useShell()
  if (!isAdministrator(actor.role)) return null
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    shell.navigate(table.deletedAddress)
  }
  return (
    <Link href={table.deletedAddress} onClick={open} sx={{ display: 'inline-block', paddingTop: 2 }}>
      {t('openDeleted')}
    </Link>
  )
}
