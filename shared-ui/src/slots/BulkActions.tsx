import { useQueryClient } from '@tanstack/react-query'
import { refreshRecordsAndSteps } from '../records/list/refresh-records.ts'
import { useRecordPage } from '../records/page/record-page-context.ts'
import { useSelection } from '../records/page/selection.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { useOffers } from './use-offers.ts'

/** Buttons of other remotes for the selected records; renders nothing if there are none. */
export default function BulkActions() {
  const { collection } = useRecordPage()
  const { body, count, clear } = useSelection()
  const queryClient = useQueryClient()
  const offers = useOffers('bulk.action', collection.name)
  if (body === null) return null
  const onChanged = () => {
    clear()
    void refreshRecordsAndSteps(queryClient)
  }
  return (
    <ActionButtons
      slot="bulk.action"
      offers={offers}
      input={{ collection: collection.name, selection: body, count, onChanged }}
    />
  )
}
