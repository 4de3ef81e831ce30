import { fileContentUrl, isStaff, recordRoot, whyNotUpload, localizeOnScreen } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import {
  QueryResult,
  PickerInputs,
  Section,
  actorAtom,
  dateTimeTooltip,
  formatDateTime,
  formatSize,
  readDropped,
  recordFilesQuery,
  useFileDrop,
  useUpload,
} from '@portal/shared-ui'
import { Box, Button, MuiLink, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef } from 'react'
import { t } from './texts.ts'

const quiet = { color: 'text.secondary', fontSize: 'caption.fontSize' } as const

function Uploaded({ file }: { file: FileRecord }) {
  const actor = useAtomValue(actorAtom)
  const isOffice = actor !== null && isStaff(actor.role)
  const details = [
    formatSize(file.size),
    formatDateTime(file.updatedAt),
    ...(file.updatedBy === null ? [] : [t('by', { person: file.updatedBy.title })]),
    ...(isOffice && file.visibility === 'INTERNAL' ? [t('staffOnly')] : []),
  ]
  return (
    <Box
      component="li"
      sx={{ paddingY: 2, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
    >
      <MuiLink href={fileContentUrl(file.pid)} download aria-label={t('download', { name: file.name })}>
        <bdi>{file.name}</bdi>
      </MuiLink>
      <Box sx={quiet} title={dateTimeTooltip(file.updatedAt)}>
        {details.join(' · ')}
      </Box>
    </Box>
  )
}

export interface UploadedFilesProps {
  pid: string
  onCount: (count: number) => void
}

/** The files of a task. A document is uploaded with a button or by dropping it onto the list. */
export function UploadedFiles({ pid, onCount }: UploadedFilesProps) {
  const actor = useAtomValue(actorAtom)
  const refusal = actor === null ? null : whyNotUpload(actor)
  const whyNot = refusal === null ? null : localizeOnScreen(refusal)
  const files = useQuery(recordFilesQuery('tasks', pid))
  const root = recordRoot('tasks', pid)
  const upload = useUpload({ root, parentId: root })
  const picker = useRef<HTMLInputElement>(null)
  const { isOver, zone } = useFileDrop((transfer) => void readDropped(transfer).then(upload), whyNot === null)
  const count = files.data?.length
  useEffect(() => {
    if (count !== undefined) onCount(count)
  }, [count, onCount])
  const button = (
    <Button
      variant="outlined"
      size="small"
      {...(whyNot !== null && { 'aria-disabled': true, 'aria-description': whyNot, title: whyNot })}
      onClick={() => {
        if (whyNot === null) picker.current?.click()
      }}
    >
      {t('upload')}
    </Button>
  )
  return (
    <Box
      {...zone}
      sx={{
        outline: isOver ? '2px dashed' : 'none',
        outlineColor: 'primary.main',
        outlineOffset: 8,
        borderRadius: 1,
      }}
    >
      <Section title={t('uploaded')} action={button}>
        <PickerInputs filesRef={picker} onChosen={upload} />
        {isOver && <Typography role="status">{t('dropHere')}</Typography>}
        <QueryResult query={files} loading={t('filesLoading')} failed={t('filesFailed')}>
          {(found) =>
            found.length === 0 ? (
              <Typography sx={{ color: 'text.secondary' }}>{t('nothing')}</Typography>
            ) : (
              <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
                {found.map((file) => (
                  <Uploaded key={file.pid} file={file} />
                ))}
              </Box>
            )
          }
        </QueryResult>
      </Section>
    </Box>
  )
}
