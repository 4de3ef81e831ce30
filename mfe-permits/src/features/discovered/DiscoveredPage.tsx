import { discoveredStates } from '@portal/contract/authority-discovery'
import { refreshRecordsAndSteps, useShell } from '@portal/shared-ui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useNavigate } from '@portal/shared-ui/router'
import { useState } from 'react'
import { DecisionsPage } from '../../decisions/DecisionsPage.tsx'
import { DismissDialog } from '../../decisions/DismissDialog.tsx'
import { useListAddress } from '../../decisions/use-list-address.ts'
import {
  createDiscovered,
  discoveredKey,
  discoveredPerPage,
  discoveredQuery,
  dismissDiscovered,
} from '../../discovered/discovered.queries.ts'
import { t } from '../../discovered/texts.ts'
import { DiscoveredRow } from './DiscoveredRow.tsx'

/** The decisions. A new permit opens; what was decided elsewhere meanwhile is read anew. */
function useDecisions({ onDismissed }: { onDismissed: () => void }) {
  const shell = useShell()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const onSettled = async () => {
    await Promise.all([
      refreshRecordsAndSteps(queryClient),
      queryClient.invalidateQueries({ queryKey: discoveredKey }),
    ])
  }
  const create = useMutation({
    mutationFn: createDiscovered,
    onSuccess: ({ pid }) => {
      shell.toast({ title: t('created') })
      void navigate(`/permits/processing/${pid}`)
    },
    onError: ({ message }) => shell.toast({ title: t('createFailed'), description: message, colour: 'red' }),
    onSettled,
  })
  const dismiss = useMutation({
    mutationFn: dismissDiscovered,
    onSuccess: () => {
      shell.toast({ title: t('dismissed') })
      onDismissed()
    },
    onSettled,
  })
  return { create, dismiss }
}

/**
 * Permits that agencies have for clients and the portal does not. The state and the page are in the address.
 */
export default function DiscoveredPage() {
  const address = useListAddress(discoveredStates, 'OPEN')
  const query = useQuery(discoveredQuery(address.state, address.page))
  const [dismissing, setDismissing] = useState<string | null>(null)
  const { create, dismiss } = useDecisions({ onDismissed: () => setDismissing(null) })
  return (
    <>
      <DecisionsPage
        words={{
          title: t('title'),
          text: t('pageText'),
          loading: t('loading'),
          failed: t('loadFailed'),
          pages: t('pages'),
          stateOf: (state) => t(`state_${state}`),
          noneOf: (state) => t(`none_${state}`),
          noneText: t('noneText'),
          countOf: (count) => t('count', { count }),
        }}
        states={discoveredStates}
        address={address}
        query={query}
        perPage={discoveredPerPage}
      >
        {({ finds }) =>
          finds.map((discovered) => (
            <DiscoveredRow
              key={discovered.pid}
              discovered={discovered}
              isBusy={create.isPending}
              onCreate={(permitType) => create.mutate({ pid: discovered.pid, permitType })}
              onDismiss={() => setDismissing(discovered.pid)}
            />
          ))
        }
      </DecisionsPage>
      <DismissDialog
        words={{ title: t('dismissTitle'), text: t('dismissText'), action: t('dismiss') }}
        pid={dismissing}
        dismiss={dismiss}
        onClose={() => setDismissing(null)}
      />
    </>
  )
}
