import { collections } from '@portal/contract'
import { titleOf } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { ClientContacts } from './ClientContacts.tsx'
import { PermitPeoplePanel } from './PermitPeoplePanel.tsx'

/** The people of a permit, or the contacts of an organization. */
export function PeoplePanel({ collection, pid, record, onCount }: PanelProps) {
  if (collection !== 'orgs') return <PermitPeoplePanel pid={pid} record={record} onCount={onCount} />
  return (
    <Box sx={{ paddingTop: 4 }}>
      <ClientContacts client={{ pid, title: titleOf(collections.orgs, record) }} onCount={onCount} />
    </Box>
  )
}
