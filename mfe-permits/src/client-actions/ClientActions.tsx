import { findCollection, hasOrgRole } from '@portal/contract'
import type { AnyRecord, AvailableTransition } from '@portal/contract'
import { actorAtom, currencyAtom, isReference, todayAtom, useLibraryLabels } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { formatAction, positionFor } from './format-action.ts'
import { ActionButton } from './ActionButton.tsx'
import { openWorkQuery } from './client-actions.queries.ts'
import { toClientActions } from './client-actions.ts'
import { t } from './texts.ts'

/** Number of actions at the head of a record; the list above the permits has all of them. */
const maxAtHead = 3

export interface ClientActionsProps {
  collection: string
  record: AnyRecord
  steps: readonly AvailableTransition[]
}

/**
 * Shown at the head of a permit or a client task: the client's next actions, as buttons. A user who may not
 * take an action reads who can.
 */
export function ClientActions({ collection, record, steps }: ClientActionsProps) {
  const labels = useLibraryLabels()
  if (findCollection(collection)?.table === 'permits') return <OfPermit permit={record.pid} />
  if (collection !== 'ctasks') return null
  const { permit, taskType } = record
  const isOpen = steps.some(({ to }) => to === 'SUBMITTED')
  if (isOpen && taskType === 'PAY' && isReference(permit)) return <OfPermit permit={permit.pid} only="pay" />
  const lacksDocument = steps.some(
    ({ blockers }) => blockers?.some(({ code }) => code === 'document-missing') === true,
  )
  const { requiredDocument: code } = record
  if (!lacksDocument || typeof code !== 'string') return null
  return (
    <ActionButton url={`/ctasks/${record.pid}?tab=Files`} isFirst>
      {t('upload', { document: labels.documentType(code) })}
    </ActionButton>
  )
}

function OfPermit({ permit, only }: { permit: string; only?: 'pay' }) {
  const actor = useAtomValue(actorAtom)
  const currency = useAtomValue(currencyAtom)
  const today = useAtomValue(todayAtom)
  const labels = useLibraryLabels()
  const { data } = useQuery(openWorkQuery(permit))
  if (actor === null || data === undefined) return null
  const actions = toClientActions(data, labels).filter(({ kind }) => only === undefined || kind === only)
  return actions.slice(0, maxAtHead).map((action, index) => {
    const words = formatAction(action, currency, today)
    return hasOrgRole(actor, positionFor(action)) ? (
      <ActionButton key={action.url} url={action.url} isFirst={index === 0}>
        {words}
      </ActionButton>
    ) : (
      <Box key={action.url} sx={{ width: '100%' }}>
        {t(hasOrgRole(actor, 'MEMBER') ? 'byAdministrator' : 'viewOnly', { action: words })}
      </Box>
    )
  })
}
