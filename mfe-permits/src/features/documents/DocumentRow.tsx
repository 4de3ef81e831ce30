import { documentStates, isDocumentThere, recordRoot, screenLabel } from '@portal/contract'
import type { ChecklistItem } from '@portal/contract'
import {
  FormDialog,
  OptionChip,
  PickerInputs,
  ReasonDialog,
  formatDateTime,
  readDropped,
  useFileDrop,
  useLibraryLabels,
  useUpload,
} from '@portal/shared-ui'
import type { LocalFiles } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { useRef, useState } from 'react'
import { DocumentFile } from './DocumentFile.tsx'
import type { DocumentState, PackageDocument } from './package.queries.ts'
import { ReceiveDialog } from './ReceiveDialog.tsx'
import { t } from './texts.ts'

/** The states that can follow each document state. */
const next: Readonly<Record<ChecklistItem['state'], readonly ChecklistItem['state'][]>> = {
  MISSING: ['RECEIVED', 'VERIFIED', 'WAIVED'],
  RECEIVED: ['VERIFIED', 'REJECTED', 'WAIVED'],
  VERIFIED: ['REJECTED', 'MISSING'],
  REJECTED: ['RECEIVED', 'VERIFIED', 'WAIVED'],
  WAIVED: ['MISSING'],
}
/**
 * The input a document state needs: a reason, how the document was received, a confirmation that its file is
 * removed, or none. Source: contract.md 11.3.
 */
function asks(item: ChecklistItem, state: ChecklistItem['state']): 'reason' | 'receipt' | 'loss' | null {
  if (state === 'REJECTED' || state === 'WAIVED') return 'reason'
  if (state === 'MISSING') return isDocumentThere(item) ? 'loss' : null
  return state === 'RECEIVED' || (state === 'VERIFIED' && !isDocumentThere(item)) ? 'receipt' : null
}

export interface DocumentRowProps {
  item: ChecklistItem
  pack: string
  permit: string
  /** Its file and who verified it; null until loaded. */
  details: PackageDocument | null
  /** Null when the viewer may not change it. `done` is null where no dialog asked. */
  onSet: ((state: DocumentState, done: (() => void) | null) => void) | null
  /** A dialog opens: why an earlier change was refused does not belong to it. */
  onAsk: () => void
  isBusy: boolean
  failure: string | null
}

/** One document of a package: name, state, reason and actions. */
export function DocumentRow({
  item,
  pack,
  permit,
  details,
  onSet,
  onAsk,
  isBusy,
  failure,
}: DocumentRowProps) {
  const [asking, setAsking] = useState<ChecklistItem['state'] | null>(null)
  const name = useLibraryLabels().documentType(item.documentType)
  const state = documentStates.find(({ code }) => code === item.state)
  const root = recordRoot('permits', permit)
  const asked = asking === null ? null : asks(item, asking)
  const title = asking === null ? '' : t('setTo', { document: name, action: t(`action_${asking}`) })
  const receivedAs = asking === 'VERIFIED' ? 'VERIFIED' : 'RECEIVED'
  const upload = useUpload({
    root,
    parentId: root,
    document: { pack, documentType: item.documentType, state: receivedAs },
  })
  const close = () => setAsking(null)
  const ask = (state: ChecklistItem['state']) => {
    onAsk()
    setAsking(state)
  }
  const picker = useRef<HTMLInputElement>(null)
  // A document has one file: of several dropped files the first is used.
  const take = ({ files: [file] }: LocalFiles) => {
    if (file !== undefined) upload({ files: [file], folders: [], skipped: [] })
  }
  const { isOver, zone } = useFileDrop(
    (transfer) => void readDropped(transfer).then(take),
    onSet !== null && item.state !== 'WAIVED',
  )
  const attach = t(item.file === null ? 'attach' : 'replace')
  return (
    <Box
      component="li"
      {...zone}
      sx={{
        paddingY: 3,
        borderBottom: 1,
        borderColor: 'divider',
        ...(isOver && { outline: '2px dashed', outlineColor: 'primary.main', outlineOffset: 2 }),
      }}
    >
      {isOver && <Box sx={{ color: 'primary.main' }}>{t('dropHere')}</Box>}
      {onSet !== null && <PickerInputs filesRef={picker} onChosen={take} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 2 }}>
        <Box sx={{ fontWeight: 500, flexGrow: 1 }}>{name}</Box>
        {state !== undefined && <OptionChip option={state} />}
      </Box>
      {item.onPaper && <Box sx={{ paddingTop: 1 }}>{t('onPaper')}</Box>}
      {item.reason !== null && (
        <Box sx={{ color: 'text.secondary', paddingTop: 1 }}>{screenLabel(item.reason)}</Box>
      )}
      {details?.file && <DocumentFile document={name} file={details.file} version={details.version} />}
      {details?.verified && (
        <Box sx={{ color: 'text.secondary', paddingTop: 1 }}>
          {t('verifiedBy', {
            name: details.verified.by?.title ?? '',
            when: formatDateTime(details.verified.at),
          })}
        </Box>
      )}
      {onSet !== null && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
          {item.state !== 'WAIVED' && (
            <Button
              size="small"
              variant="outlined"
              aria-label={t('setTo', { document: name, action: attach })}
              disabled={isBusy}
              onClick={() => picker.current?.click()}
            >
              {attach}
            </Button>
          )}
          {next[item.state].map((state) => (
            <Button
              key={state}
              size="small"
              variant="outlined"
              aria-label={t('setTo', { document: name, action: t(`action_${state}`) })}
              disabled={isBusy}
              onClick={() =>
                asks(item, state) === null ? onSet({ state, expectedFile: item.file }, null) : ask(state)
              }
            >
              {t(`action_${state}`)}
            </Button>
          ))}
        </Box>
      )}
      {asked === 'receipt' && (
        <ReceiveDialog
          permit={permit}
          title={title}
          action={t(`action_${receivedAs}`)}
          state={receivedAs}
          isBusy={isBusy}
          failure={failure}
          onSet={(body) => onSet?.(body, close)}
          onUpload={(file) => {
            upload({ files: [file], folders: [], skipped: [] })
            close()
          }}
          onClose={close}
        />
      )}
      {asking !== null && asked === 'loss' && (
        <FormDialog
          title={title}
          text={t(item.file === null ? 'paperLost' : 'fileLost')}
          action={t(`action_${asking}`)}
          isBusy={isBusy}
          failure={failure}
          onSubmit={() => onSet?.({ state: asking, expectedFile: item.file }, close)}
          onClose={close}
        >
          {null}
        </FormDialog>
      )}
      {asking !== null && asked === 'reason' && (
        <ReasonDialog
          title={title}
          action={t(`action_${asking}`)}
          maxLength={500}
          isBusy={isBusy}
          failure={failure}
          onReason={(reason) => onSet?.({ state: asking, reason }, close)}
          onClose={close}
        />
      )}
    </Box>
  )
}
