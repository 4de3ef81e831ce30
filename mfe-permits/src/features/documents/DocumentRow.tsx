import { checklistStates, documentStates, documentTypes, fileContentUrl } from '@portal/contract'
import type { ChecklistItem } from '@portal/contract'
import { OptionChip, ReasonDialog } from '@portal/shared-ui'
import { Box, Button, MuiLink } from '@portal/shared-ui/mui'
import { useState } from 'react'
import type { DocumentState } from './package.queries.ts'
import { ReceivedDialog } from './ReceivedDialog.tsx'
import { t } from './texts.ts'

/** What may be made of a document from each state. */
const next: Readonly<Record<ChecklistItem['state'], readonly ChecklistItem['state'][]>> = {
  MISSING: ['RECEIVED', 'VERIFIED', 'WAIVED'],
  RECEIVED: ['VERIFIED', 'REJECTED', 'WAIVED'],
  VERIFIED: ['REJECTED', 'MISSING'],
  REJECTED: ['RECEIVED', 'VERIFIED', 'WAIVED'],
  WAIVED: ['MISSING'],
}
/** States that ask for something first: why, or which file it is. */
const asksFirst: readonly string[] = checklistStates.filter((state) => state === 'REJECTED' || state === 'WAIVED' || state === 'RECEIVED')

export interface DocumentRowProps {
  item: ChecklistItem
  permit: string
  /** Null where nothing may be changed. */
  onSet: ((state: DocumentState, done: () => void) => void) | null
  isBusy: boolean
  failure: string | null
}

/** One document of a package: what it is, how it stands, why, and what may be made of it. */
export function DocumentRow({ item, permit, onSet, isBusy, failure }: DocumentRowProps) {
  const [asking, setAsking] = useState<ChecklistItem['state'] | null>(null)
  const name = documentTypes.find(({ code }) => code === item.documentType)?.label ?? item.documentType
  const state = documentStates.find(({ code }) => code === item.state)
  return (
    <Box component="li" sx={{ paddingY: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 2 }}>
        <Box sx={{ fontWeight: 500, flexGrow: 1 }}>{name}</Box>
        {state !== undefined && <OptionChip option={state} />}
      </Box>
      {item.reason !== null && <Box sx={{ color: 'text.secondary', paddingTop: 1 }}>{item.reason}</Box>}
      {item.file !== null && (
        <Box sx={{ paddingTop: 1 }}>
          <MuiLink href={fileContentUrl(item.file)} download aria-label={t('openFile', { document: name })}>
            {t('open')}
          </MuiLink>
        </Box>
      )}
      {onSet !== null && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
          {next[item.state].map((state) => (
            <Button
              key={state}
              size="small"
              variant="outlined"
              aria-label={t('setTo', { document: name, action: t(`action_${state}`) })}
              disabled={isBusy}
              onClick={() => (asksFirst.includes(state) ? setAsking(state) : onSet({ state }, () => undefined))}
            >
              {t(`action_${state}`)}
            </Button>
          ))}
        </Box>
      )}
      {asking === 'RECEIVED' && (
        <ReceivedDialog
          permit={permit}
          title={t('setTo', { document: name, action: t('action_RECEIVED') })}
          action={t('action_RECEIVED')}
          isBusy={isBusy}
          failure={failure}
          onReceived={(file) => onSet?.({ state: 'RECEIVED', ...(file !== null && { file }) }, () => setAsking(null))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking !== null && asking !== 'RECEIVED' && (
        <ReasonDialog
          title={t('setTo', { document: name, action: t(`action_${asking}`) })}
          action={t(`action_${asking}`)}
          maxLength={500}
          isBusy={isBusy}
          failure={failure}
          onReason={(reason) => onSet?.({ state: asking, reason }, () => setAsking(null))}
          onClose={() => setAsking(null)}
        />
      )}
    </Box>
  )
}
